import type { DocumentPreview } from '@portico/contracts/documents';
import { ComponentTree, type ContentComponent } from '@portico/kinds/content';
import type { Inline, InlineText } from '@portico/kinds/richText';
import { z } from 'zod/mini';
import { joinedCells } from './reading.ts';

const MAX_COMPONENTS = 600;
/** The most text of a preview, with MIN_BLOCK_LENGTH added for each block. */
const MAX_SHOWN_LENGTH = 1_000_000;
const MIN_BLOCK_LENGTH = 50;
const MAX_LIST_ITEMS = 200;
const MAX_BLOCKS = 100;
const MAX_INLINE = 400;
const MAX_TABLE_ROWS = 200;
const MAX_TABLE_COLUMNS = 20;
const MAX_HEADER_LENGTH = 300;
const MAX_NODE_LENGTH = 20_000;
const MAX_LIST_DEPTH = 6;

/** A part of a document, in reading order. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; content: InlineText }
  /** `depth` counts from 0. */
  | { kind: 'item'; depth: number; ordered: boolean; content: InlineText }
  /** A table with many rows is several blocks; `continues` is true for all but the first. */
  | { kind: 'table'; rows: InlineText[][]; hasHeader: boolean; continues?: boolean };

type ListItem = Extract<ContentComponent, { type: 'BulletedList' }>['items'][number];
type WithoutId = ContentComponent extends infer One ? (One extends { id: string } ? Omit<One, 'id'> : never) : never;

/** The document as components like those of pages: text as data, never HTML. Long documents are cut. */
export function componentPreview(blocks: Iterable<Block>): DocumentPreview {
  const shown = new ShownBlocks();
  for (const block of blocks) shown.add(block);
  return shown.preview();
}

/**
 * Keeps of a document what its preview shows. Words for search come from the blocks themselves, through `plainBlock`:
 * the preview may end, but every word must be found.
 */
export class ShownBlocks {
  readonly #blocks: Block[] = [];
  #room = MAX_SHOWN_LENGTH;
  #isCut = false;

  add(block: Block): void {
    const isFull = this.#room <= 0;
    this.#isCut ||= isFull || isTooLarge(block);
    if (isFull) return;
    this.#room -= MIN_BLOCK_LENGTH + plainBlock(block).length;
    const last = this.#blocks.at(-1);
    if (block.kind === 'table' && block.continues && last?.kind === 'table') {
      if (last.rows.length > MAX_TABLE_ROWS) this.#isCut = true;
      else last.rows.push(...block.rows);
    } else if (block.kind === 'paragraph') {
      for (let at = 0; at < block.content.length; at += MAX_INLINE)
        this.#blocks.push({ ...block, content: block.content.slice(at, at + MAX_INLINE) });
    } else this.#blocks.push(block);
  }

  preview(): DocumentPreview {
    const blocks = this.#blocks;
    const parts: WithoutId[] = [];
    for (let at = 0; at < blocks.length && parts.length <= MAX_COMPONENTS;) {
      const run = runFrom(blocks, at);
      parts.push(...componentsOf(run));
      at += run.length;
    }
    const components = parts
      .slice(0, MAX_COMPONENTS)
      .map((part, index) => ({ id: `b${index + 1}`, ...part }) as ContentComponent);
    const isCut = this.#isCut || parts.length > MAX_COMPONENTS;
    const valid = z.safeParse(ComponentTree, components);
    if (valid.success) return { kind: 'Components', components: valid.data, isCut };
    return {
      kind: 'Text',
      text: blocks.map(plainBlock).join('\n\n').slice(0, MAX_NODE_LENGTH).toWellFormed(),
      isCut: true,
    };
  }
}

/** Whether a preview shows only the beginning of the block. */
function isTooLarge(block: Block): boolean {
  const hasLongText = (content: InlineText) =>
    content.some((node) => node.type === 'text' && node.text.length > MAX_NODE_LENGTH);
  switch (block.kind) {
    case 'heading':
      return block.text.length > MAX_HEADER_LENGTH;
    case 'paragraph':
      return hasLongText(block.content);
    case 'item':
      return block.content.length > MAX_INLINE || hasLongText(block.content);
    case 'table':
      return (
        block.rows.length > MAX_TABLE_ROWS + 1 ||
        block.rows.some(
          (row) => row.length > MAX_TABLE_COLUMNS || row.some((cell) => cell.length > MAX_INLINE || hasLongText(cell)),
        )
      );
  }
}

/** The beginning of a text, as far as a component can have it. */
const shownInline = (content: InlineText): InlineText =>
  content
    .slice(0, MAX_INLINE)
    .map((node) =>
      node.type === 'text' && node.text.length > MAX_NODE_LENGTH
        ? { ...node, text: node.text.slice(0, MAX_NODE_LENGTH).toWellFormed() }
        : node,
    );

/** The text of a block. */
export function plainBlock(block: Block): string {
  if (block.kind === 'heading') return block.text;
  if (block.kind === 'table') return block.rows.map((row) => joinedCells(row.map(plain))).join('\n');
  return plain(block.content);
}

/** Text with adjacent nodes of the same marks merged, and without empty nodes. */
export function joinedInline(nodes: Inline[]): InlineText {
  const joined: Inline[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type !== 'text') joined.push(node);
    else if (last?.type === 'text' && JSON.stringify(node.marks) === JSON.stringify(last.marks))
      joined[joined.length - 1] = { ...last, text: last.text + node.text };
    else if (node.text !== '') joined.push(node);
  }
  return joined.map((node) => (node.type === 'text' ? { ...node, text: node.text.toWellFormed() } : node));
}

const plain = (content: InlineText): string =>
  content.map((node) => (node.type === 'text' ? node.text : '\n')).join('');

/**
 * The blocks from `at` on that become one component: consecutive paragraphs, consecutive list entries, or a single
 * block.
 */
function runFrom(blocks: Block[], at: number): Block[] {
  const { kind } = blocks[at]!;
  if (kind !== 'paragraph' && kind !== 'item') return [blocks[at]!];
  const most = kind === 'item' ? MAX_LIST_ITEMS : MAX_BLOCKS;
  let end = at + 1;
  while (end < blocks.length && end - at < most && blocks[end]!.kind === kind) end += 1;
  return blocks.slice(at, end);
}

function componentsOf(run: Block[]): WithoutId[] {
  const [first] = run;
  switch (first!.kind) {
    case 'heading':
      return [
        {
          type: 'Header',
          level: Math.min(Math.max(first!.level, 2), 4),
          text: first!.text.slice(0, MAX_HEADER_LENGTH).toWellFormed(),
        },
      ];
    case 'table':
      return table(first!);
    case 'item':
      return lists(run as Array<Extract<Block, { kind: 'item' }>>);
    case 'paragraph': {
      const paragraphs = run as Array<Extract<Block, { kind: 'paragraph' }>>;
      return [
        {
          type: 'BodyText',
          body: {
            type: 'doc',
            content: paragraphs.map(({ content }) => ({ type: 'paragraph', content: shownInline(content) })),
          },
        },
      ];
    }
  }
}

function table({ rows, hasHeader }: Extract<Block, { kind: 'table' }>): WithoutId[] {
  const width = Math.min(Math.max(1, ...rows.map((row) => row.length)), MAX_TABLE_COLUMNS);
  const shown = rows
    .slice(0, MAX_TABLE_ROWS + 1)
    .map((row) => Array.from({ length: width }, (_, index) => shownInline(row[index] ?? [])));
  const header = hasHeader && shown.length > 1 ? shown.shift()! : [];
  return [
    {
      type: 'Table',
      align: Array.from({ length: width }, () => 'Left' as const),
      header,
      rows: shown.slice(0, MAX_TABLE_ROWS),
    },
  ];
}

/**
 * Consecutive entries, with deeper ones nested in the one before; a switch between numbers and bullets starts a new
 * list.
 */
function lists(entries: Array<Extract<Block, { kind: 'item' }>>): WithoutId[] {
  const made: Array<Extract<WithoutId, { type: 'BulletedList' }>> = [];
  let open: ListItem[] = [];
  for (const { depth, ordered, content } of entries) {
    const item: ListItem = { content: shownInline(content) };
    const level = Math.min(depth, open.length, MAX_LIST_DEPTH);
    const parent = level > 0 && made.length > 0 ? open[level - 1] : undefined;
    if (parent) {
      parent.items ??= [];
      parent.ordered ??= ordered;
      parent.items.push(item);
    } else if (made.at(-1)?.ordered === ordered) made.at(-1)!.items.push(item);
    else made.push({ type: 'BulletedList', ordered, items: [item] });
    open = [...open.slice(0, level), item];
  }
  return made;
}
