import { walkComponents, type ContentComponent } from '@portico/contracts/content';
import { fieldKey, type Change, type Draft } from '@portico/contracts/studio/draft';
import { applyChange } from './applyChange.ts';
import { findComponent } from './tree/find.ts';

/** The stamp of everything, for a draft that was written anew from elsewhere. */
export const ALL = '*';

/**
 * For each field and component that was changed: the number of the save that changed it last, and who made it in which
 * tab.
 */
export type Stamps = Record<string, { sequence: number; by: string; clientId: string }>;

export interface Merged {
  draft: Draft;
  stamps: Stamps;
  /** The changes that were made, as they were made; they may be at another place than asked for. */
  made: Change[];
  conflicts: Array<{ index: number; key: string; by: string; current: ContentComponent | null }>;
}

/**
 * Makes changes that somebody wrote without having seen the saves of others after `base`. Two people who change
 * different things both get what they want. A change to something that was changed after `base` is a conflict and is
 * not made, so that its author can choose. Nothing that was written is dropped: a component whose place is gone goes to
 * the end of its tree.
 */
export function mergeChanges(
  stored: { draft: Draft; stamps: Stamps },
  changes: readonly Change[],
  save: { base: number; sequence: number; by: string; clientId: string },
): Merged {
  const result: Merged = { draft: stored.draft, stamps: { ...stored.stamps }, made: [], conflicts: [] };
  const newsOf = (key: string): Stamps[string] | undefined =>
    [stored.stamps[ALL], result.stamps[key]].find(
      (stamp) => stamp !== undefined && stamp.sequence > save.base && stamp.clientId !== save.clientId,
    );
  const stamp = { sequence: save.sequence, by: save.by, clientId: save.clientId };
  changes.forEach((change, index) => {
    const conflict = conflictOf(result.draft, change, newsOf);
    if (conflict) {
      result.conflicts.push({ index, ...conflict });
      return;
    }
    const made = withPlace(result.draft, change);
    const applied = applyChange(result.draft, made);
    if (!applied) return;
    for (const key of stampsOf(result.draft, made)) result.stamps[key] = stamp;
    result.draft = applied.draft;
    result.made.push(made);
  });
  return result;
}

/** Stamp of where a component is; writing in a component and moving it don't disturb each other. */
const placeKey = (key: string): string => `place:${key}`;

const idsInside = (component: ContentComponent): string[] =>
  [...walkComponents([component])].map((found) => found.component.id);

/** What a change stamps. A removed component is stamped too: somebody may be writing in it. */
function stampsOf(draft: Draft, change: Change): string[] {
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

/** A move overwrites nothing, so it never conflicts; an insertion only where somebody else brought the same back. */
function conflictOf(
  draft: Draft,
  change: Change,
  newsOf: (key: string) => Stamps[string] | undefined,
): Clash | undefined {
  if (change.do === 'move') return undefined;
  if (change.do === 'field') {
    const key = fieldKey(change.name);
    const news = newsOf(key);
    return news && { key, by: news.by, current: null };
  }
  const key = change.do === 'remove' ? change.id : change.component.id;
  const current = findComponent(draft, key)?.component ?? null;
  if (change.do === 'insert') {
    const news = current ? newsOf(key) : undefined;
    return news && { key, by: news.by, current };
  }
  if (change.do === 'set') {
    const news = newsOf(key);
    return current && !news ? undefined : { key, by: news?.by ?? '', current };
  }
  // What somebody else wrote in it, or brought into it, must not go with it.
  const inside = current ? idsInside(current).flatMap((id) => [id, placeKey(id)]) : [];
  const news = inside.map(newsOf).find((stamp) => stamp !== undefined);
  return news && { key, by: news.by, current };
}

/** The change with a place that is there: at the end of its tree when somebody removed what it was to go into. */
function withPlace(draft: Draft, change: Change): Change {
  if (change.do !== 'insert' || applyChange(draft, change)) return change;
  const after = draft.trees[change.place.tree].at(-1)?.id ?? null;
  return { ...change, place: { tree: change.place.tree, parent: null, after } };
}
