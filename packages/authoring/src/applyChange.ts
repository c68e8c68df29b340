import { MAX_COMPONENTS, walkComponents, type ContentComponent, slotsOf } from '@portico/kinds/content';
import { MAX_NESTING } from '@portico/kinds/nesting';
import {
  fieldChange,
  type Change,
  type ItemContent,
  type ContentFields,
  type FieldChange,
  type Place,
  type TreeName,
} from '@portico/contracts/studio/draft';
import { putAt, setAt, takeFrom } from './tree/edit.ts';
import { ancestorsOf, findComponent, heightOf, walkDraft } from './tree/find.ts';
import { shellOf } from '@portico/kinds/content';

export interface Applied {
  draft: ItemContent;
  /** Changes that undo this one when applied in this order. */
  inverse: Change[];
}

/**
 * Applies a change to a draft. Returns undefined if it can't be applied: a component or place does not exist, an id is
 * already in use, or the result would be nested too deeply or have too many components.
 */
export function applyChange(draft: ItemContent, change: Change): Applied | undefined {
  switch (change.do) {
    case 'insert':
      return insert(draft, change.component, change.place);
    case 'move':
      return move(draft, change);
    case 'remove':
      return remove(draft, change);
    case 'set':
      return set(draft, change);
    case 'field':
      return setField(draft, change);
  }
}

/** Whether an item has room for a component and everything in it. */
export function hasRoomFor(draft: ItemContent, component: ContentComponent): boolean {
  return [...walkDraft(draft)].length + [...walkComponents([component])].length <= MAX_COMPONENTS;
}

/** Applies changes in order, skipping those that can't be applied. `inverse` undoes all of them. */
export function applyChanges(draft: ItemContent, changes: readonly Change[]): Applied {
  let inverse: Change[] = [];
  let current = draft;
  for (const change of changes) {
    const applied = applyChange(current, change);
    if (!applied) continue;
    current = applied.draft;
    inverse = [...applied.inverse, ...inverse];
  }
  return { draft: current, inverse };
}

const withTree = (draft: ItemContent, tree: TreeName, components: ContentComponent[]): ItemContent => ({
  ...draft,
  trees: { ...draft.trees, [tree]: components },
});

function insert(draft: ItemContent, component: ContentComponent, place: Place): Applied | undefined {
  const components = draft.trees[place.tree];
  const ids = new Set([...walkDraft(draft)].map((found) => found.component.id));
  const added = [...walkComponents([component])].map((found) => found.component.id);
  if (added.some((id) => ids.has(id)) || new Set(added).size < added.length) return undefined;
  if (ids.size + added.length > MAX_COMPONENTS) return undefined;
  if (!hasRoomAt(draft, component, place)) return undefined;
  return {
    draft: withTree(draft, place.tree, putAt(components, component, place)),
    inverse: [{ do: 'remove', id: component.id }],
  };
}

/** Whether the place exists and the component fits within the maximum depth. */
function hasRoomAt(draft: ItemContent, component: ContentComponent, { parent, tree }: Place): boolean {
  if (parent === null) return heightOf(component) <= MAX_NESTING;
  const found = findComponent(draft, parent.id);
  return (
    found?.place.tree === tree &&
    parent.slot < slotsOf(found.component).length &&
    found.depth + heightOf(component) <= MAX_NESTING
  );
}

function move(draft: ItemContent, { id, place }: Extract<Change, { do: 'move' }>): Applied | undefined {
  const found = findComponent(draft, id);
  if (!found || place.after === id) return undefined;
  const { tree } = found.place;
  const isIntoItself =
    place.parent !== null &&
    (place.parent.id === id || ancestorsOf(draft.trees[tree], place.parent.id).some((outer) => outer.id === id));
  if (isIntoItself) return undefined;
  const without = withTree(draft, tree, takeFrom(draft.trees[tree], id, found.place));
  const moved = insert(without, found.component, place);
  return moved && { draft: moved.draft, inverse: [{ do: 'move', id, place: found.place }] };
}

function remove(draft: ItemContent, { id }: Extract<Change, { do: 'remove' }>): Applied | undefined {
  const found = findComponent(draft, id);
  if (!found) return undefined;
  const { tree } = found.place;
  return {
    draft: withTree(draft, tree, takeFrom(draft.trees[tree], id, found.place)),
    inverse: [{ do: 'insert', component: found.component, place: found.place }],
  };
}

function set(draft: ItemContent, { component }: Extract<Change, { do: 'set' }>): Applied | undefined {
  const found = findComponent(draft, component.id);
  if (!found || found.component.type !== component.type) return undefined;
  const { tree } = found.place;
  const count = slotsOf(component).length;
  const removed = slotsOf(found.component).slice(count);
  return {
    draft: withTree(draft, tree, setAt(draft.trees[tree], component, found.place)),
    inverse: [{ do: 'set', component: shellOf(found.component) }, ...returnTo(tree, component.id, removed, count)],
  };
}

/** Moves that return the components of removed columns to them. */
function returnTo(tree: TreeName, id: string, removed: ContentComponent[][], first: number): Change[] {
  return removed.flatMap((inside, index) =>
    inside.map((component, position): Change => ({
      do: 'move',
      id: component.id,
      place: { tree, parent: { id, slot: first + index }, after: inside[position - 1]?.id ?? null },
    })),
  );
}

function setField(draft: ItemContent, { name, value }: FieldChange): Applied {
  const before = fieldChange(name, draft.fields[name]);
  return { draft: { ...draft, fields: { ...draft.fields, [name]: value } as ContentFields }, inverse: [before] };
}
