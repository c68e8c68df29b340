import { MAX_COMPONENTS, type ComponentOf, type ContentComponent } from '@portico/kinds/content';
import type { ListItem } from '@portico/kinds/parts';
import { plainInline } from '@portico/kinds/plainText';
import type { RichTextBlock } from '@portico/kinds/richText';
import { MAX_HEADING } from '@portico/kinds/components/header/shape';
import { MAX_TABLE_ROWS } from '@portico/kinds/components/table/shape';
import { MAX_ALT } from '@portico/kinds/media';
import { MAX_LIST_ITEMS } from '@portico/kinds/parts';
import { MAX_BLOCKS } from '@portico/kinds/richText';
import { DroppedCount, type Dropped } from './dropped.ts';
import { splitParagraph } from './inlineTextBuilder.ts';
import type { ClipboardText, ReadClipboard } from './pasteReader.ts';
import type { PastedTable, Piece } from './pieces.ts';
import { codeBlock, richBlocks } from './richTextFromClipboard.ts';

export interface PastedComponents {
  components: ContentComponent[];
  /**
   * Pictures to upload, with their `http(s):`, `data:`, `file:` or `cid:` URL. Their Image components are included but
   * lack `image`; all other components are valid.
   */
  pictures: Array<{ componentId: string; src: string; alt: string }>;
  /** Pasted content that no component can hold. */
  dropped: Dropped[];
}

/** Maximum number of pictures that one paste uploads. */
const MAX_PICTURES = 50;
const MAX_LIST_DEPTH = 8;

const chunks = <Entry>(entries: Entry[], size: number): Entry[][] =>
  Array.from({ length: Math.ceil(entries.length / size) }, (_, part) => entries.slice(part * size, (part + 1) * size));

type Item = Extract<Piece, { kind: 'item' }>;

/** Nests a flat sequence of entries into lists by depth. */
function nested(items: Item[], depth: number, dropped: DroppedCount): ListItem[] {
  const entries: ListItem[] = [];
  for (let place = 0; place < items.length;) {
    const first = items[place]!;
    let end = place + 1;
    while (end < items.length && items[end]!.depth > depth) end += 1;
    // A list can begin with a deeper entry, which becomes an entry of this list.
    const inside = items.slice(place + 1, end);
    const [sub] = inside;
    const content = splitParagraph(first.text)[0] ?? [];
    if (!sub) entries.push({ content });
    else if (depth < MAX_LIST_DEPTH - 1) {
      const all = nested(inside, depth + 1, dropped);
      dropped.add('entry', Math.max(0, all.length - MAX_LIST_ITEMS));
      entries.push({ content, ...(sub.ordered && { ordered: true }), items: all.slice(0, MAX_LIST_ITEMS) });
    } else entries.push({ content }, ...inside.map(({ text }) => ({ content: splitParagraph(text)[0] ?? [] })));
    place = end;
  }
  return entries;
}

/** Assembles pieces into components, and counts what is left out. */
class Assembly {
  readonly components: ContentComponent[] = [];
  readonly pictures: PastedComponents['pictures'] = [];
  readonly #newId: () => string;
  readonly #dropped: DroppedCount;
  /** Level of the highest heading, which becomes the highest level a page allows. */
  #highest = 1;
  #blocks: RichTextBlock[] = [];
  #items: Item[] = [];

  constructor(newId: () => string, dropped: DroppedCount) {
    this.#newId = newId;
    this.#dropped = dropped;
  }

  add(pieces: Piece[]): void {
    this.#highest = Math.min(6, ...pieces.flatMap((piece) => (piece.kind === 'heading' ? [piece.level] : [])));
    for (const piece of pieces) this.#piece(piece);
    this.#endList();
    this.#endText();
  }

  #push(component: ContentComponent): void {
    if (this.components.length < MAX_COMPONENTS) this.components.push(component);
    else this.#dropped.add('component');
  }

  #piece(piece: Piece): void {
    if (piece.kind === 'item') {
      this.#endText();
      if (piece.isNew || (piece.depth === 0 && this.#items[0]?.ordered !== piece.ordered)) this.#endList();
      this.#items.push(piece);
      return;
    }
    this.#endList();
    if (piece.kind === 'paragraph') return this.#addBlocks(richBlocks([piece]));
    if (piece.kind === 'code') return this.#addBlocks([codeBlock(piece.text)]);
    if (piece.kind === 'heading') return this.#heading(piece);
    this.#endText();
    const id = this.#newId();
    if (piece.kind === 'rule') this.#push({ id, type: 'Divider' });
    else if (piece.kind === 'table') this.#table(piece.table);
    else if (piece.kind === 'quote') this.#quote(piece.pieces);
    else this.#picture(piece);
  }

  #addBlocks(blocks: RichTextBlock[]): void {
    this.#blocks.push(...blocks);
  }

  #endText(): void {
    for (const content of chunks(this.#blocks, MAX_BLOCKS))
      this.#push({ id: this.#newId(), type: 'BodyText', body: { type: 'doc', content } });
    this.#blocks = [];
  }

  #endList(): void {
    const items = this.#items;
    this.#items = [];
    const [first] = items;
    if (!first) return;
    // A list that begins deeper than it continues has no outer list, so depths start at the lowest one.
    const minDepth = Math.min(...items.map(({ depth }) => depth));
    const entries = nested(items, minDepth, this.#dropped);
    let start = first.start ?? 1;
    for (const part of chunks(entries, MAX_LIST_ITEMS)) {
      const isShifted = first.ordered && start !== 1;
      this.#push({
        id: this.#newId(),
        type: 'BulletedList',
        ordered: first.ordered,
        ...(isShifted && { start }),
        items: part,
      });
      start += part.length;
    }
  }

  #heading({ level, text }: Extract<Piece, { kind: 'heading' }>): void {
    const plain = plainInline(text).replaceAll(/\s+/g, ' ').trim();
    if (plain.length > MAX_HEADING) return this.#addBlocks(richBlocks([{ kind: 'heading', level, text }]));
    this.#endText();
    this.#push({
      id: this.#newId(),
      type: 'Header',
      level: Math.min(2 + level - this.#highest, 4),
      text: plain,
    });
  }

  #table({ header, rows, align, caption }: PastedTable): void {
    for (const [place, part] of chunks(rows, MAX_TABLE_ROWS).entries()) {
      const table: ComponentOf<'Table'> = {
        id: this.#newId(),
        type: 'Table',
        align,
        header,
        rows: part,
        ...(caption && place === 0 && { caption: caption.slice(0, 300).toWellFormed() }),
      };
      this.#push(table);
    }
  }

  /** Text stays in the quote; other content follows it. */
  #quote(pieces: Piece[]): void {
    const isOther = (piece: Piece) => piece.kind === 'table' || piece.kind === 'picture' || piece.kind === 'rule';
    for (const content of chunks(richBlocks(pieces.filter((piece) => !isOther(piece))), MAX_BLOCKS))
      this.#push({ id: this.#newId(), type: 'Quote', body: { type: 'doc', content } });
    for (const piece of pieces.filter(isOther)) this.#piece(piece);
  }

  #picture({ src, alt, caption }: Extract<Piece, { kind: 'picture' }>): void {
    if (this.pictures.length >= MAX_PICTURES || this.components.length >= MAX_COMPONENTS)
      return this.#dropped.add('picture');
    const id = this.#newId();
    // `image` is missing until the upload has finished, as in a new component.
    const image: Omit<ComponentOf<'Image'>, 'image'> = {
      id,
      type: 'Image',
      ...(caption && { caption: caption.slice(0, 500).toWellFormed() }),
      size: 'Medium',
      alignment: 'Left',
    };
    this.#push(image as ContentComponent);
    this.pictures.push({ componentId: id, src, alt: alt.slice(0, MAX_ALT).toWellFormed() });
  }
}

/**
 * Content pasted from Word, Google Docs, Outlook, Excel, a web page, Markdown or plain text, as components that the
 * contract allows. Nothing is executed or loaded. Bounded in time, size and depth for any clipboard content.
 */
export function componentsFromClipboard(
  clipboard: ClipboardText,
  newId: () => string,
  read: ReadClipboard,
): PastedComponents {
  const dropped = new DroppedCount();
  const assembly = new Assembly(newId, dropped);
  assembly.add(read(clipboard, dropped));
  return { components: assembly.components, pictures: assembly.pictures, dropped: dropped.list() };
}
