import { type ContentComponent, slotsOf } from '@portico/kinds/content';
import type { Change, ItemContent, Place } from '@portico/contracts/studio/draft';
import { applyChange, applyChanges, hasRoomFor } from './applyChange.ts';
import { findComponent } from './tree/find.ts';
import { newComponent } from './newComponent.ts';

/* Structural editing steps as changes. Each function returns an empty list if the step is not possible. */

/** The components in the same list as a place. */
export function siblingsOf(draft: ItemContent, { tree, parent }: Pick<Place, 'tree' | 'parent'>): ContentComponent[] {
  if (parent === null) return draft.trees[tree];
  const found = findComponent(draft, parent.id);
  return found ? (slotsOf(found.component)[parent.slot] ?? []) : [];
}

const idBefore = (list: ContentComponent[], index: number): string | null => list[index - 1]?.id ?? null;

export interface Insertions {
  changes: Change[];
  /** Components that would exceed the limit of the item. */
  beyondLimit: ContentComponent[];
  /** Components that would be nested too deeply at this place. */
  tooDeep: ContentComponent[];
}

/** Inserts components one after another, as many as fit. */
export function insertAll(draft: ItemContent, components: readonly ContentComponent[], place: Place): Insertions {
  const result: Insertions = { changes: [], beyondLimit: [], tooDeep: [] };
  let current = draft;
  let { after } = place;
  for (const component of components) {
    const change: Change = { do: 'insert', component, place: { ...place, after } };
    const applied = applyChange(current, change);
    if (applied) {
      result.changes.push(change);
      current = applied.draft;
      after = component.id;
    } else (hasRoomFor(current, component) ? result.tooDeep : result.beyondLimit).push(component);
  }
  return result;
}

/** Moves a component one place up or down among its siblings. */
export function moveStep(draft: ItemContent, id: string, step: -1 | 1): Change[] {
  const found = findComponent(draft, id);
  if (!found) return [];
  const siblings = siblingsOf(draft, found.place);
  const index = siblings.findIndex((sibling) => sibling.id === id);
  const target = index + step;
  if (target < 0 || target >= siblings.length) return [];
  const after = step === -1 ? idBefore(siblings, target) : siblings[target]!.id;
  return [{ do: 'move', id, place: { ...found.place, after } }];
}

/** Moves a component to the end of the preceding container. */
export function moveInto(draft: ItemContent, id: string): Change[] {
  const found = findComponent(draft, id);
  if (!found) return [];
  const siblings = siblingsOf(draft, found.place);
  const before = siblings[siblings.findIndex((sibling) => sibling.id === id) - 1];
  const slots = before ? slotsOf(before) : [];
  if (!before || slots.length === 0) return [];
  const place = { tree: found.place.tree, parent: { id: before.id, slot: 0 }, after: slots[0]!.at(-1)?.id ?? null };
  return [{ do: 'move', id, place }];
}

/** Moves a component out of its container, to the place after it; from a column, to the next column if there is one. */
export function moveOut(draft: ItemContent, id: string): Change[] {
  const found = findComponent(draft, id);
  if (!found?.place.parent) return [];
  const outer = findComponent(draft, found.place.parent.id);
  if (!outer) return [];
  return [{ do: 'move', id, place: { ...outer.place, after: outer.component.id } }];
}

/** Moves a component to the end of the next or previous column of its container. */
export function moveToColumn(draft: ItemContent, id: string, step: -1 | 1): Change[] {
  const found = findComponent(draft, id);
  const parent = found?.place.parent;
  if (!parent) return [];
  const outer = findComponent(draft, parent.id);
  const column = outer && slotsOf(outer.component)[parent.slot + step];
  if (!column) return [];
  const place: Place = {
    ...found.place,
    parent: { id: parent.id, slot: parent.slot + step },
    after: column.at(-1)?.id ?? null,
  };
  return [{ do: 'move', id, place }];
}

/** Wraps adjacent components in a new container, at the place of the first. */
export function wrap(draft: ItemContent, ids: string[], kind: 'Columns' | 'ExpandCollapse'): Change[] {
  const [first] = ids;
  const found = first === undefined ? undefined : findComponent(draft, first);
  if (!found) return [];
  const container = newComponent(kind);
  const { tree } = found.place;
  let after: string | null = null;
  const moves = ids.map((id): Change => {
    const move: Change = { do: 'move', id, place: { tree, parent: { id: container.id, slot: 0 }, after } };
    after = id;
    return move;
  });
  const changes: Change[] = [{ do: 'insert', component: container, place: found.place }, ...moves];
  return applyChanges(draft, changes).inverse.length === changes.length ? changes : [];
}

/** Replaces a container with its content. */
export function unwrap(draft: ItemContent, id: string): Change[] {
  const found = findComponent(draft, id);
  const inside = found ? slotsOf(found.component).flat() : [];
  if (!found || slotsOf(found.component).length === 0) return [];
  let after: string = id;
  const moves = inside.map((component): Change => {
    const move: Change = { do: 'move', id: component.id, place: { ...found.place, after } };
    after = component.id;
    return move;
  });
  return [...moves, { do: 'remove', id }];
}
