import { MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** What content is filed under. Its names are called filing names. */
export const FilingScope = z.enum(['category', 'department']);
export type FilingScope = z.infer<typeof FilingScope>;

/**
 * `Rename` gives a name that nothing has, `Merge` one that exists; a retired name can't be chosen anymore, but what has
 * it keeps it.
 */
export const FilingChangeKind = z.enum(['Rename', 'Merge', 'Retire']);
export type FilingChangeKind = z.infer<typeof FilingChangeKind>;

/** Items that the list of uses names; it counts all. */
export const MAX_LISTED_USES = 100;
/** Changes of the history. */
export const MAX_FILING_CHANGES = 100;

const FilingName = z.object({
  name: z.string(),
  /** Items with it that readers see. */
  published: z.int(),
  /** Other items with it: drafts, next versions and archived items. */
  unpublished: z.int(),
  /** Whether a rule requires an approval for it. */
  hasRule: z.boolean(),
  /** People with a role for the department; 0 for categories. */
  people: z.int(),
  isRetired: z.boolean(),
  /** Names that lead to it, by name. */
  formerNames: z.array(z.string()),
});
export type FilingName = z.infer<typeof FilingName>;

const FilingChange = z.object({
  id: z.int(),
  kind: FilingChangeKind,
  from: z.string(),
  /** Null for a retired name. */
  to: z.nullable(z.string()),
  madeAt: z.iso.datetime(),
  madeBy: z.nullable(z.string()),
  undoneAt: z.nullable(z.iso.datetime()),
  undoneBy: z.nullable(z.string()),
  mayUndo: z.boolean(),
});
export type FilingChange = z.infer<typeof FilingChange>;

const FilingList = z.object({
  /** Counts what was done with names of the scope, and what was undone. */
  version: z.int(),
  names: z.array(FilingName),
  /** The latest first. */
  changes: z.array(FilingChange),
  /** Whether items still wait for their other name; until then, nothing else can be changed. */
  isApplying: z.boolean(),
});
export type FilingList = z.infer<typeof FilingList>;

const studio = { access: 'studio', isHidden: true } as const;
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_DEPARTMENT));
const params = z.object({ scope: FilingScope });
const Version = z.int();

export const listFilingNames = endpoint({
  method: 'GET',
  path: '/api/v1/studio/filing/:scope',
  summary: 'All categories or departments with their uses, and the latest changes',
  ...studio,
  params,
  response: FilingList,
});
export const listFilingUses = endpoint({
  method: 'GET',
  path: '/api/v1/studio/filing/:scope/uses',
  summary: 'The items with a category or department, by title, and the people with a role for it',
  ...studio,
  params,
  query: z.object({ name: Name }),
  response: z.object({
    items: z.array(z.object({ id: z.uuid(), kind: z.string(), title: z.string(), isLive: z.boolean() })),
    total: z.int(),
    people: z.array(z.string()),
  }),
});
/** `conflict` if someone else changed names of the scope since `version`, or the name exists, is retired or unknown. */
export const changeFilingName = endpoint({
  method: 'POST',
  path: '/api/v1/studio/filing/:scope/changes',
  summary: 'Renames, merges or retires a category or department everywhere',
  ...studio,
  params,
  body: z.object({ version: Version, kind: FilingChangeKind, from: Name, to: z.nullable(Name) }),
  response: FilingList,
});
/** `conflict` if the change can no longer be undone. */
export const undoFilingChange = endpoint({
  method: 'POST',
  path: '/api/v1/studio/filing/:scope/changes/:changeId/undo',
  summary: 'Undoes a change of a category or department',
  ...studio,
  params: z.extend(params, { changeId: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  body: z.object({ version: Version }),
  response: FilingList,
});
