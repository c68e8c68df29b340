import { createHash } from 'node:crypto';
import type {
  BlockContent,
  Definition,
  DefinitionContent,
  List,
  ListItem as MarkdownListItem,
  Root,
  RootContent,
  Table,
} from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Alignment, ListItem } from '@portico/kinds/parts';
import type { ComponentTree, ContentComponent } from '@portico/kinds/content';
import { plainInline } from '@portico/kinds/plainText';
import type { InlineText, RichTextBlock } from '@portico/kinds/richText';
import { MAX_HEADING } from '@portico/kinds/components/header/shape';
import { MAX_ATTRIBUTION } from '@portico/kinds/components/quote/shape';
import { MAX_TABLE_ROWS } from '@portico/kinds/components/table/shape';
import { MAX_LINK_TEXT, MAX_LIST_ITEMS } from '@portico/kinds/parts';
import { MAX_BLOCKS, MAX_PIECES } from '@portico/kinds/richText';
import { excerpt, inlineText, textNodes, type MarkdownContext } from './inlineText.ts';

/** Limits of the contract; longer texts are split at them. */
/** Lists nested deeper than this become lines of the deepest list. */
const MAX_LIST_DEPTH = 6;

type Unnamed = ContentComponent extends infer C ? (C extends ContentComponent ? Omit<C, 'id'> : never) : never;
type Block = RootContent | BlockContent | DefinitionContent;

export interface ConvertedText {
  components: ComponentTree;
  /** What had to be left out: HTML, pictures, unsafe links. Empty for most texts. */
  notes: string[];
}

/**
 * CommonMark with GFM tables as content components, in the order of the text and with all of its words. Component ids
 * derive from `scope` (the item's id) and the component's content, so the same text always gets the same ids. Anything
 * over a limit of the contract that can't be split (such as a table of 21 columns) is left for validation to reject.
 */
export function componentTree(
  markdown: string,
  scope: string,
  { pathOf }: Pick<MarkdownContext, 'pathOf'> = { pathOf: () => undefined },
): ConvertedText {
  const root: Root = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const notes: string[] = [];
  const definitions = new Map(
    root.children
      .filter((node): node is Definition => node.type === 'definition')
      .map((node) => [node.identifier, node]),
  );
  const context: MarkdownContext = { definitions, pathOf, note: (line) => notes.push(line) };

  const components: Unnamed[] = [];
  let text: RichTextBlock[] = [];
  const endText = (): void => {
    for (const content of chunks(text, MAX_BLOCKS))
      components.push({ type: 'BodyText', body: { type: 'doc', content } });
    text = [];
  };
  for (const block of root.children) {
    const converted = standAlone(block, context);
    if (converted) {
      endText();
      components.push(...converted);
    } else text.push(...textBlocks(block, context));
  }
  endText();
  return { components: withIds(components, scope), notes };
}

/** The components that a block becomes on its own, or undefined if it belongs in the running text. */
function standAlone(block: RootContent, context: MarkdownContext): Unnamed[] | undefined {
  switch (block.type) {
    case 'heading': {
      const text = plainInline(inlineText(block.children, context)).replace(/\s+/g, ' ').trim();
      if (text.length > MAX_HEADING) return undefined;
      return text === '' ? [] : [{ type: 'Header', level: Math.min(Math.max(block.depth, 2), 4), text }];
    }
    case 'thematicBreak':
      return [{ type: 'Divider' }];
    case 'list':
      return bulletedLists(block, context);
    case 'blockquote':
      return quotes(block.children, context);
    case 'table':
      return tables(block, context);
    case 'paragraph':
      return loneLink(inlineText(block.children, { ...context, note: () => {} }));
    default:
      return undefined;
  }
}

/** A paragraph that is nothing but one link. */
function loneLink(content: InlineText): Unnamed[] | undefined {
  const [only, ...others] = content;
  if (only?.type !== 'text' || others.length > 0) return undefined;
  const link = only.marks?.find((mark) => mark.type === 'link');
  const text = only.text.trim();
  return link && text !== '' && text.length <= MAX_LINK_TEXT
    ? [{ type: 'Link', text, href: link.attrs.href }]
    : undefined;
}

function textBlocks(block: Block, context: MarkdownContext): RichTextBlock[] {
  if (block.type === 'code') return block.value === '' ? [] : [{ type: 'codeBlock', content: textNodes(block.value) }];
  return lines(block, context)
    .flatMap((content) => chunks(content, MAX_PIECES))
    .map((content) => ({ type: 'paragraph', content }));
}

/** Any block as lines of text, for places that allow nothing else: quotations, list entries, lists nested too deep. */
function lines(block: Block, context: MarkdownContext): InlineText[] {
  switch (block.type) {
    case 'paragraph':
      return [inlineText(block.children, context)].filter((line) => line.length > 0);
    case 'heading':
      return [inlineText(block.children, context, [{ type: 'bold' }])].filter((line) => line.length > 0);
    case 'code':
      return block.value
        .split('\n')
        .filter(Boolean)
        .map((line) => textNodes(line, [{ type: 'code' }]));
    case 'list':
      return block.children.flatMap((item, index) => {
        const bullet = block.ordered ? `${(block.start ?? 1) + index}. ` : '• ';
        const [first = [], ...others] = item.children.flatMap((child) => lines(child, context));
        return [[...textNodes(bullet), ...first], ...others];
      });
    case 'blockquote':
    case 'footnoteDefinition':
      return block.children.flatMap((child) => lines(child, context));
    case 'table':
      return block.children.map((row) =>
        row.children.flatMap((cell, index) => [
          ...(index > 0 ? textNodes(' | ') : []),
          ...inlineText(cell.children, context),
        ]),
      );
    case 'html':
      if (!block.value.startsWith('<!--')) context.note(`HTML left out: ${excerpt(block.value)}`);
      return [];
    default:
      return [];
  }
}

function bulletedLists(list: List, context: MarkdownContext): Unnamed[] {
  const ordered = list.ordered ?? false;
  const start = list.start ?? 1;
  return chunks(
    list.children.map((item) => listItem(item, context, 1)),
    MAX_LIST_ITEMS,
  ).map((items, index) => {
    const first = start + index * MAX_LIST_ITEMS;
    return { type: 'BulletedList', ordered, ...(ordered && first !== 1 ? { start: first } : {}), items };
  });
}

/** Anything in an entry besides its words and its sub-lists becomes lines of the entry, in the order of the text. */
function listItem(node: MarkdownListItem, context: MarkdownContext, depth: number): ListItem {
  const item: ListItem = { content: [] };
  for (const child of node.children) {
    if (child.type === 'list' && depth < MAX_LIST_DEPTH) {
      if (item.items === undefined && child.ordered) item.ordered = true;
      item.items = [...(item.items ?? []), ...child.children.map((sub) => listItem(sub, context, depth + 1))];
    } else {
      const host = lastEntry(item);
      for (const line of lines(child, context))
        host.content = [...host.content, ...(host.content.length > 0 ? [{ type: 'hardBreak' as const }] : []), ...line];
    }
  }
  return item;
}

/** The last, most deeply nested entry so far: words that follow belong to it. */
function lastEntry(item: ListItem): ListItem {
  const last = item.items?.at(-1);
  return last ? lastEntry(last) : item;
}

function quotes(blocks: Array<BlockContent | DefinitionContent>, context: MarkdownContext): Unnamed[] {
  const content = blocks.flatMap((block) => textBlocks(block, context));
  const attribution = content.length > 1 ? attributionIn(content.at(-1)!) : undefined;
  if (attribution !== undefined) content.pop();
  return chunks(content, MAX_BLOCKS).map((part, index, parts) => ({
    type: 'Quote',
    body: { type: 'doc', content: part },
    ...(attribution !== undefined && index === parts.length - 1 ? { attribution } : {}),
  }));
}

/**
 * `— Ada Lovelace` as the last line of a quotation names its source; one with a link stays text, so that the link
 * works.
 */
function attributionIn({ content = [] }: RichTextBlock): string | undefined {
  if (content.some((node) => node.type !== 'text' || node.marks?.some((mark) => mark.type === 'link')))
    return undefined;
  const [, name] = /^\s*(?:—|–|--)\s*(\S.*)$/.exec(plainInline(content)) ?? [];
  return name && name.length <= MAX_ATTRIBUTION ? name.trim() : undefined;
}

const alignments: Record<string, Alignment> = { left: 'Left', center: 'Center', right: 'Right' };

function tables(table: Table, context: MarkdownContext): Unnamed[] {
  const [header = [], ...rows] = table.children.map((row) =>
    row.children.map((cell) => inlineText(cell.children, context)),
  );
  const columns = Math.max(header.length, ...rows.map((row) => row.length));
  const full = (cells: InlineText[]): InlineText[] => Array.from({ length: columns }, (_, index) => cells[index] ?? []);
  const align = Array.from({ length: columns }, (_, index): Alignment => {
    const given = table.align?.[index];
    return given ? alignments[given]! : isNumeric(rows.map((row) => row[index] ?? [])) ? 'Right' : 'Left';
  });
  const parts = rows.length > 0 ? chunks(rows.map(full), MAX_TABLE_ROWS) : [[]];
  return parts.map((part) => ({ type: 'Table', align, header: full(header), rows: part }));
}

/** Whether a column contains only numbers. */
function isNumeric(cells: InlineText[]): boolean {
  const words = cells.map((cell) => plainInline(cell).trim()).filter(Boolean);
  return words.length > 0 && words.every((word) => /^[(+−-]?[$€£]?\d[\d,.]*%?\)?$/.test(word));
}

/** Adds ids to components that have none. */
export function withIds(components: Array<Unnamed | ContentComponent>, scope: string): ComponentTree {
  const seen = new Map<string, number>();
  return components.map((component) => {
    const content = `${scope}\n${JSON.stringify(component)}`;
    const times = seen.get(content) ?? 0;
    seen.set(content, times + 1);
    const id = `c${createHash('sha256').update(`${content}\n${times}`).digest('base64url').slice(0, 15)}`;
    return { id, ...component };
  });
}

function chunks<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
