import { walkComponents, type ContentComponent } from '@portico/kinds/content';
import { fieldKey, type Change, type ItemContent } from '@portico/contracts/studio/draft';
import { applyChange } from './applyChange.ts';
import { changeKey, currentOf, mergeChange } from './merging/mergeChange.ts';
import { findComponent } from './tree/find.ts';

/** Stamp key for the whole draft, set when the draft was replaced as a whole. */
export const ALL = '*';

/** The save that last changed something. */
interface Saved {
  sequence: number;
  by: string;
  /** Absent from saves by earlier versions. */
  at?: string | undefined;
}

/** The number of the save that last changed something, and by whom, when and in which tab. */
interface Stamp extends Saved {
  clientId: string;
  /** The last save of this tab that was merged with a text of someone else, who is `by` here. */
  merged?: Saved | undefined;
}

/** For each changed field and component, who last changed it. */
export type Stamps = Record<string, Stamp>;

export interface Merged {
  draft: ItemContent;
  stamps: Stamps;
  /** The changes as they were applied; their places can differ from those requested. */
  made: Change[];
  /** What the changes replaced: the first earlier version of each field and component. See `versionsAt`. */
  replaced: Change[];
  conflicts: Array<{
    index: number;
    key: string;
    by: string;
    at?: string | undefined;
    current: ContentComponent | null;
  }>;
}

/** What merging texts needs to know. */
interface Merging {
  /** Fields and components as they were at the base of the changes. */
  versions: ReadonlyMap<string, Change>;
  /** Whether a merged change breaks a limit that its two parts don't. The browser leaves that to the server. */
  breaksLimits: (merged: Change, mine: Change, theirs: Change) => boolean;
}

/**
 * Applies changes that someone made without having seen what others saved after `base`. Changes by two people to
 * different things are both applied. Of a text that was changed after `base`, both versions are merged; `versions` has
 * it as it was then. Other changes to something that was changed after `base` are conflicts and are not applied, so
 * that their author can choose. Nothing is lost: a component whose place no longer exists goes to the end of its
 * tree.
 */
export function mergeChanges(
  stored: { draft: ItemContent; stamps: Stamps },
  changes: readonly Change[],
  save: { base: number; sequence: number; by: string; at?: string; clientId: string },
  { versions, breaksLimits }: Merging = { versions: new Map(), breaksLimits: () => false },
): Merged {
  const result: Merged = { draft: stored.draft, stamps: { ...stored.stamps }, made: [], replaced: [], conflicts: [] };
  /** Versions on which later changes of the same call are based, of texts that were merged. */
  const sent = new Map<string, Change>();
  const wholeIsLater = (stored.stamps[ALL]?.sequence ?? 0) > save.base;
  const mergedWith = (change: Change): Change | undefined => {
    const key = changeKey(change);
    if (key === undefined || wholeIsLater || result.conflicts.some((conflict) => conflict.key === key))
      return undefined;
    const isMergeable = sent.has(key) || laterStampOf(key) !== undefined;
    const seen = isMergeable ? (sent.get(key) ?? versions.get(key)) : undefined;
    const current = seen && currentOf(result.draft, change);
    const merged = current && mergeChange(seen, change, current);
    if (!merged || breaksLimits(merged, change, current)) return undefined;
    sent.set(key, change);
    return merged;
  };
  /** The latest save of what the author of these changes had not seen. */
  const laterStampOf = (key: string): Saved | undefined =>
    [stored.stamps[ALL], result.stamps[key]]
      .map((stamp) => (stamp?.clientId === save.clientId ? stamp.merged : stamp))
      .find((stamp) => stamp !== undefined && stamp.sequence > save.base);
  const stampOf = (key: string, isMerged: boolean): Stamp => {
    const { sequence, by, at, clientId } = save;
    const last = result.stamps[key];
    const isOwn = last?.clientId === clientId;
    const merged = isOwn ? last.merged : isMerged && last ? { sequence, by: last.by, at: last.at } : undefined;
    return { sequence, by, at, clientId, ...(merged && { merged }) };
  };
  changes.forEach((asked, index) => {
    const mergedChange = mergedWith(asked);
    const change = mergedChange ?? asked;
    const conflict = mergedChange ? undefined : conflictOf(result.draft, change, laterStampOf);
    if (conflict) {
      result.conflicts.push({ index, ...conflict });
      return;
    }
    const made = withPlace(result.draft, change);
    const applied = applyChange(result.draft, made);
    if (!applied) return;
    for (const key of stampsOf(result.draft, made)) result.stamps[key] = stampOf(key, mergedChange !== undefined);
    result.draft = applied.draft;
    result.made.push(made);
    const [inverse] = applied.inverse;
    const isFirst = inverse && !result.replaced.some((each) => versionKey(each) === versionKey(inverse));
    if (isFirst && versionKey(inverse) !== undefined) result.replaced.push(inverse);
  });
  return result;
}

/** What a change that brings back an earlier version is about; undefined for a move. */
export const versionKey = (change: Change): string | undefined =>
  change.do === 'remove' ? change.id : changeKey(change);

/**
 * The versions of fields and components that a tab had seen, from what the saves since then replaced, in order. Without
 * those that can't be known: of components that were inserted since then, those this tab has changed itself, and what
 * several saves in one changed of which it had seen only some (`isPartlySeen`).
 */
export function versionsAt(
  saves: ReadonlyArray<{ writers: readonly string[]; replaced: readonly Change[]; isPartlySeen?: boolean }>,
  clientId: string,
): Map<string, Change> {
  const known = new Map<string, Change>();
  const unknown = new Set<string>();
  for (const save of saves)
    for (const change of save.replaced) {
      const key = versionKey(change)!;
      const isOwn = save.writers.includes(clientId);
      if (isOwn || save.isPartlySeen || (change.do === 'remove' && !known.has(key))) unknown.add(key);
      if (!known.has(key)) known.set(key, change);
    }
  for (const key of unknown) known.delete(key);
  return known;
}

/** Stamp key for a component's position. Editing a component and moving it don't conflict. */
const placeKey = (key: string): string => `place:${key}`;

const idsInside = (component: ContentComponent): string[] =>
  [...walkComponents([component])].map((found) => found.component.id);

/** The keys that a change stamps. A removed component is also stamped, because someone may be editing it. */
function stampsOf(draft: ItemContent, change: Change): string[] {
  switch (change.do) {
    case 'field':
      return [fieldKey(change.name)];
    case 'set':
      return [change.component.id];
    case 'insert':
      return idsInside(change.component);
    case 'move':
      return [placeKey(change.id)];
    case 'remove': {
      const found = findComponent(draft, change.id);
      return found ? idsInside(found.component) : [];
    }
  }
}

type Clash = Omit<Merged['conflicts'][number], 'index'>;

/**
 * A move overwrites nothing, so it never conflicts. An insertion conflicts only if someone else restored the same
 * component.
 */
function conflictOf(
  draft: ItemContent,
  change: Change,
  laterStampOf: (key: string) => Saved | undefined,
): Clash | undefined {
  if (change.do === 'move') return undefined;
  if (change.do === 'field') {
    const key = fieldKey(change.name);
    const later = laterStampOf(key);
    return later && { key, by: later.by, at: later.at, current: null };
  }
  const key = change.do === 'remove' ? change.id : change.component.id;
  const current = findComponent(draft, key)?.component ?? null;
  if (change.do === 'insert') {
    const later = current ? laterStampOf(key) : undefined;
    return later && { key, by: later.by, at: later.at, current };
  }
  if (change.do === 'set') {
    const later = laterStampOf(key);
    return current && !later ? undefined : { key, by: later?.by ?? '', at: later?.at, current };
  }
  // Text that someone else changed in it, or components they moved into it, must not be removed with it.
  const inside = current ? idsInside(current).flatMap((id) => [id, placeKey(id)]) : [];
  const later = inside.map(laterStampOf).find((stamp) => stamp !== undefined);
  return later && { key, by: later.by, at: later.at, current };
}

/** The change with a place that exists: at the end of the tree if the parent of an insertion was removed. */
export function withPlace(draft: ItemContent, change: Change): Change {
  if (change.do !== 'insert' || applyChange(draft, change)) return change;
  const after = draft.trees[change.place.tree].at(-1)?.id ?? null;
  return { ...change, place: { tree: change.place.tree, parent: null, after } };
}
