import {
  deleteFormFile,
  discardSavedEntry,
  getForm,
  getOwnEntry,
  listFormEntries,
  listForms,
  listOpenForms,
  listOwnEntries,
  saveEntry,
  submitEntry,
  type EntryReceipt,
  type FormState,
} from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import type { CallResult } from '@portico/contracts/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf, query } from '../../api/query.ts';

/** Size limit for a request that outlives the page. Fetch allows 64 KiB for all such requests together. */
const MAX_KEEPALIVE_LENGTH = 50_000;

/**
 * The body of a save. `version` is the version that this save follows; `submissionKey` is the key of an unanswered
 * submission.
 */
export interface Save {
  values: FormValues;
  formVersion: number;
  version: number;
  submissionKey: string | undefined;
}

/** The calls for one form and its entry. */
export interface FormCalls {
  load: () => Promise<FormState>;
  /** `isLeaving` lets the call outlive the page. */
  save: (save: Save, isLeaving: boolean) => Promise<CallResult<typeof saveEntry>>;
  discard: () => Promise<void>;
  submit: (entry: { values: FormValues; formVersion: number }, key: string) => Promise<EntryReceipt>;
  removeFile: (fileId: string) => Promise<void>;
}

export function formCalls(formId: string): FormCalls {
  const params = { formId };
  return {
    load: () => call(getForm, { params }),
    save: (body, isLeaving) =>
      call(saveEntry, { params, body }, { keepalive: isLeaving && JSON.stringify(body).length < MAX_KEEPALIVE_LENGTH }),
    discard: () => call(discardSavedEntry, { params }),
    submit: (body, idempotencyKey) => call(submitEntry, { params, body }, { idempotencyKey }),
    removeFile: (fileId) => call(deleteFormFile, { params: { formId, fileId } }),
  };
}

/** Key prefix of the queries to refetch after saving, discarding or submitting an entry. */
export const entriesKey = keyOf(listOwnEntries);

/** A page of the reader's submitted entries, with all of their drafts. */
export const ownEntriesQuery = (page: number) =>
  queryOptions({
    ...query(listOwnEntries, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const ownEntryQuery = (entryId: string) => query(getOwnEntry, { params: { entryId } });

/**
 * The entries of a form, for editors. Every call is logged as an access, so nothing refetches in the background, not
 * even an action in the studio.
 */
export const receivedEntriesQuery = (formId: string, { page, before }: { page: number; before: string | undefined }) =>
  queryOptions({
    ...query(
      listFormEntries,
      { params: { formId }, query: before === undefined ? { page: String(page) } : { before } },
      { area: 'forms' },
    ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { isFetchedOnce: true },
  });

/** The forms that the reader can fill in. */
export const openFormsQuery = () =>
  queryOptions({
    ...query(listOpenForms, {}),
    staleTime: 0,
  });

/** For editors; `not_found` for everyone else. */
export const formListQuery = () =>
  queryOptions({
    ...query(listForms, {}, { area: 'forms' }),
    staleTime: 0,
  });
