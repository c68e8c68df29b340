import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { Form } from '@portico/kinds/formFields';
import { MAX_PAGE, page, queryInt } from '../base/paging.ts';
import { FormFile, FormValues } from './formValues.ts';

export const FORM_ENTRY_PAGE_SIZE = 20;
/** Typed values are saved this long after the last keystroke. */
export const AUTOSAVE_DELAY_MS = 1500;
/** Saved entries are deleted after this many days without a change. */
export const SAVED_ENTRY_DAYS = 90;

/**
 * What a person has filled in so far. `formVersion` is the version it was started with; `version` increases with every
 * save. `submissionKey` is the key of a submission that got no response: the entry is submitted again with this key,
 * from any device, so that it is not received twice.
 */
export const SavedEntry = z.object({
  values: FormValues,
  files: z.array(FormFile),
  formVersion: z.int(),
  version: z.int(),
  savedAt: z.iso.datetime(),
  submissionKey: z.optional(z.uuid()),
  /** The returned entry that it corrects, and what to change. Submitting it sends that entry again. */
  correction: z.optional(z.object({ entryId: z.uuid(), note: z.string() })),
});
export type SavedEntry = z.infer<typeof SavedEntry>;

/** Why a form takes no more entries: its date has passed, it is full, or this person has sent it and may only once. */
export const FormRefusal = z.enum(['Closed', 'Full', 'Sent']);
export type FormRefusal = z.infer<typeof FormRefusal>;

/** The limits of a form for this person. */
export const FormLimitsState = z.object({
  closesAt: z.nullable(z.iso.datetime()),
  /** Entries that it still takes; null without a limit. */
  left: z.nullable(z.int()),
  isOnce: z.boolean(),
  /** Null while the person may send it. A correction of a returned entry is always accepted. */
  refusal: z.nullable(FormRefusal),
});
export type FormLimitsState = z.infer<typeof FormLimitsState>;

/** The current form, and the person's saved entry. */
export const FormState = z.object({
  form: Form,
  formVersion: z.int(),
  saved: z.nullable(SavedEntry),
  /**
   * The form of the saved entry, if it was started with another version than the current one; it can still be
   * completed.
   */
  savedForm: z.nullable(Form),
  limits: z.optional(FormLimitsState),
});
export type FormState = z.infer<typeof FormState>;

const FormParams = z.object({ formId: z.uuid() });

export const getForm = endpoint({
  method: 'GET',
  path: '/api/v1/forms/:formId',
  summary: 'A form and the person’s saved entry',
  params: FormParams,
  response: FormState,
});
/**
 * Saves what is filled in so far, valid or not. `version` is that of the previous save, 0 for the first one. If another
 * device has saved in the meantime, nothing is stored and the response is `Conflict` with what that device saved.
 */
export const saveEntry = endpoint({
  method: 'POST',
  path: '/api/v1/forms/entries/:formId/save',
  summary: 'Saves what a person has filled in so far',
  params: FormParams,
  body: z.object({
    values: FormValues,
    formVersion: z.int(),
    version: z.int().check(z.nonnegative()),
    submissionKey: z.optional(z.uuid()),
  }),
  response: z.discriminatedUnion('result', [
    z.object({ result: z.literal('Saved'), version: z.int(), savedAt: z.iso.datetime() }),
    z.object({ result: z.literal('Conflict'), saved: z.nullable(SavedEntry) }),
  ]),
});
/** The page can undo this for a day, by saving again. */
export const discardSavedEntry = endpoint({
  method: 'POST',
  path: '/api/v1/forms/entries/:formId/save/delete',
  summary: 'Discards what a person has filled in so far',
  params: FormParams,
});

/** Confirms that an entry was received. `isMailed`: an email also confirms it. */
export const EntryReceipt = z.object({ entryId: z.uuid(), receivedAt: z.iso.datetime(), isMailed: z.boolean() });
export type EntryReceipt = z.infer<typeof EntryReceipt>;
/**
 * Any number of attempts with the same key create one entry. Values that do not fit the form cause `invalid_input`,
 * with issues by `values.<alias>`.
 */
export const submitEntry = endpoint({
  method: 'POST',
  path: '/forms/api/v1/entries/:formId',
  summary: 'Submits an entry',
  status: 202,
  isIdempotent: true,
  params: FormParams,
  body: z.object({ values: FormValues, formVersion: z.optional(z.int()) }),
  response: EntryReceipt,
});

/**
 * `POST` with the file as the body, its type, its name in `X-File-Name` (URI-encoded) and the field in `X-Field`;
 * returns a FormFile.
 */
export const formFilePath = (formId: string) => `/api/v1/forms/entries/${formId}/files`;
/** Removes a file that the person has uploaded but not submitted; throws `not_found` for any other file. */
export const deleteFormFile = endpoint({
  method: 'DELETE',
  path: '/api/v1/forms/entries/:formId/files/:fileId',
  summary: 'Removes an uploaded file that was not submitted',
  params: z.object({ formId: z.uuid(), fileId: z.uuid() }),
});
/**
 * URL of a file, for its owner and, once submitted, for editors. Always downloaded, never displayed; the token cookies
 * authorize it.
 */
export const formFileUrl = (fileId: string) => `/media/forms/${fileId}`;

/** A form that the reader can fill in, with the page that contains it. */
export const OpenForm = z.object({
  formId: z.uuid(),
  title: z.string(),
  description: z.nullable(z.string()),
  path: z.string(),
});
export type OpenForm = z.infer<typeof OpenForm>;
export const listOpenForms = endpoint({
  method: 'GET',
  path: '/api/v1/forms',
  summary: 'The forms on pages that the reader may see, by title',
  response: z.object({ items: z.array(OpenForm) }),
});

export const EntrySummary = z.object({
  id: z.uuid(),
  formId: z.uuid(),
  title: z.string(),
  receivedAt: z.iso.datetime(),
  /** It came back and waits for the person to correct it. */
  isReturned: z.boolean(),
  /** The delegate who submitted it for the person. */
  sentBy: z.optional(z.string()),
});
export type EntrySummary = z.infer<typeof EntrySummary>;
/** An entry with the version of the form it was filled in with. */
export const FormEntry = z.extend(EntrySummary, {
  form: Form,
  formVersion: z.int(),
  values: FormValues,
  files: z.array(FormFile),
  /** What to change, while it waits to be corrected. */
  returned: z.nullable(z.object({ note: z.string(), at: z.iso.datetime() })),
});
export type FormEntry = z.infer<typeof FormEntry>;

/** Portal page of one of the reader's own entries. */
export const entryPath = (entryId: string) => `/forms/entries/${entryId}`;

/**
 * A form that the person has started and not submitted. `path` is null when no page that they may see contains it
 * anymore.
 */
export const BegunForm = z.object({
  formId: z.uuid(),
  title: z.string(),
  savedAt: z.iso.datetime(),
  path: z.nullable(z.string()),
});
export type BegunForm = z.infer<typeof BegunForm>;

export const listOwnEntries = endpoint({
  method: 'GET',
  path: '/api/v1/forms/entries',
  summary: 'What the person has submitted, newest first, and what they have started',
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: z.extend(page(EntrySummary), { begun: z.array(BegunForm) }),
});
export const getOwnEntry = endpoint({
  method: 'GET',
  path: '/api/v1/forms/entries/:entryId',
  summary: 'One entry of the person',
  params: z.object({ entryId: z.uuid() }),
  response: FormEntry,
});

/**
 * Opens a returned entry for correction: its answers become the person’s saved entry. `path` is a page with the form.
 * Throws `conflict` if the entry is not returned, if another entry of this form is begun, or if no page that the person
 * may see has the form.
 */
export const correctEntry = endpoint({
  method: 'POST',
  path: '/api/v1/forms/entries/:entryId/correct',
  summary: 'Opens a returned entry for correction',
  params: z.object({ entryId: z.uuid() }),
  response: z.object({ path: z.string() }),
});

/** Portal page where editors read the entries of a form. */
export const receivedEntriesPath = (formId: string) => `/forms/${formId}`;

/** Studio page where editors work on the entries of a form. */
export const formDeskPath = (formId: string) => `/studio/forms/${formId}`;

/** A form with its number of entries, for editors. */
export const FormOverview = z.object({
  formId: z.uuid(),
  title: z.string(),
  path: z.nullable(z.string()),
  entries: z.int(),
  /** Entries that nobody has begun to work on, and those in work. */
  newEntries: z.int(),
  inWork: z.int(),
  /** Of these, entries that should have been done before today. */
  overdue: z.int(),
  lastReceivedAt: z.nullable(z.iso.datetime()),
});
export type FormOverview = z.infer<typeof FormOverview>;
export const listForms = endpoint({
  method: 'GET',
  path: '/api/v1/studio/forms',
  summary: 'All forms with the number of their entries',
  access: 'editor',
  isHidden: true,
  response: z.object({ items: z.array(FormOverview) }),
});
/** An entry as editors see it. `email` is null when the identity provider does not provide it. */
export const ReceivedEntry = z.object({
  id: z.uuid(),
  receivedAt: z.iso.datetime(),
  formVersion: z.int(),
  person: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  /** The delegate who submitted it for the person. */
  sentBy: z.nullable(z.string()),
  values: FormValues,
  files: z.array(FormFile),
});
export type ReceivedEntry = z.infer<typeof ReceivedEntry>;
/**
 * `title` is from the newest version. `forms` has, by number, the form versions that the entries on this page were
 * filled in with. `before` is the id of an entry: the page lists those received before it. `older` is the `before` of
 * the next page, or null at the end.
 */
export const listFormEntries = endpoint({
  method: 'GET',
  path: '/api/v1/studio/forms/:formId/entries',
  summary: 'Entries received for a form, newest first',
  access: 'editor',
  isHidden: true,
  params: FormParams,
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)), before: z.optional(z.uuid()) }),
  response: z.extend(page(ReceivedEntry), {
    title: z.string(),
    forms: z.record(z.string(), Form),
    older: z.nullable(z.uuid()),
  }),
});
/** A ZIP archive with the files of all entries of a form. The token cookies authorize it. */
export const formFilesPath = (formId: string) => `/media/form-exports/${formId}.zip`;
/** A file with every entry of a form, with one column for each field of any version. */
export const formExportPath = (formId: string, format: 'csv' | 'xlsx') =>
  `/api/v1/studio/forms/${formId}/entries.${format}`;
