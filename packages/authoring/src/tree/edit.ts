import { type ContentComponent, slotsOf } from '@portico/kinds/content';
import type { Place } from '@portico/contracts/studio/draft';
import { shellOf, withSlots } from '@portico/kinds/content';

/** Changes the list of components that contains a place. Everything outside the path to it keeps its identity. */
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

/**
 * Inserts a component at a place that exists. If the component to insert it after does not exist, it becomes the last.
 */
export function putAt(components: ContentComponent[], component: ContentComponent, place: Place): ContentComponent[] {
  return editList(components, place.parent, (list) => {
    const index = list.findIndex(({ id }) => id === place.after);
    const at = place.after === null ? 0 : index === -1 ? list.length : index + 1;
    return [...list.slice(0, at), component, ...list.slice(at)];
  });
}

/** Removes the component at a place, with everything in it. */
export function takeFrom(components: ContentComponent[], id: string, place: Place): ContentComponent[] {
  return editList(components, place.parent, (list) => list.filter((component) => component.id !== id));
}

/**
 * Replaces a component's own content and keeps its nested components; those of removed columns move to the last one.
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
  const slots = inside.slice(0, count);
  const rest = inside.slice(count).flat();
  const last = count - 1;
  if (rest.length > 0) slots[last] = [...(slots[last] ?? []), ...rest];
  return withSlots(shellOf(next), slots);
}
