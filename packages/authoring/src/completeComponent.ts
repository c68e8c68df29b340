import { schemas } from '@portico/kinds/components';
import { shapeOf, slotsOf, withSlots, type ContentComponent } from '@portico/kinds/content';
import { isIdentity, withEmptyParts, type Schema } from '@portico/kinds/emptyParts';
import { treeNames, type Change, type ItemContent } from '@portico/contracts/studio/draft';

interface CompleteOptions {
  /**
   * Whether the component is being saved, so that identities such as that of a form are made up once. Everyone who
   * reads a stored draft would make up another one.
   */
  isNew?: boolean;
}

/**
 * An unfinished component with everything that a new one of its kind has, so that nobody has to expect an absent
 * property: what the kind starts with, then empty texts and lists. What only a person can provide, such as a picture,
 * stays absent. The result depends on the component alone, except for identities. A complete component keeps its
 * identity, as does one of an unknown kind.
 */
export function completeComponent(
  component: ContentComponent,
  { isNew = false }: CompleteOptions = {},
): ContentComponent {
  const shape = shapeOf(component);
  if (!shape) return component;
  const schema = schemas[component.type];
  const properties: Record<string, Schema> = schema.shape;
  let count = 0;
  // The same every time, so that everyone who reads the component has the same ids.
  const newId = () => `${String(component.id).slice(0, 50)}-${(count += 1)}`;
  const missing = Object.keys(properties).filter((name) => Reflect.get(component, name) === undefined);
  const blank: Record<string, unknown> = missing.length > 0 ? shape.blank(newId) : {};
  const added = missing.filter((name) => name in blank && (isNew || !isIdentity(properties[name]!)));
  const started =
    added.length > 0 ? { ...component, ...Object.fromEntries(added.map((name) => [name, blank[name]])) } : component;
  const filled = withEmptyParts(schema, started);
  const lists = slotsOf(filled);
  const inside = lists.map((list) => list.map((child) => completeComponent(child, { isNew })));
  const isSame = inside.every((list, slot) => list.every((child, index) => child === lists[slot]![index]));
  return isSame ? filled : withSlots(filled, inside);
}

/** A stored draft with complete components. */
export function completeDraft(draft: ItemContent): ItemContent {
  const trees = { ...draft.trees };
  for (const name of treeNames) trees[name] = trees[name].map((component) => completeComponent(component));
  return { ...draft, trees };
}

/** A change with a complete component if it has one. */
export const completeChange = (change: Change, options?: CompleteOptions): Change =>
  'component' in change ? { ...change, component: completeComponent(change.component, options) } : change;
