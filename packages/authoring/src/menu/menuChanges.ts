import type { MenuChangeCounts, MenuEntry, MenuTree } from '@portico/contracts/studio/menuDesk';
import { placedEntries, type PlacedEntry } from './menuTree.ts';

/** The names of the entries that differ between two menus, in the order of the new one. */
export interface MenuChanges {
  added: string[];
  removed: string[];
  /** In another menu, below another entry, or in another order. */
  moved: string[];
  changed: string[];
  /** Whether the logo leads elsewhere. */
  isLogoChanged: boolean;
}

export function menuChanges(before: MenuTree, after: MenuTree): MenuChanges {
  const [old, now] = [placedEntries(before), placedEntries(after)];
  const [oldById, nowById] = [byId(old), byId(now)];
  const kept = now.filter(({ entry }) => oldById.has(entry.id));
  const inPlace = unmoved(kept, oldById);
  return {
    added: namesOf(now.filter(({ entry }) => !oldById.has(entry.id))),
    removed: namesOf(old.filter(({ entry }) => !nowById.has(entry.id))),
    moved: namesOf(kept.filter(({ entry }) => !inPlace.has(entry.id))),
    changed: namesOf(kept.filter(({ entry }) => ownFields(entry) !== ownFields(oldById.get(entry.id)!.entry))),
    isLogoChanged: before.intranetUrl !== after.intranetUrl,
  };
}

export const countsOf = ({ added, removed, moved, changed }: MenuChanges): MenuChangeCounts => ({
  added: added.length,
  removed: removed.length,
  moved: moved.length,
  changed: changed.length,
});

export const isSameMenu = (before: MenuTree, after: MenuTree): boolean => {
  const { isLogoChanged, ...changes } = menuChanges(before, after);
  return !isLogoChanged && Object.values(changes).every((names) => names.length === 0);
};

const byId = (placed: PlacedEntry[]) => new Map(placed.map((each) => [each.entry.id, each]));
const namesOf = (placed: PlacedEntry[]) => placed.map(({ entry }) => entry.name);

/** The entries that stayed below the same one and, of those, the most that kept their order. */
function unmoved(kept: PlacedEntry[], oldById: ReadonlyMap<string, PlacedEntry>): Set<string> {
  const stayed = kept.filter(({ entry, placement, parentId }) => {
    const then = oldById.get(entry.id)!;
    return then.placement === placement && then.parentId === parentId;
  });
  const lists = Map.groupBy(stayed, ({ placement, parentId }) => `${placement} ${parentId ?? ''}`);
  return new Set([...lists.values()].flatMap((list) => longestRise(list, ({ entry }) => oldById.get(entry.id)!.index)));
}

/** The ids of a longest part of the list whose numbers rise. */
function longestRise(list: PlacedEntry[], numberOf: (placed: PlacedEntry) => number): string[] {
  const ends = list.map((placed) => ({ number: numberOf(placed), ids: [placed.entry.id] }));
  for (const [index, end] of ends.entries()) {
    const longest = ends
      .slice(0, index)
      .filter(({ number }) => number < end.number)
      .reduce<string[]>((best, { ids }) => (ids.length > best.length ? ids : best), []);
    end.ids = [...longest, ...end.ids];
  }
  return ends.reduce<string[]>((best, { ids }) => (ids.length > best.length ? ids : best), []);
}

/** Everything but what is below, in one order of keys. */
const ownFields = (entry: MenuEntry): string => {
  const sorted = (value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, each]) => [key, sorted(each)]);
  return JSON.stringify(sorted({ ...entry, submenuItems: [] }));
};
