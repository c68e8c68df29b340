import { cleanText } from '@portico/kinds/typedText';
import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { MAX_TERM_LENGTH, SearchResult } from './search.ts';

/** Terms of one pinned answer. */
export const MAX_PINNED_TERMS = 20;
/** Items of one pinned answer; readers see them above all results. */
export const MAX_PINNED_ITEMS = 3;
/** Pinned answers in all. */
export const MAX_PINNED_ANSWERS = 1000;
/** Changes of the history. */
export const MAX_PINNED_CHANGES = 100;
/** Results that a preview shows of each search. */
export const MAX_PREVIEW_RESULTS = 5;

const Term = z.string().check(z.maxLength(MAX_TERM_LENGTH), z.overwrite(cleanText), z.minLength(2));
const ItemIds = z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_PINNED_ITEMS));

const PinnedItem = z.object({
  itemId: z.uuid(),
  title: z.string(),
  kind: z.string(),
  /** Null for an item without a page, such as a document. */
  path: z.nullable(z.string()),
  /** `Shown` to its audience, `Hidden` while it is not published or has expired, `Deleted` for good. */
  state: z.enum(['Shown', 'Hidden', 'Deleted']),
});
export type PinnedItem = z.infer<typeof PinnedItem>;

const PinnedAnswer = z.object({ id: z.uuid(), terms: z.array(z.string()), items: z.array(PinnedItem) });
export type PinnedAnswer = z.infer<typeof PinnedAnswer>;

export const PinnedChangeKind = z.enum(['Add', 'Change', 'Merge', 'Retire']);

const PinnedChange = z.object({
  id: z.int(),
  kind: PinnedChangeKind,
  /** Terms of the answer that was added, changed, merged or retired, as they were before; when added, after. */
  terms: z.array(z.string()),
  /** Terms after a change or a merge. */
  termsAfter: z.array(z.string()),
  madeAt: z.iso.datetime(),
  madeBy: z.nullable(z.string()),
  undoneAt: z.nullable(z.iso.datetime()),
  undoneBy: z.nullable(z.string()),
  mayUndo: z.boolean(),
});
export type PinnedChange = z.infer<typeof PinnedChange>;

export const PinnedAnswerList = z.object({
  /** Counts what was done, and what was undone. */
  version: z.int(),
  /** By their first term. */
  answers: z.array(PinnedAnswer),
  /** The latest first. */
  changes: z.array(PinnedChange),
});
export type PinnedAnswerList = z.infer<typeof PinnedAnswerList>;

const studio = { access: 'studio', isHidden: true } as const;

export const listPinnedAnswers = endpoint({
  method: 'GET',
  path: '/api/v1/studio/pinned-answers',
  summary: 'Pinned answers with their items, and the latest changes',
  ...studio,
  response: PinnedAnswerList,
});

/**
 * `Save` adds an answer under an id of the client, or changes it; `Merge` gives the terms and items of one to another.
 * `conflict` if someone else changed pinned answers since `version`, or another answer has a term.
 */
export const changePinnedAnswers = endpoint({
  method: 'POST',
  path: '/api/v1/studio/pinned-answers/changes',
  summary: 'Adds, changes, merges or retires a pinned answer',
  ...studio,
  body: z.object({
    version: z.int(),
    change: z.discriminatedUnion('do', [
      z.object({
        do: z.literal('Save'),
        id: z.uuid(),
        terms: z.array(Term).check(z.minLength(1), z.maxLength(MAX_PINNED_TERMS)),
        itemIds: ItemIds,
      }),
      z.object({ do: z.literal('Merge'), id: z.uuid(), into: z.uuid() }),
      z.object({ do: z.literal('Retire'), id: z.uuid() }),
    ]),
  }),
  response: PinnedAnswerList,
});

/** `conflict` if the change can no longer be undone. */
export const undoPinnedChange = endpoint({
  method: 'POST',
  path: '/api/v1/studio/pinned-answers/changes/:changeId/undo',
  summary: 'Undoes a change of pinned answers',
  ...studio,
  params: z.object({ changeId: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  body: z.object({ version: z.int() }),
  response: PinnedAnswerList,
});

/** What a person finds for a term. Results are the best of each group, in the order of the groups. */
export const previewPinnedAnswer = endpoint({
  method: 'POST',
  path: '/api/v1/studio/pinned-answers/preview',
  summary: 'What a person finds for a term today, and which of these items they would see above',
  ...studio,
  body: z.object({
    term: Term,
    itemIds: z.array(z.uuid()).check(z.maxLength(MAX_PINNED_ITEMS)),
    /** Null for the caller. */
    personId: z.nullable(z.uuid()),
  }),
  response: z.object({
    pinnedToday: z.array(SearchResult),
    pinnedThen: z.array(SearchResult),
    results: z.array(SearchResult),
    total: z.int(),
  }),
});
