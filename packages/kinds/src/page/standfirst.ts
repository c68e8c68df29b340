import type { ComponentTree } from '../content.ts';

const ELLIPSIS = /(?:…|\.{3})$/;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The text inside a node of formatted text; empty for anything else. */
function textOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(textOf).join(' ');
  if (node === null || typeof node !== 'object') return '';
  const { text, content } = node as { text?: unknown; content?: unknown };
  return typeof text === 'string' ? text : textOf(content);
}

/**
 * The line under the title of an item: its description, unless the text starts with the same words, as happens when the
 * description was taken from there. Readers would read them twice.
 */
export function standfirst({
  description,
  components,
}: {
  description: string;
  components: ComponentTree;
}): string | undefined {
  const [first] = components;
  const words = oneLine(description).replace(ELLIPSIS, '').trimEnd();
  if (words === '') return undefined;
  return first?.type === 'BodyText' && oneLine(textOf(first.body)).startsWith(words) ? undefined : description;
}
