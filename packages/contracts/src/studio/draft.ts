import { z } from 'zod/mini';
import { hasPlausibleYear, wrongYear } from '../base/days.ts';
import { ContentComponent, isShallow, isStorable, MAX_COMPONENTS, walkComponents } from '@portico/kinds/content';
import { ComponentId } from '@portico/kinds/contentBase';
import { MAX_NESTING } from '@portico/kinds/nesting';
import { fieldNames, itemKinds, type FieldName } from '@portico/kinds/items';
import { draftFields } from '@portico/kinds/itemSchemas';
import { isSafeHref } from '@portico/kinds/safeHref';

/** What editors write in the studio. */
export const StudioKind = z.enum(itemKinds);
export type StudioKind = z.infer<typeof StudioKind>;

/** The component trees of an item. Only events have the last two. */
export const treeNames = ['components', 'preEventData', 'postEventData'] as const;
export const TreeName = z.enum(treeNames);
export type TreeName = z.infer<typeof TreeName>;

/** Maximum size of a draft as JSON. */
export const MAX_DRAFT_BYTES = 2_000_000;
/**
 * Maximum size of one change as JSON. The body limit of the save call is slightly larger, to leave room for the
 * envelope.
 */
export const MAX_CHANGE_BYTES = 1_000_000;
export const MAX_CHANGE_KEYS = 24_000;
/** Far more than any component has. Checking objects with many properties is slow. */
const MAX_PROPERTIES = 100;
/** Maximum number of issues reported per component; a table can have thousands. */
const MAX_ISSUES = 20;

function valueAt(data: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], data);
}

/**
 * Whether an issue keeps a component from being stored even in a draft: a value of the wrong type, an unsafe link, or a
 * part that does not say which or what it is. Other values that are missing, too short or too long can be stored,
 * because the draft is still being written; `completeComponent` fills in what is missing.
 */
function isNeverStorable(issue: z.core.$ZodIssue, component: unknown): boolean {
  const value = valueAt(component, issue.path);
  if (value === undefined) return issue.path.at(-1) === 'id' || issue.code === 'invalid_union';
  if (issue.path.at(-1) === 'href') return value !== '' && !isSafeHref(String(value));
  if (issue.code === 'too_small' || issue.code === 'too_big' || issue.code === 'custom') return false;
  return issue.code !== 'invalid_format' || issue.path.at(-1) === 'id';
}

/** A component of a draft: as in the contract, but possibly incomplete. */
export const DraftComponent = z.pipe(
  z.unknown().check(
    z.refine(isShallow, { error: 'The data is nested too deeply', abort: true }),
    z.refine(isStorable, { error: 'A text contains a character that cannot be stored', abort: true }),
    z.refine((data) => Object.keys(data ?? {}).length <= MAX_PROPERTIES, {
      error: `A component has at most ${MAX_PROPERTIES} properties`,
      abort: true,
    }),
  ),
  z.looseObject({ id: ComponentId, type: z.string() }).check(
    z.superRefine((component, context) => {
      const parsed = z.safeParse(ContentComponent, component);
      const wrong = (parsed.error?.issues ?? []).filter((issue) => isNeverStorable(issue, component));
      for (const issue of wrong.slice(0, MAX_ISSUES))
        context.addIssue({ code: 'custom', input: component, path: issue.path, message: issue.message });
    }),
  ),
) as unknown as z.ZodMiniType<ContentComponent>;

const idsOf = (tree: ContentComponent[]): string[] => [...walkComponents(tree)].map(({ component }) => component.id);

function hasUniqueIds(tree: ContentComponent[]): boolean {
  const ids = idsOf(tree);
  return new Set(ids).size === ids.length;
}

/** Components of a draft, with the same limits as published ones: depth, number and unique ids. */
export const DraftTree = z.array(DraftComponent).check(
  z.refine(
    (tree) => [...walkComponents(tree)].every(({ depth }) => depth <= MAX_NESTING),
    `Components can be nested at most ${MAX_NESTING} levels deep`,
  ),
  z.refine((tree) => idsOf(tree).length <= MAX_COMPONENTS, `At most ${MAX_COMPONENTS} components`),
  z.refine(hasUniqueIds, 'Two components have the same ID'),
);

/** What an item has besides its components. A kind ignores the fields it does not use. */
export const ContentFields = z.object(draftFields);
export type ContentFields = z.infer<typeof ContentFields>;

/**
 * The content being written, with ids that are unique across all of its trees. It can be incomplete; publishing checks
 * for that.
 */
export const ItemContent = z.object({
  fields: ContentFields,
  trees: z
    .object({ components: DraftTree, preEventData: DraftTree, postEventData: DraftTree })
    .check(
      z.refine((trees) => hasUniqueIds(treeNames.flatMap((name) => trees[name])), 'Two components have the same ID'),
    ),
});
export type ItemContent = z.infer<typeof ItemContent>;

/**
 * A position for a component: in a tree, either at the top level or in slot `slot` of the component `parent` (a column
 * of Columns, 0 for ExpandCollapse). It is inserted after the component `after`, or first when that is null.
 */
export const Place = z.object({
  tree: TreeName,
  parent: z.nullable(z.object({ id: ComponentId, slot: z.int().check(z.minimum(0), z.maximum(3)) })),
  after: z.nullable(ComponentId),
});
export type Place = z.infer<typeof Place>;

/** Sets a field to another value. */
export type FieldChange<Of extends FieldName = FieldName> = {
  [Name in Of]: { do: 'field'; name: Name; value: ContentFields[Name] };
}[Of];
export const fieldChange = <Name extends FieldName>(name: Name, value: ContentFields[Name]): FieldChange<Name> => ({
  do: 'field',
  name,
  value,
});
const Instant = z.iso.datetime();
/** Checked for changes only: stored drafts may be older than this rule. */
const hasPlausibleInstant = (value: unknown): boolean => {
  const instant = value !== null && typeof value === 'object' && 'closesAt' in value ? value.closesAt : value;
  return !Instant.safeParse(instant).success || hasPlausibleYear(instant as string);
};
// A type for each field would be more than TypeScript computes; the type `FieldChange` is written out instead.
const FieldChange = z.discriminatedUnion(
  'name',
  fieldNames.map((name) =>
    z.object({
      do: z.literal('field'),
      name: z.literal(name),
      value: (draftFields[name] as z.ZodMiniType).check(z.refine(hasPlausibleInstant, { error: wrongYear })),
    }),
  ) as unknown as [z.ZodMiniObject],
);

const structureChanges = [
  z.object({ do: z.literal('insert'), component: DraftComponent, place: Place }),
  z.object({ do: z.literal('move'), id: ComponentId, place: Place }),
  z.object({ do: z.literal('remove'), id: ComponentId }),
  z.object({ do: z.literal('set'), component: DraftComponent }),
] as const;
/**
 * One editing step. `set` replaces a component's own content and leaves its nested components in place; a container
 * that loses columns moves their components to its last one.
 */
export const Change = z.discriminatedUnion('do', [...structureChanges, FieldChange]) as unknown as z.ZodMiniType<
  z.infer<(typeof structureChanges)[number]> | FieldChange
>;
export type Change = z.infer<typeof Change>;

/**
 * A `set` or `field` change as what differs from the version that the caller has seen: of that version as JSON (see
 * `canonicalJson`), `remove` characters from `at` on became `insert`. `hash` is that of the result. `key` is the id of
 * the component, or as in `fieldKey`. Components are without those nested in them.
 */
export const Splice = z.object({
  do: z.literal('splice'),
  key: z.string().check(z.maxLength(100)),
  at: z.int().check(z.minimum(0), z.maximum(MAX_CHANGE_BYTES)),
  remove: z.int().check(z.minimum(0), z.maximum(MAX_CHANGE_BYTES)),
  insert: z.string().check(z.maxLength(MAX_CHANGE_BYTES)),
  hash: z.string().check(z.maxLength(40)),
});
export type Splice = z.infer<typeof Splice>;

/** A change as it is sent. */
export const SentChange = z.discriminatedUnion('do', [
  Change as unknown as z.ZodMiniObject,
  Splice,
]) as unknown as z.ZodMiniType<Change | Splice>;
export type SentChange = z.infer<typeof SentChange>;

/** Key of a field, in places where a component's key is its id. */
export const fieldKey = (name: FieldName): string => `field:${name}`;
