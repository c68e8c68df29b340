import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { Abbreviation } from '../search/search.ts';

const editors = { access: 'editor', isHidden: true } as const;
const Params = z.object({ abbreviationId: z.uuid() });

/** Changes of the history. */
export const MAX_ABBREVIATION_CHANGES = 100;
/** Days of searches that uses count. */
export const ABBREVIATION_USE_DAYS = 90;
/** Items that uses list. */
export const MAX_ABBREVIATION_USES = 10;

export const AbbreviationChangeKind = z.enum(['Add', 'Change', 'Merge', 'Remove']);
const Text = z.object({ abbreviation: z.string(), meaning: z.string() });

const AbbreviationChange = z.object({
  id: z.int(),
  kind: AbbreviationChangeKind,
  /** Null for one that was added. */
  before: z.nullable(Text),
  /** Null for one that was removed. */
  after: z.nullable(Text),
  madeAt: z.iso.datetime(),
  madeBy: z.nullable(z.string()),
  undoneAt: z.nullable(z.iso.datetime()),
  undoneBy: z.nullable(z.string()),
  /** Whether the abbreviation is still as the change left it. */
  mayUndo: z.boolean(),
});
export type AbbreviationChange = z.infer<typeof AbbreviationChange>;
const Changes = z.object({ items: z.array(AbbreviationChange) });

export const listAbbreviationChanges = endpoint({
  method: 'GET',
  path: '/api/v1/studio/abbreviation-changes',
  summary: 'What was done with abbreviations, the latest first',
  ...editors,
  response: Changes,
});

/** `conflict` if the abbreviation was changed again, or another one has what it was. */
export const undoAbbreviationChange = endpoint({
  method: 'POST',
  path: '/api/v1/studio/abbreviation-changes/:changeId/undo',
  summary: 'Undoes a change of an abbreviation',
  ...editors,
  params: z.object({ changeId: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  response: Changes,
});

/**
 * Gives an abbreviation the meaning of another one, so that searches for either find the same. `conflict` if someone
 * else changed it since `version`, or they mean the same already.
 */
export const mergeAbbreviation = endpoint({
  method: 'POST',
  path: '/api/v1/studio/abbreviations/:abbreviationId/merge',
  summary: 'Gives an abbreviation the meaning of another one',
  ...editors,
  params: Params,
  body: z.object({ version: z.int(), into: z.uuid() }),
  response: Abbreviation,
});

export const listAbbreviationUses = endpoint({
  method: 'GET',
  path: '/api/v1/studio/abbreviations/:abbreviationId/uses',
  summary: 'How often an abbreviation is searched for, and what that finds',
  ...editors,
  params: Params,
  response: z.object({
    /** Searches for exactly the abbreviation; null for a count that is too small to be shown. */
    searches: z.nullable(z.int()),
    /** Whether a pinned answer has it as a term. */
    isPinned: z.boolean(),
    /** The best results that the caller sees as a reader, and how many there are. */
    items: z.array(z.object({ id: z.uuid(), title: z.string(), path: z.string() })),
    total: z.int(),
  }),
});
