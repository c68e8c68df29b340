import { schemas } from '@portico/kinds/components';
import type { ComponentKind, ContentComponent } from '@portico/kinds/content';
import { ComponentId } from '@portico/kinds/contentBase';
import { definitionOf, type Schema } from '@portico/kinds/emptyParts';
import { NestedComponents } from '@portico/kinds/nested';
import { Href } from '@portico/kinds/richText';
import { DraftComponent } from '@portico/contracts/studio/draft';

/** The picture in these components. */
export const PICTURE_ID = '5f9b1d4e-0000-4000-8000-000000000002';

/** How often a list that contains lists of itself is repeated. */
const MAX_DEPTH = 2;

/** Values that have every property of a schema, optional ones too: one for each shape that it allows. */
function fullValues(schema: Schema, depth = 0): unknown[] {
  const { type, shape, element, innerType, getter, options, values, entries, format } = definitionOf(schema);
  if (schema === NestedComponents) return [[{ id: `inside${depth}`, type: 'Divider' }]];
  if (schema === ComponentId) return ['part'];
  if (schema === Href) return ['/news'];
  if (innerType) return fullValues(innerType, depth);
  if (getter) return depth < MAX_DEPTH ? fullValues(getter(), depth + 1) : [[]];
  if (options) return options.flatMap((option) => fullValues(option, depth));
  if (element) return [fullValues(element, depth)];
  if (shape) {
    const columns = Object.entries(shape).map(([name, part]) => [name, fullValues(part, depth)] as const);
    const count = Math.max(1, ...columns.map(([, all]) => all.length));
    return Array.from({ length: count }, (_, n) =>
      Object.fromEntries(columns.map(([name, all]) => [name, all[n % all.length]])),
    );
  }
  if (values) return [values[0]];
  if (entries) return [Object.values(entries)[0]];
  if (type === 'string') return [format === 'uuid' ? PICTURE_ID : 'Fees'];
  return [type === 'boolean' ? true : 2];
}

/** Where a value has properties, such as `items.0.title`. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    ...(Array.isArray(value) ? [] : [[...path, name]]),
    ...pathsIn(part, [...path, name]),
  ]);
}

function without(value: unknown, path: string[]): unknown {
  const copy: unknown = structuredClone(value);
  const last = path.at(-1)!;
  const container = path.slice(0, -1).reduce((at, name) => Reflect.get(at as object, name) as unknown, copy);
  Reflect.deleteProperty(container as object, last);
  return copy;
}

export interface Unfinished {
  /** The property that it lacks, such as `items.0.title`. */
  lacks: string;
  component: ContentComponent;
}

/**
 * Components of a kind as other programs may send them: one with nothing but its id and type, and others that each lack
 * one property, also of one part of each list. Derived from the kind's schema; without those that the studio refuses.
 */
export function unfinishedComponents(kind: ComponentKind): Unfinished[] {
  const cases = fullValues(schemas[kind]).flatMap((full) =>
    pathsIn(full)
      .filter(([name, ...rest]) => rest.length > 0 || (name !== 'id' && name !== 'type'))
      .map((path) => ({ lacks: path.join('.'), component: without(full, path) })),
  );
  const distinct = new Map(cases.map((each) => [each.lacks.replaceAll(/\.\d+/g, ''), each]));
  return [{ lacks: 'everything', component: { type: kind } }, ...distinct.values()]
    .map(({ lacks, component }, n) => ({
      lacks,
      component: renamed(component as ContentComponent, `${kind}-${n}`),
    }))
    .filter(({ component }) => DraftComponent.safeParse(component).success);
}

/** With another id, and ids of nested components that no other has. */
function renamed(component: ContentComponent, id: string): ContentComponent {
  const text = JSON.stringify({ ...component, id });
  return JSON.parse(text.replaceAll('"inside', `"${id}-inside`)) as ContentComponent;
}
