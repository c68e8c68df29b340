import { z } from 'zod/mini';
import type { ContentComponent } from '@portico/kinds/content';
import { componentTree, highestHeadingIn, withIds, type ConvertedText } from './componentTree.ts';
import { resolved, type References } from '../references.ts';
import { MarkdownOrParts } from '../sourceLines.ts';

/**
 * The components of an article's text. Component ids derive from `scope` (the item's id) and the component's content,
 * unless the component has one. Throws UnknownReference for a component with a reference to something that does not
 * exist; such a link in markdown is removed and noted.
 */
export function articleBody(
  body: MarkdownOrParts,
  scope: string,
  references: References,
  highestHeading = highestHeadingOf([body]),
): ConvertedText {
  const context = { pathOf: references.pathOf, highestHeading };
  if (typeof body === 'string') return componentTree(body, scope, context);
  const converted = body.map((part, index): ConvertedText => {
    const partScope = `${scope}/${index}`;
    if (typeof part === 'string') return componentTree(part, partScope, context);
    const notes: string[] = [];
    return {
      components: withIds([componentOf(part, { partScope, references, notes, highestHeading })], partScope),
      notes,
    };
  });
  return {
    components: converted.flatMap(({ components }) => components),
    notes: converted.flatMap(({ notes }) => notes),
  };
}

/** The level of the highest heading in all parts of a text, so that the headings of each keep their rank. */
export const highestHeadingOf = (bodies: MarkdownOrParts[]): number | undefined =>
  highestHeadingIn(bodies.flatMap(textsIn));

/** The Markdown in a value and in everything inside it. */
function textsIn(body: unknown): string[] {
  const { data } = z.safeParse(MarkdownOrParts, body);
  if (data === undefined) return [];
  if (typeof data === 'string') return [data];
  return data.flatMap((part) => {
    if (typeof part === 'string') return [part];
    if (part.type === 'Header') return [`${'#'.repeat(Number(part['level']))} Heading`];
    const columns = Array.isArray(part['columns']) ? part['columns'] : [];
    return [part, ...columns].flatMap((slot: unknown) =>
      typeof slot === 'object' && slot !== null && 'components' in slot ? textsIn(slot.components) : [],
    );
  });
}

interface Nesting {
  partScope: string;
  references: References;
  notes: string[];
  highestHeading: number | undefined;
}

/** Converts nested texts the same way. Anything of another shape is left for validation to reject. */
function componentOf(
  { columns, components, ...part }: Record<string, unknown>,
  { partScope, references, notes, highestHeading }: Nesting,
): ContentComponent {
  const nested = (inner: unknown, name: string | number): unknown => {
    const { data: body } = z.safeParse(MarkdownOrParts, inner);
    if (body === undefined) return inner;
    const converted = articleBody(body, `${partScope}/${name}`, references, highestHeading);
    notes.push(...converted.notes);
    return converted.components;
  };
  const column = (inner: unknown, index: number): unknown =>
    typeof inner === 'object' && inner !== null && 'components' in inner
      ? { components: nested(inner.components, index) }
      : inner;
  return {
    ...(resolved(part, references) as Record<string, unknown>),
    ...(columns === undefined ? {} : { columns: Array.isArray(columns) ? columns.map(column) : columns }),
    ...(components === undefined ? {} : { components: nested(components, 'in') }),
  } as unknown as ContentComponent;
}
