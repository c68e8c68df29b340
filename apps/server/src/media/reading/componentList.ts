import type { DocumentPreview } from '@portico/contracts/documents';
import { ComponentTree, type ContentComponent } from '@portico/kinds/content';
import type { Inline, InlineText } from '@portico/kinds/richText';
import { z } from 'zod/mini';
import { joinedCells } from './reading.ts';

const MAX_COMPONENTS = 600;
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
  | { kind: 'table'; rows: InlineText[][]; hasHeader: boolean };

type ListItem = Extract<ContentComponent, { type: 'BulletedList' }>['items'][number];
type WithoutId = ContentComponent extends infer One ? (One extends { id: string } ? Omit<One, 'id'> : never) : never;

/** The document as components like those of pages: text as data, never HTML. Long documents are cut. */
export function componentPreview(blocks: Block[]): DocumentPreview {
  const parts: WithoutId[] = [];
  let isCut = false;
  for (let at = 0; at < blocks.length && !isCut;) {
    const run = runFrom(blocks, at);
    parts.push(...componentsOf(run));
    at += run.length;
    isCut = parts.length > MAX_COMPONENTS;
  }
  const components = parts
    .slice(0, MAX_COMPONENTS)
    .map((part, index) => ({ id: `b${index + 1}`, ...part }) as ContentComponent);
  const valid = z.safeParse(ComponentTree, components);
  if (valid.success) return { kind: 'Components', components: valid.data, isCut };
  return {
    kind: 'Text',
    text: blocks.map(plainBlock).join('\n\n').slice(0, MAX_NODE_LENGTH).toWellFormed(),
    isCut: true,
  };
}

/** The text of a block. */
export function plainBlock(block: Block): string {
  if (block.kind === 'heading') return block.text;
  if (block.kind === 'table') return block.rows.map((row) => joinedCells(row.map(plain))).join('\n');
  return plain(block.content);
}

/** Text with adjacent nodes of the same marks merged, and without empty nodes at either end. */
export function joinedInline(nodes: Inline[]): InlineText {
  const joined: Inline[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'text' && last?.type === 'text' && JSON.stringify(node.marks) === JSON.stringify(last.marks))
      joined[joined.length - 1] = { ...last, text: last.text + node.text };
    else joined.push(node);
  }
  return joined
    .flatMap((node): Inline[] => {
      if (node.type !== 'text') return [node];
      const text = node.text.toWellFormed().slice(0, MAX_NODE_LENGTH).toWellFormed();
      return text === '' ? [] : [{ ...node, text }];
    })
    .slice(0, MAX_INLINE);
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
          body: { type: 'doc', content: paragraphs.map(({ content }) => ({ type: 'paragraph', content })) },
        },
      ];
    }
  }
}

function table({ rows, hasHeader }: Extract<Block, { kind: 'table' }>): WithoutId[] {
  const width = Math.min(Math.max(1, ...rows.map((row) => row.length)), MAX_TABLE_COLUMNS);
  const shown = rows
    .slice(0, MAX_TABLE_ROWS + 1)
    .map((row) => Array.from({ length: width }, (_, index) => row[index] ?? []));
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
    const item: ListItem = { content };
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
