import { z } from 'zod/mini';
import type { ContentComponent } from '@portico/kinds/content';
import { componentTree, withIds, type ConvertedText } from './componentTree.ts';
import { resolved, type References } from '../references.ts';
import { MarkdownOrParts } from '../sourceLines.ts';

/**
 * The components of an article's text. Component ids derive from `scope` (the item's id) and the component's content,
 * unless the component has one. Throws UnknownReference for a component with a reference to something that does not
 * exist; such a link in markdown is removed and noted.
 */
export function articleBody(body: MarkdownOrParts, scope: string, references: References): ConvertedText {
  if (typeof body === 'string') return componentTree(body, scope, references);
  const converted = body.map((part, index): ConvertedText => {
    const place = `${scope}/${index}`;
    if (typeof part === 'string') return componentTree(part, place, references);
    const notes: string[] = [];
    return { components: withIds([componentOf(part, place, references, notes)], place), notes };
  });
  return {
    components: converted.flatMap(({ components }) => components),
    notes: converted.flatMap(({ notes }) => notes),
  };
}

/** Converts nested texts the same way. Anything of another shape is left for validation to reject. */
function componentOf(
  { columns, components, ...part }: Record<string, unknown>,
  place: string,
  references: References,
  notes: string[],
): ContentComponent {
  const nested = (inner: unknown, name: string | number): unknown => {
    const { data: body } = z.safeParse(MarkdownOrParts, inner);
    if (body === undefined) return inner;
    const converted = articleBody(body, `${place}/${name}`, references);
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
