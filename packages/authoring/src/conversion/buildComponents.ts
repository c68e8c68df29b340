import { MAX_ATTRIBUTION } from '@portico/kinds/components/quote/shape';
import { MAX_TABLE_CAPTION, MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '@portico/kinds/components/table/shape';
import { MAX_HEADING } from '@portico/kinds/components/header/shape';
import { MAX_CAPTION } from '@portico/kinds/components/image/shape';
import type { ComponentOf, ContentComponent } from '@portico/kinds/content';
import { MAX_ALT } from '@portico/kinds/media';
import { MAX_LINK_TEXT, MAX_LIST_DEPTH, MAX_LIST_ITEMS, type Alignment, type ListItem } from '@portico/kinds/parts';
import { plainInline } from '@portico/kinds/plainText';
import { MAX_BLOCKS, type InlineText, type RichTextBlock } from '@portico/kinds/richText';
import type { Losses } from './dropped.ts';
import { fittedText, joinedInline } from './inlineText.ts';
import { chunks, textNodes } from './textNodes.ts';
import { entryMarker, joinedLines, joinedPieces, richBlocks, type Piece, type TextTable } from './pieces.ts';

export type UnnamedComponent = ContentComponent extends infer C
  ? C extends ContentComponent
    ? Omit<C, 'id'>
    : never
  : never;

export interface BuiltComponents {
  /** In the order of the text. Image components lack `image`; all others are valid once they have an id. */
  components: UnnamedComponent[];
  /** Pictures to upload, with the index of their component. */
  pictures: Array<{ index: number; src: string; alt: string }>;
}

interface BuildOptions {
  losses: Losses;
  /** Maximum number of components; the others are reported as lost. */
  maxComponents?: number;
  /** Level of the highest heading of the whole text, if the pieces are only a part of it. */
  highestHeading?: number | undefined;
}

/** Maximum number of pictures that one text can have. */
const MAX_PICTURES = 50;

/** The level of the highest heading, from 1; undefined without headings. */
export function highestHeading(pieces: readonly Piece[]): number | undefined {
  let highest: number | undefined;
  for (const piece of pieces) if (piece.kind === 'heading') highest = Math.min(highest ?? piece.level, piece.level);
  return highest;
}

/**
 * The components of a text. Every limit of the contract is applied here, and only here: what exceeds one is split or
 * becomes simpler, but stays. What is lost nevertheless is reported.
 */
export function buildComponents(pieces: readonly Piece[], options: BuildOptions): BuiltComponents {
  const builder = new ComponentBuilder(options.highestHeading ?? highestHeading(pieces) ?? 1, options);
  for (const piece of joinedPieces(pieces)) builder.add(piece);
  return builder.end();
}

type Item = Extract<Piece, { kind: 'item' }>;

class ComponentBuilder {
  readonly #components: UnnamedComponent[] = [];
  readonly #pictures: BuiltComponents['pictures'] = [];
  /** Level of the heading that becomes the highest level a page allows. */
  readonly #highest: number;
  readonly #losses: Losses;
  readonly #max: number;
  #blocks: RichTextBlock[] = [];
  #items: Item[] = [];
  /** The number after the last entry of the last list. */
  #nextNumber = 1;

  constructor(highest: number, { losses, maxComponents = Number.POSITIVE_INFINITY }: BuildOptions) {
    this.#highest = highest;
    this.#losses = losses;
    this.#max = maxComponents;
  }

  add(piece: Piece): void {
    if (piece.kind === 'item') {
      this.#endText();
      if (piece.isNew || (piece.depth === 0 && this.#items[0] && this.#items[0].ordered !== piece.ordered))
        this.#endList();
      this.#items.push(piece);
      return;
    }
    this.#endList();
    switch (piece.kind) {
      case 'paragraph':
        return this.#paragraph(piece);
      case 'code':
        return this.#text(piece);
      case 'heading':
        return this.#heading(piece);
      case 'rule':
        return this.#push({ type: 'Divider' });
      case 'table':
        return this.#table(piece.table);
      case 'quote':
        return this.#quote(piece.pieces);
      case 'picture':
        return this.#picture(piece);
    }
  }

  end(): BuiltComponents {
    this.#endList();
    this.#endText();
    return { components: this.#components, pictures: this.#pictures };
  }

  #text(piece: Piece): void {
    this.#blocks.push(...richBlocks([piece]));
  }

  /** Returns whether there was room. */
  #put(component: UnnamedComponent): boolean {
    const hasRoom = this.#components.length < this.#max;
    if (hasRoom) this.#components.push(component);
    else this.#losses.add('component');
    return hasRoom;
  }

  #push(component: UnnamedComponent): void {
    this.#endText();
    this.#put(component);
  }

  #endText(): void {
    for (const content of chunks(this.#blocks, MAX_BLOCKS))
      this.#put({ type: 'BodyText', body: { type: 'doc', content } });
    this.#blocks = [];
  }

  #endList(): void {
    const items = this.#items;
    this.#items = [];
    const [first] = items;
    if (!first) return;
    // A list that begins deeper than it continues has no outer list, so depths start at the lowest one.
    const minDepth = items.reduce((lowest, { depth }) => Math.min(lowest, depth), first.depth);
    let start = first.start ?? (first.isNew ? 1 : this.#nextNumber);
    for (const part of chunks(nested(items, minDepth), MAX_LIST_ITEMS)) {
      const isShifted = first.ordered && start !== 1;
      this.#push({ type: 'BulletedList', ordered: first.ordered, ...(isShifted && { start }), items: part });
      start += part.length;
    }
    this.#nextNumber = start;
  }

  /** A paragraph that is nothing but one link becomes a link on its own. */
  #paragraph(piece: Extract<Piece, { kind: 'paragraph' }>): void {
    const [only, ...others] = joinedInline(piece.text);
    const link = only?.type === 'text' && only.marks?.find((mark) => mark.type === 'link');
    const text = only?.type === 'text' ? only.text.trim() : '';
    if (link && others.length === 0 && text !== '' && text.length <= MAX_LINK_TEXT)
      this.#push({ type: 'Link', text, href: link.attrs.href });
    else this.#text(piece);
  }

  #heading(piece: Extract<Piece, { kind: 'heading' }>): void {
    const text = plainInline(piece.text).replaceAll(/\s+/g, ' ').trim();
    if (text === '') return;
    if (text.length > MAX_HEADING) return this.#text(piece);
    this.#push({ type: 'Header', level: Math.min(Math.max(2, 2 + piece.level - this.#highest), 4), text });
  }

  /** A table with too many columns or rows becomes several, beside or below each other. */
  #table({ header, rows, align, caption = '' }: TextTable): void {
    const width = Math.max(1, header.length, ...rows.map((row) => row.length));
    const full = (cells: InlineText[]) => Array.from({ length: width }, (_, column) => fittedText(cells[column] ?? []));
    const whole = { header: header.length > 0 ? full(header).map(withoutBold) : [], rows: rows.map(full) };
    const aligned = Array.from(
      { length: width },
      (_, column): Alignment =>
        align[column] ?? (isNumeric(whole.rows.map((row) => row[column] ?? [])) ? 'Right' : 'Left'),
    );
    const isLong = caption.length > MAX_TABLE_CAPTION;
    if (isLong) this.#text({ kind: 'paragraph', text: textNodes(caption) });
    let isFirst = true;
    for (let from = 0; from < width; from += MAX_TABLE_COLUMNS) {
      const columns = <Entry>(entries: Entry[]) => entries.slice(from, from + MAX_TABLE_COLUMNS);
      for (const part of rows.length > 0 ? chunks(whole.rows, MAX_TABLE_ROWS) : [[]]) {
        this.#push({
          type: 'Table',
          align: columns(aligned),
          header: columns(whole.header),
          rows: part.map(columns),
          ...(isFirst && caption !== '' && !isLong && { caption }),
        });
        isFirst = false;
      }
    }
  }

  /** Text stays in the quote; other content divides it. */
  #quote(pieces: Piece[]): void {
    let text: Piece[] = [];
    for (const piece of pieces) {
      if (piece.kind !== 'table' && piece.kind !== 'picture' && piece.kind !== 'rule') {
        text.push(piece);
        continue;
      }
      this.#quoteText({ blocks: richBlocks(text) });
      text = [];
      this.add(piece);
    }
    this.#quoteText(attributed(richBlocks(text)));
  }

  #quoteText({ blocks, attribution }: ReturnType<typeof attributed>): void {
    for (const [index, content] of chunks(blocks, MAX_BLOCKS).entries()) {
      const isLast = (index + 1) * MAX_BLOCKS >= blocks.length;
      this.#push({
        type: 'Quote',
        body: { type: 'doc', content },
        ...(isLast && attribution !== undefined && { attribution }),
      });
    }
  }

  #picture({ src, alt, caption = '' }: Extract<Piece, { kind: 'picture' }>): void {
    this.#endText();
    if (this.#pictures.length >= MAX_PICTURES || this.#components.length >= this.#max)
      return this.#losses.add('picture', 1, alt);
    const isLong = caption.length > MAX_CAPTION;
    // `image` is missing until the upload has finished, as in a new component.
    const image: Omit<ComponentOf<'Image'>, 'id' | 'image'> = {
      type: 'Image',
      ...(caption !== '' && !isLong && { caption }),
      size: 'Medium',
      alignment: 'Left',
    };
    this.#pictures.push({ index: this.#components.length, src, alt: alt.slice(0, MAX_ALT).toWellFormed() });
    this.#put(image as UnnamedComponent);
    if (isLong) this.#text({ kind: 'paragraph', text: textNodes(caption) });
  }
}

/** Nests a flat sequence of entries by depth. Entries deeper than the limit become entries of the deepest list. */
function nested(items: readonly Item[], depth: number, level = 1): ListItem[] {
  const entries: ListItem[] = [];
  for (let index = 0; index < items.length;) {
    const first = items[index]!;
    let end = index + 1;
    while (end < items.length && items[end]!.depth > depth) end += 1;
    // A list can begin with a deeper entry, which becomes an entry of this list.
    const inside = items.slice(index + 1, end);
    const [sub] = inside;
    const content = fittedText(first.text);
    if (!sub) entries.push({ content });
    else if (level < MAX_LIST_DEPTH) {
      const list = limited(nested(inside, depth + 1, level + 1), sub.ordered);
      entries.push({ content, ...(sub.ordered && { ordered: true }), items: list });
    } else entries.push({ content }, ...inside.map(({ text }) => ({ content: fittedText(text) })));
    index = end;
  }
  return entries;
}

/** A list inside an entry can't continue in another: entries beyond the limit become lines of the last one. */
function limited(entries: ListItem[], ordered: boolean): ListItem[] {
  if (entries.length <= MAX_LIST_ITEMS) return entries;
  const list = entries.slice(0, MAX_LIST_ITEMS);
  const last = lastEntry(list);
  const lines = entryLines(entries.slice(MAX_LIST_ITEMS), ordered, MAX_LIST_ITEMS + 1);
  last.content = fittedText(joinedLines([last.content, ...lines]));
  return list;
}

function lastEntry(list: ListItem[]): ListItem {
  const last = list.at(-1)!;
  return last.items && last.items.length > 0 ? lastEntry(last.items) : last;
}

const entryLines = (entries: ListItem[], ordered: boolean, start = 1): InlineText[] =>
  entries.flatMap(({ content, items = [], ordered: isSubOrdered = false }, index) => [
    [...entryMarker(ordered, start + index), ...content],
    ...entryLines(items, isSubOrdered),
  ]);

const SOURCE = /^\s*(?:—|–|--)\s*(\S.*)$/;
const startsWithDash = ({ content = [] }: RichTextBlock) => SOURCE.test(plainInline(content).split('\n')[0] ?? '');

/**
 * The source of a quotation: a last line such as `— Ada Lovelace`. One with a link stays text, so that the link works,
 * and so does one after other lines that begin with a dash, because that is a dialog.
 */
function attributed(blocks: RichTextBlock[]): { blocks: RichTextBlock[]; attribution?: string } {
  const last = blocks.at(-1);
  if (last?.type !== 'paragraph' || blocks.slice(0, -1).some(startsWithDash)) return { blocks };
  const content = last.content ?? [];
  const lineBreak = content.findLastIndex(({ type }) => type === 'hardBreak');
  const line = content.slice(lineBreak + 1);
  const hasLink = line.some((node) => node.type === 'text' && node.marks?.some((mark) => mark.type === 'link'));
  const name = SOURCE.exec(plainInline(line))?.[1]?.trim();
  if (hasLink || name === undefined || name.length > MAX_ATTRIBUTION) return { blocks };
  if (lineBreak === -1) return blocks.length > 1 ? { blocks: blocks.slice(0, -1), attribution: name } : { blocks };
  if (startsWithDash(last)) return { blocks };
  return { blocks: [...blocks.slice(0, -1), { ...last, content: content.slice(0, lineBreak) }], attribution: name };
}

/** Header cells are bold by default. */
const withoutBold = (text: InlineText): InlineText =>
  text.map((inline) => {
    if (inline.type !== 'text' || !inline.marks) return inline;
    const marks = inline.marks.filter(({ type }) => type !== 'bold');
    return { type: 'text', text: inline.text, ...(marks.length > 0 && { marks }) };
  });

/** Whether a column contains only numbers. */
function isNumeric(cells: InlineText[]): boolean {
  const words = cells.map((cell) => plainInline(cell).trim()).filter(Boolean);
  return words.length > 0 && words.every((word) => /^[(+−-]?[$€£]?\d[\d,.]*%?\)?$/.test(word));
}
