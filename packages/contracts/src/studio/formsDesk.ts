import { z } from 'zod/mini';
import { isStorable } from '@portico/kinds/content';
import { FieldAlias } from '@portico/kinds/formConditions';
import { Form } from '@portico/kinds/formFields';
import { cleanText } from '@portico/kinds/typedText';
import { InstantInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';
import { formDeskPath } from '../forms/forms.ts';
import { FormFile, FormValues } from '../forms/formValues.ts';
import { ListText, MAX_PAGE, page, queryInt, queryList } from '../base/paging.ts';

const editor = { access: 'editor', isHidden: true } as const;
const FormParams = z.object({ formId: z.uuid() });
const EntryParams = z.object({ formId: z.uuid(), entryId: z.uuid() });

export const DESK_ENTRIES_PAGE_SIZE = 50;
/** Questions that are shown as columns at once. */
export const MAX_DESK_QUESTIONS = 8;
export const MAX_ANSWER_FILTERS = 5;
/** Entries that are changed together. */
export const MAX_CHANGED_ENTRIES = 200;
export const MAX_ENTRY_NOTE = 2000;
export const MAX_RETURN_NOTE = 1000;
export const MAX_DESK_VIEWS = 20;
export const MAX_VIEW_NAME = 60;
/** Until an entry is to be done. */
export const MAX_DAYS_TO_DO = 365;
export const ASSIGNED_ENTRIES_PAGE_SIZE = 20;
const MAX_FORM_VERSION = 999_999;

const requiredText = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength),
    z.refine(isStorable, 'Cannot be stored'),
    z.refine((text) => cleanText(text) !== '', 'Must not be empty'),
  );

export const EntryState = z.enum(['New', 'InWork', 'Done', 'Returned']);
export type EntryState = z.infer<typeof EntryState>;

/** Someone who may work on entries. */
const Colleague = z.object({ id: z.uuid(), name: z.string() });
export type Colleague = z.infer<typeof Colleague>;

/** A question of any version of the form; `label` is unique, with the alias if two questions have the same text. */
const DeskQuestion = z.object({
  alias: FieldAlias,
  label: z.string(),
  type: z.string(),
  /** The newest version doesn’t ask it anymore. */
  isGone: z.boolean(),
  options: z.optional(z.array(z.object({ value: z.string(), label: z.string() }))),
});
export type DeskQuestion = z.infer<typeof DeskQuestion>;

/**
 * Until when an entry is to be done, if it is new or in work and its form says in how many days: a day of the firm, on
 * which it is not overdue yet. A correction by the sender starts the days again.
 */
const Due = z.object({ dueOn: z.nullable(z.iso.date()), isOverdue: z.boolean() });

/** What the desk knows about an entry. `version` increases with each change of state or assignee. */
const Standing = z.object({
  state: EntryState,
  assignee: z.nullable(Colleague),
  version: z.int(),
});

/**
 * `values` and `files` have only the chosen questions; `unasked` are those of them that the entry’s version of the form
 * doesn’t have.
 */
export const DeskEntry = z.extend(Standing, {
  ...Due.shape,
  id: z.uuid(),
  formVersion: z.int(),
  unasked: z.array(FieldAlias),
  receivedAt: z.iso.datetime(),
  person: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  /** The delegate who submitted it for the person. */
  sentBy: z.nullable(z.string()),
  values: FormValues,
  files: z.array(FormFile),
  notes: z.int(),
});
export type DeskEntry = z.infer<typeof DeskEntry>;

export const DeskEntrySort = z.enum(['Newest', 'Oldest', 'Due', 'Name', 'Changed', 'Answer']);
export type DeskEntrySort = z.infer<typeof DeskEntrySort>;

/** `Me`, `Nobody`, or the id of a person. */
const Assigned = z.union([z.enum(['Me', 'Nobody']), z.uuid()]);

/** `alias:value`, the value being that of a choice, or `true` or `false` of a checkbox. */
const AnswerFilter = z
  .string()
  .check(z.regex(/^[^:]{1,100}:/), z.maxLength(320), z.refine(isStorable, 'Cannot be stored'));

/** The number of a version of a form. */
const VersionInput = queryInt(1, MAX_FORM_VERSION);

const DeskFilters = z.object({
  state: z.optional(EntryState),
  version: z.optional(VersionInput),
  due: z.optional(z.enum(['Overdue'])),
  assigned: z.optional(Assigned),
  text: z.optional(ListText),
  answer: z.optional(queryList(AnswerFilter, MAX_ANSWER_FILTERS)),
});

/** A saved view: the query string of the table’s address. */
export const DeskView = z.object({ id: z.uuid(), name: z.string(), query: z.string() });
export type DeskView = z.infer<typeof DeskView>;

/**
 * `daysToDo` is within how many days entries are to be done. `version` is 0 while a form has never had limits.
 */
export const FormLimits = z.object({
  closesAt: z.nullable(z.iso.datetime()),
  capacity: z.nullable(z.int()),
  isOnce: z.boolean(),
  daysToDo: z.nullable(z.int()),
  version: z.int(),
});
export type FormLimits = z.infer<typeof FormLimits>;
export const MAX_FORM_CAPACITY = 1_000_000;

/**
 * Entries of a form that match all filters. `Due` sorts open entries first, those that wait the longest at the top.
 * `text` is found in names, email addresses, answers and the beginning of the reference. `questions` are the columns,
 * by default the first ones. `by` is the question whose answers `Answer` sorts by; entries without an answer come last.
 * `after` is the id of the last entry of the previous page.
 */
export const listDeskEntries = endpoint({
  method: 'GET',
  path: '/api/v1/studio/forms/:formId/desk',
  summary: 'Entries of a form as a table',
  ...editor,
  params: FormParams,
  query: z.extend(DeskFilters, {
    questions: z.optional(queryList(FieldAlias, MAX_DESK_QUESTIONS)),
    sort: z.optional(DeskEntrySort),
    by: z.optional(FieldAlias),
    after: z.optional(z.uuid()),
  }),
  response: z.object({
    title: z.string(),
    newestVersion: z.int(),
    /** All entries of the form by state, whatever the filters are. */
    counts: z.record(EntryState, z.int()),
    overdue: z.int(),
    questions: z.array(DeskQuestion),
    /** Aliases of the columns. */
    chosen: z.array(FieldAlias),
    views: z.array(DeskView),
    limits: FormLimits,
    total: z.int(),
    items: z.array(DeskEntry),
    /** The `after` of the next page, or null on the last one. */
    next: z.nullable(z.uuid()),
  }),
});

/** A choice or checkbox with how often each answer was given. `answered` counts entries with any answer to it. */
const AnswerCount = z.object({
  alias: FieldAlias,
  label: z.string(),
  answered: z.int(),
  options: z.array(z.object({ value: z.string(), label: z.string(), entries: z.int() })),
});
export type AnswerCount = z.infer<typeof AnswerCount>;

/** Of the `total` entries that match the filters. */
export const countDeskAnswers = endpoint({
  method: 'GET',
  path: '/api/v1/studio/forms/:formId/answers',
  summary: 'How often each answer to a choice was given',
  ...editor,
  params: FormParams,
  query: DeskFilters,
  response: z.object({ title: z.string(), total: z.int(), items: z.array(AnswerCount) }),
});

/** A version of a form, with the entries that were made with it. */
const FormVersionSummary = z.object({ version: z.int(), publishedAt: z.iso.datetime(), entries: z.int() });
export type FormVersionSummary = z.infer<typeof FormVersionSummary>;

/**
 * Two versions of a form, by default the newest one and the one before it. `from` is null if `to` is the first one and
 * no other was asked for. Throws `not_found` for an unknown version.
 */
export const compareFormVersions = endpoint({
  method: 'GET',
  path: '/api/v1/studio/forms/:formId/versions',
  summary: 'Versions of a form, and two of them side by side',
  ...editor,
  params: FormParams,
  query: z.object({ from: z.optional(VersionInput), to: z.optional(VersionInput) }),
  response: z.object({
    title: z.string(),
    /** Newest first. */
    versions: z.array(FormVersionSummary),
    from: z.nullable(z.object({ version: z.int(), form: Form })),
    to: z.object({ version: z.int(), form: Form }),
  }),
});

/** A change of state or assignee. Names are null for people who have been deleted. */
const EntryChange = z.object({
  id: z.uuid(),
  by: z.nullable(z.string()),
  at: z.iso.datetime(),
  from: z.object({ state: EntryState, assignee: z.nullable(z.string()) }),
  to: z.object({ state: EntryState, assignee: z.nullable(z.string()) }),
});
export type EntryChange = z.infer<typeof EntryChange>;
const EntryNote = z.object({ id: z.uuid(), by: z.nullable(z.string()), at: z.iso.datetime(), text: z.string() });
export type EntryNote = z.infer<typeof EntryNote>;

/** One entry with all answers, notes and changes, each from the oldest to the newest. */
export const getDeskEntry = endpoint({
  method: 'GET',
  path: '/api/v1/studio/forms/:formId/desk/:entryId',
  summary: 'One entry with notes and history',
  ...editor,
  params: EntryParams,
  response: z.extend(z.omit(DeskEntry, { notes: true, unasked: true }), {
    form: Form,
    newestVersion: z.int(),
    notes: z.array(EntryNote),
    changes: z.array(EntryChange),
    /** When it was sent again, the last time. */
    correctedAt: z.nullable(z.iso.datetime()),
    /** What the sender is to change, while the entry is returned. */
    returned: z.nullable(z.object({ note: z.string(), at: z.iso.datetime() })),
    /** What it said before each correction, and why it was returned, the first one first. */
    earlier: z.array(z.object({ form: Form, values: FormValues, sentAt: z.iso.datetime(), note: z.string() })),
  }),
});

/**
 * Entries of all forms that are assigned to the caller and new or in work, overdue ones first, then those that are due
 * next, then those without a due date, the oldest first.
 */
export const listAssignedEntries = endpoint({
  method: 'GET',
  path: '/api/v1/studio/forms/assigned',
  summary: 'Entries that are assigned to the caller and not done',
  ...editor,
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: page(
    z.object({
      ...Due.shape,
      id: z.uuid(),
      formId: z.uuid(),
      title: z.string(),
      sender: z.string(),
      state: EntryState,
      receivedAt: z.iso.datetime(),
    }),
  ),
});

/** Everyone who may read entries, by name. */
export const listDeskColleagues = endpoint({
  method: 'GET',
  path: '/api/v1/studio/forms/colleagues',
  summary: 'People who may work on entries of forms',
  ...editor,
  response: z.object({ items: z.array(Colleague) }),
});

/**
 * `version` is the one that the caller saw. An entry that somebody has changed since stays as it is and is returned
 * with `isChanged` false; the others change. `id` identifies the change: sending it again has no further effect. Undo
 * is a change back to `before`. Throws, changing nothing, `not_found` for an entry of another form, and `invalid_input`
 * to return an entry for which nobody wrote what to change (see `returnDeskEntry`).
 */
export const changeDeskEntries = endpoint({
  method: 'POST',
  path: '/api/v1/studio/forms/:formId/desk',
  summary: 'Changes state and assignee of entries',
  ...editor,
  params: FormParams,
  body: z.object({
    id: z.uuid(),
    entries: z
      .array(z.object({ id: z.uuid(), version: z.int(), state: EntryState, assigneeId: z.nullable(z.uuid()) }))
      .check(z.minLength(1), z.maxLength(MAX_CHANGED_ENTRIES)),
  }),
  response: z.object({
    items: z.array(
      z.extend(Standing, {
        id: z.uuid(),
        isChanged: z.boolean(),
        /** Who changed it last, for entries that stayed as they are. */
        changedBy: z.nullable(z.string()),
        /** For entries that changed. */
        before: z.nullable(z.object({ state: EntryState, assigneeId: z.nullable(z.uuid()) })),
      }),
    ),
  }),
});

/**
 * Sends an entry back: the sender gets a notification and an email, corrects it and sends it again. `version` is the
 * one that the caller saw. Sending it again with the same `id` has no further effect. Throws `conflict` if somebody has
 * changed the entry since.
 */
export const returnDeskEntry = endpoint({
  method: 'POST',
  path: '/api/v1/studio/forms/:formId/desk/:entryId/return',
  summary: 'Returns an entry to its sender for correction',
  ...editor,
  params: EntryParams,
  body: z.object({ id: z.uuid(), version: z.int(), text: requiredText(MAX_RETURN_NOTE) }),
  response: Standing,
});

/** Sending a note again with the same id has no further effect. */
export const addEntryNote = endpoint({
  method: 'POST',
  path: '/api/v1/studio/forms/:formId/desk/:entryId/notes',
  summary: 'Adds a note for colleagues to an entry',
  ...editor,
  params: EntryParams,
  body: z.object({ id: z.uuid(), text: requiredText(MAX_ENTRY_NOTE) }),
  response: EntryNote,
});

/** `version` is the one that the caller saw. Throws `conflict` if somebody has changed the limits since. */
export const saveFormLimits = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/forms/:formId/limits',
  summary: 'Sets until when, how many and how often people can send a form, and when entries are to be done',
  ...editor,
  params: FormParams,
  body: z.object({
    closesAt: z.nullable(InstantInput),
    capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_FORM_CAPACITY))),
    isOnce: z.boolean(),
    daysToDo: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_DAYS_TO_DO))),
    version: z.int(),
  }),
  response: FormLimits,
});

/** Replaces the caller’s view of this form with the same name. Throws `conflict` above `MAX_DESK_VIEWS`. */
export const saveDeskView = endpoint({
  method: 'POST',
  path: '/api/v1/studio/forms/:formId/views',
  summary: 'Saves filters, sorting and columns of the table under a name',
  ...editor,
  params: FormParams,
  body: z.object({
    name: requiredText(MAX_VIEW_NAME),
    query: z.string().check(z.maxLength(2000), z.refine(isStorable, 'Cannot be stored')),
  }),
  response: DeskView,
});
export const deleteDeskView = endpoint({
  method: 'DELETE',
  path: '/api/v1/studio/forms/:formId/views/:viewId',
  summary: 'Deletes a saved view',
  ...editor,
  params: z.object({ formId: z.uuid(), viewId: z.uuid() }),
});

/** One entry on the page of its form. */
export const deskEntryPath = (formId: string, entryId: string) => `${formDeskPath(formId)}?entry=${entryId}`;
