import type { Definition, PhrasingContent } from 'mdast';
import { z } from 'zod/mini';
import { Href, type Inline, type InlineText, type Mark } from '@portico/kinds/richText';

/** What converting a markdown text needs besides its nodes: link definitions, item paths, and a place for notes. */
export interface MarkdownContext {
  definitions: Map<string, Definition>;
  /** The portal's path of an item of the collection, for links to `item:<id>`. */
  pathOf(externalId: string): string | undefined;
  /** Adds a line to the report about something left out. */
  note(line: string): void;
}

/** The longest text node and the most nodes that the contract allows. */
const MAX_TEXT = 20_000;

/**
 * Markdown's inline nodes as text with marks. A link that is not safe keeps its words; HTML and pictures are noted and
 * left out.
 */
export function inlineText(nodes: PhrasingContent[], context: MarkdownContext, marks: Mark[] = []): InlineText {
  return joined(nodes.flatMap((node) => inlines(node, context, marks)));
}

function inlines(node: PhrasingContent, context: MarkdownContext, marks: Mark[]): Inline[] {
  switch (node.type) {
    case 'text':
      return textNodes(node.value.replace(/[\r\n]+/g, ' '), marks);
    case 'inlineCode':
      return textNodes(node.value, withMark(marks, { type: 'code' }));
    case 'break':
      return [{ type: 'hardBreak' }];
    case 'strong':
      return inlineText(node.children, context, withMark(marks, { type: 'bold' }));
    case 'emphasis':
      return inlineText(node.children, context, withMark(marks, { type: 'italic' }));
    case 'delete':
      return inlineText(node.children, context, withMark(marks, { type: 'strike' }));
    case 'link':
      return inlineText(node.children, context, linkMarks(node.url, context, marks));
    case 'linkReference':
      return inlineText(
        node.children,
        context,
        linkMarks(context.definitions.get(node.identifier)?.url ?? '', context, marks),
      );
    case 'image':
    case 'imageReference':
      context.note(`picture left out: ${node.alt || 'without text'}`);
      return [];
    case 'html':
      if (/^<br\s*\/?>$/i.test(node.value)) return [{ type: 'hardBreak' }];
      if (!node.value.startsWith('<!--')) context.note(`HTML left out: ${excerpt(node.value)}`);
      return [];
    case 'footnoteReference':
      return textNodes(`[${node.label ?? node.identifier}]`, marks);
  }
}

/** Text as nodes of at most the allowed length, never cut within a character. */
export function textNodes(text: string, marks: Mark[] = []): Inline[] {
  const nodes: Inline[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + MAX_TEXT, text.length);
    if (end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1]!)) end -= 1;
    nodes.push({ type: 'text', text: text.slice(start, end), ...(marks.length > 0 ? { marks } : {}) });
    start = end;
  }
  return nodes;
}

export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function withMark(marks: Mark[], mark: Mark): Mark[] {
  return marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark];
}

function linkMarks(url: string, context: MarkdownContext, marks: Mark[]): Mark[] {
  const href = url.startsWith('item:') ? context.pathOf(url.slice('item:'.length)) : url;
  if (href !== undefined && z.safeParse(Href, href).success) return withMark(marks, { type: 'link', attrs: { href } });
  context.note(`link removed, its text kept: ${excerpt(url)}`);
  return marks;
}

/** Merges adjacent nodes with the same marks, and drops whitespace at the edges, which would be invisible. */
function joined(nodes: Inline[]): InlineText {
  const result: Inline[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (
      last?.type === 'text' &&
      node.type === 'text' &&
      last.text.length + node.text.length <= MAX_TEXT &&
      sameMarks(last.marks, node.marks)
    )
      result[result.length - 1] = { ...last, text: last.text + node.text };
    else result.push(node);
  }
  while (result.at(-1)?.type === 'hardBreak') result.pop();
  while (result[0]?.type === 'hardBreak') result.shift();
  return result;
}

function sameMarks(one: Mark[] | undefined, other: Mark[] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
