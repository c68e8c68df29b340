import { z } from 'zod/mini';
import type { ComponentShape } from './base/component.ts';
import { listOf } from './base/listOf.ts';
import { allowNested } from './base/nested.ts';
import { MAX_NESTING } from './base/nesting.ts';
import { schemas, shapes, type ContentComponent as AnyComponent } from './components.generated.ts';

export type ContentComponent = AnyComponent;
export type ComponentKind = ContentComponent['type'];
export type ComponentOf<K extends ComponentKind> = Extract<ContentComponent, { type: K }>;
/** Kinds that make sense only inside a form; pages leave them out elsewhere. Source: spec §3. */
export type FormOnlyKind = {
  [Kind in ComponentKind]: (typeof shapes)[Kind] extends { isOnlyInForms: true } ? Kind : never;
}[ComponentKind];

type AnyShape = ComponentShape<ContentComponent>;

/** What is known about a component's kind; undefined for a kind of another version. */
export const shapeOf = (component: ContentComponent): AnyShape | undefined =>
  // The list's type ties each kind to its component; TypeScript can't follow that through an index.
  Object.hasOwn(shapes, component?.type) ? (shapes[component.type] as unknown as AnyShape) : undefined;

const schemasWhere = (isContainer: boolean) =>
  (Object.keys(schemas) as ComponentKind[])
    .filter((kind) => 'slots' in shapes[kind] === isContainer)
    .map((kind) => schemas[kind]) as unknown as [z.ZodMiniObject];

/** One building block of a content page. Source: spec §3, content component types. */
export const ContentComponent = allowNested(
  z.discriminatedUnion('type', [
    z.discriminatedUnion('type', schemasWhere(false)),
    ...schemasWhere(true),
  ]) as unknown as z.ZodMiniType<ContentComponent>,
);

export const MAX_COMPONENTS = 1000;

/** Maximum nesting of objects and arrays: far more than a tree needs, far less than would overflow a parser's stack. */
const MAX_DATA_DEPTH = 64;

export function isShallow(data: unknown, depth = 0): boolean {
  if (depth > MAX_DATA_DEPTH) return false;
  return typeof data !== 'object' || data === null || valuesOf(data).every((value) => isShallow(value, depth + 1));
}

/** Whether a database can store the texts: PostgreSQL rejects U+0000 and lone surrogates. */
export function isStorable(data: unknown): boolean {
  if (typeof data === 'string') return data.isWellFormed() && !data.includes('\u0000');
  return typeof data !== 'object' || data === null || valuesOf(data).every(isStorable);
}

const valuesOf = (data: object): unknown[] => (Array.isArray(data) ? data : Object.values(data));

/** Every list of components within a component, such as the columns of Columns; none in a component of another kind. */
export const slotsOf = (component: ContentComponent): ContentComponent[][] =>
  shapeOf(component)?.slots?.read(component) ?? [];

/**
 * A copy of the component with other lists of components in its slots. Components without slots are returned unchanged.
 */
export const withSlots = (component: ContentComponent, lists: ContentComponent[][]): ContentComponent =>
  shapeOf(component)?.slots?.replace(component, lists) ?? component;

/** A component without its nested components. */
export const shellOf = (component: ContentComponent): ContentComponent =>
  withSlots(
    component,
    slotsOf(component).map(() => []),
  );

/**
 * Every component of a tree in reading order, with its depth; top-level components have depth 1. Tolerates data that
 * breaks the contract. Below the maximum depth, only the first level is returned.
 */
export function* walkComponents(
  components: ContentComponent[],
  depth = 1,
): Generator<{ component: ContentComponent; depth: number }> {
  for (const component of listOf(components)) {
    yield { component, depth };
    if (depth <= MAX_NESTING) yield* walkComponents(slotsOf(component).flat(), depth + 1);
  }
}

function hasUniqueIds(components: ContentComponent[]): boolean {
  const ids = [...walkComponents(components)].map(({ component }) => component.id);
  return new Set(ids).size === ids.length;
}

/** The component tree of an item. Fully validated when it is written; returned as stored when it is read. */
export const ComponentTree = z.pipe(
  z
    .unknown()
    .check(
      z.refine(isShallow, { error: 'The data is nested too deeply', abort: true }),
      z.refine(isStorable, 'A text contains a character that cannot be stored'),
    ),
  z.array(ContentComponent).check(
    z.maxLength(MAX_COMPONENTS),
    z.refine(
      (tree) => [...walkComponents(tree)].every(({ depth }) => depth <= MAX_NESTING),
      `Components can be nested at most ${MAX_NESTING} levels deep`,
    ),
    z.refine((tree) => [...walkComponents(tree)].length <= MAX_COMPONENTS, `At most ${MAX_COMPONENTS} components`),
    z.refine(hasUniqueIds, 'Two components have the same ID'),
  ),
);
export type ComponentTree = z.infer<typeof ComponentTree>;
