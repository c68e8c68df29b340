import type { ContentComponent } from '@portico/contracts/content';
import { slotsOf, type Place } from '@portico/contracts/studio/draft';
import { shellOf, withSlots } from './slots.ts';

/** Changes the list of components that a place is in; everything beside the way to it stays the same object. */
function editList(
  components: ContentComponent[],
  parent: Place['parent'],
  edit: (list: ContentComponent[]) => ContentComponent[],
): ContentComponent[] {
  if (parent === null) return edit(components);
  return components.map((component) => {
    const slots = slotsOf(component);
    if (slots.length === 0) return component;
    if (component.id === parent.id)
      return withSlots(
        component,
        slots.map((inside, slot) => (slot === parent.slot ? edit(inside) : inside)),
      );
    const edited = slots.map((inside) => editList(inside, parent, edit));
    return edited.every((inside, slot) => isSameList(inside, slots[slot]!)) ? component : withSlots(component, edited);
  });
}

const isSameList = (a: ContentComponent[], b: ContentComponent[]): boolean =>
  a.length === b.length && a.every((component, index) => component === b[index]);

/** Puts a component at a place that exists. Behind a component that is not there means last. */
export function putAt(components: ContentComponent[], component: ContentComponent, place: Place): ContentComponent[] {
  return editList(components, place.parent, (list) => {
    const index = list.findIndex(({ id }) => id === place.after);
    const at = place.after === null ? 0 : index === -1 ? list.length : index + 1;
    return [...list.slice(0, at), component, ...list.slice(at)];
  });
}

/** Takes the component at a place out of its tree, with all that is inside it. */
export function takeFrom(components: ContentComponent[], id: string, place: Place): ContentComponent[] {
  return editList(components, place.parent, (list) => list.filter((component) => component.id !== id));
}

/**
 * Replaces what a component says. What is inside stays; a column that is gone leaves its components to the last one.
 */
export function setAt(components: ContentComponent[], next: ContentComponent, place: Place): ContentComponent[] {
  return editList(components, place.parent, (list) =>
    list.map((component) => (component.id === next.id ? withContentOf(next, component) : component)),
  );
}

function withContentOf(next: ContentComponent, before: ContentComponent): ContentComponent {
  const inside = slotsOf(before);
  const count = slotsOf(next).length;
  if (count === 0) return next;
  const kept = inside.slice(0, count);
  const rest = inside.slice(count).flat();
  const last = count - 1;
  if (rest.length > 0) kept[last] = [...(kept[last] ?? []), ...rest];
  return withSlots(shellOf(next), kept);
}
