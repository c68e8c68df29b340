import { type ContentComponent, slotsOf } from '@portico/kinds/content';
import { treeNames, type ItemContent, type Place, type TreeName } from '@portico/contracts/studio/draft';

export interface Found {
  component: ContentComponent;
  /** Its current place. */
  place: Place;
  /** 1 for a component at the top of the tree. */
  depth: number;
}

/** Every component of a tree with its place, in reading order. */
export function* walkPlaces(
  tree: TreeName,
  components: readonly ContentComponent[],
  parent: Place['parent'] = null,
  depth = 1,
): Generator<Found> {
  let after: string | null = null;
  for (const component of components) {
    yield { component, place: { tree, parent, after }, depth };
    for (const [slot, inside] of slotsOf(component).entries())
      yield* walkPlaces(tree, inside, { id: component.id, slot }, depth + 1);
    after = component.id;
  }
}

/** Every component of a draft with its place. */
export function* walkDraft(draft: Pick<ItemContent, 'trees'>): Generator<Found> {
  for (const tree of treeNames) yield* walkPlaces(tree, draft.trees[tree]);
}

export function findComponent(draft: ItemContent, id: string): Found | undefined {
  for (const found of walkDraft(draft)) if (found.component.id === id) return found;
  return undefined;
}

/** The containers around a component, outermost first. */
export function ancestorsOf(components: readonly ContentComponent[], id: string): ContentComponent[] {
  for (const component of components) {
    if (component.id === id) return [];
    for (const inside of slotsOf(component)) {
      if (inside.some((child) => child.id === id)) return [component];
      const deeper = ancestorsOf(inside, id);
      if (deeper.length > 0) return [component, ...deeper];
    }
  }
  return [];
}

/** Number of levels in a component, including itself. */
export function heightOf(component: ContentComponent): number {
  return 1 + Math.max(0, ...slotsOf(component).flat().map(heightOf));
}
