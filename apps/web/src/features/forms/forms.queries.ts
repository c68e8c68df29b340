import {
  deleteFormFile,
  discardSavedEntry,
  getForm,
  getOwnEntry,
  listFormEntries,
  listForms,
  listOwnEntries,
  saveEntry,
  submitEntry,
  type EntryReceipt,
  type FormState,
  type FormValues,
} from '@portico/contracts/forms';
import type { CallResult } from '@portico/contracts/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** A body that goes on after the page is left must not be longer. Source: Fetch, keepalive; some bytes are left for others. */
const MAX_KEEPALIVE_LENGTH = 50_000;

/** What is filled in so far, as it is saved: `version` is that of the save it follows. */
export interface Save {
  values: FormValues;
  formVersion: number;
  version: number;
}

/** The calls about one form and what a person fills in of it. */
export interface FormCalls {
  load: () => Promise<FormState>;
  /** `isLeaving` lets the call go on when the page is left. */
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

/** Begins the key of everything that changes when an entry is saved, discarded or submitted. */
export const entriesKey = ['forms', 'entries'] as const;

/** What the person has submitted, and on every page what they have begun. */
export const ownEntriesQuery = (page: number) =>
  queryOptions({
    queryKey: [...entriesKey, page],
    queryFn: ({ signal }) => call(listOwnEntries, { query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const ownEntryQuery = (entryId: string) =>
  queryOptions({
    queryKey: ['forms', 'entry', entryId],
    queryFn: ({ signal }) => call(getOwnEntry, { params: { entryId } }, { signal }),
  });

/** What came in for a form, for editors. Each call is written down as a look at it, so it is made when asked for and not by the way. */
export const receivedEntriesQuery = (formId: string, page: number) =>
  queryOptions({
    queryKey: ['forms', 'received', formId, page],
    queryFn: ({ signal }) => call(listFormEntries, { params: { formId }, query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { isAskedOnce: true },
  });

/** For editors; for everybody else it is not there. */
export const formListQuery = () =>
  queryOptions({ queryKey: ['forms', 'list'], queryFn: ({ signal }) => call(listForms, {}, { signal }), staleTime: 0 });
