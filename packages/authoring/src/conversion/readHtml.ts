import { plainInline } from '@portico/kinds/plainText';
import type { InlineText } from '@portico/kinds/richText';
import type { Losses } from './dropped.ts';
import { htmlTree, type HtmlElement } from './htmlTree.ts';
import { cleanPastedText, InlineTextBuilder, plainStyle, type TextStyle } from './inlineText.ts';
import { joinedLines, linesOf, type Piece } from './pieces.ts';
import { isLayoutTable, readTable } from './readTable.ts';
import { officeComment, vmlPicture, wordEntry, type WordEntry } from './office.ts';
import { unicodeScript } from './unicodeScript.ts';
import { hasText, isBlock, rawText } from './rawText.ts';
import { pastedHref, styleIn, styleOf, type LinkAddress } from './wordStyles.ts';

/** The context of an element, which decides what its text becomes. */
interface Context {
  style: TextStyle;
  /** Depth of the innermost list around it, starting at 0; -1 outside of lists. */
  listDepth: number;
}

/** What the text being collected will become. */
type Target =
  | { kind: 'paragraph' }
  | { kind: 'heading'; level: number }
  /** More lines of the last entry, after a list inside it. */
  | { kind: 'more' }
  | (Omit<Extract<Piece, { kind: 'item' }>, 'text'> & { checkbox?: string | undefined });

const PARAGRAPH: Target = { kind: 'paragraph' };
const MORE: Target = { kind: 'more' };

/** How a source differs from a pasted page. */
export interface HtmlSource {
  addressOf(href: string): LinkAddress;
  /** Returns text without what nobody sees. Whitespace has collapsed as a browser shows it. */
  clean(text: string): string;
  /** Whether pictures can be uploaded. */
  hasPictures: boolean;
}

const PASTED: HtmlSource = { addressOf: pastedHref, clean: cleanPastedText, hasPictures: true };

/** Mail programs mark indents as quotes without a border. */
const isIndent = (element: HtmlElement) => /^(?:none|0|medium none)/.test(styleOf(element, 'border') ?? 'x');

const isCode = (element: HtmlElement) =>
  element.name === 'pre' ||
  ((styleOf(element, 'white-space') ?? '').startsWith('pre') &&
    /mono|consolas|courier/.test(styleOf(element, 'font-family') ?? ''));

/** Reads elements into pieces. One reader reads one text, or one cell or quote of it. */
class HtmlReader {
  readonly pieces: Piece[] = [];
  readonly #text: InlineTextBuilder;
  #target: Target = PARAGRAPH;
  /** Whether the next entry starts a new list. */
  #startsList = true;
  /** Word's id of the list that the last top-level entry belongs to. */
  #wordList: string | undefined;
  /** The number of lists around the current element. */
  #lists = 0;
  readonly #source: HtmlSource;
  readonly #dropped: Losses;

  constructor(source: HtmlSource, dropped: Losses) {
    this.#source = source;
    this.#dropped = dropped;
    this.#text = new InlineTextBuilder(source.clean);
  }

  /** Whether text belongs to an entry of a list. */
  get #isInEntry(): boolean {
    return this.#target.kind === 'item' || this.#target.kind === 'more';
  }

  /** Ends the paragraph being collected. */
  flush(): void {
    const text = this.#text.take();
    const target = this.#target;
    this.#target = PARAGRAPH;
    if (text.length === 0) return;
    if (target.kind === 'more') {
      const last = this.pieces.at(-1);
      if (last?.kind === 'item') last.text = joinedLines([last.text, text]);
      else this.#add({ kind: 'paragraph', text });
      return;
    }
    if (target.kind !== 'item') return this.#add({ ...target, text });
    const { checkbox, ...item } = target;
    this.pieces.push({ ...item, text: checkbox === undefined ? text : [{ type: 'text', text: checkbox }, ...text] });
  }

  children(element: HtmlElement, context: Context): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.#text.add(child, context.style);
      else this.element(child, context);
    }
  }

  element(element: HtmlElement, context: Context): void {
    const { name, attributes } = element;
    // Word's marker before an entry; our lists render their own.
    if (/mso-list\s*:\s*ignore/i.test(attributes['style'] ?? '')) return;
    const comment = officeComment(element);
    if (comment) return this.#dropped.add('comment', comment.count);
    if (name === 'br') return this.#lineBreak();
    if (name === 'hr') return this.#add({ kind: 'rule' });
    if (name === 'img') return this.#picture(element);
    if (name.startsWith('v:')) return this.#vml(element, context);
    if (name === 'input') return this.#checkbox(element);
    if (name === 'a') return this.#link(element, context);
    const inside = { ...context, style: styleIn(element, context.style) };
    if (isCode(element) && hasText(element)) return this.#code(element);
    if (name === 'ul' || name === 'ol') return this.#list(element, inside);
    if (name === 'table') return this.#table(element, inside);
    if (name === 'blockquote' && !isIndent(element)) return this.#quote(element, inside);
    // In Word, a style marks each paragraph of a quotation.
    if (/^Mso(?:Intense)?Quote/.test(attributes['class'] ?? ''))
      return this.#quote({ ...element, attributes: {} }, inside, { continues: true });
    if (name === 'figure') return this.#figure(element, inside);
    const heading = headingLevel(element);
    if (heading !== undefined && this.#isInEntry)
      return this.#lines(() => this.children(element, { ...inside, style: { ...inside.style, bold: true } }));
    if (heading !== undefined)
      return this.#block(element, { ...context, style: plainStyle }, { kind: 'heading', level: heading });
    const entry = wordEntry(element);
    if (entry) return this.#block(entry.element, inside, this.#itemOf(entry));
    if (!isBlock(element)) {
      const script = unicodeScript(element);
      return script === undefined ? this.children(element, inside) : this.#text.add(script, inside.style);
    }
    // A paragraph inside an entry continues the entry.
    if (context.listDepth >= 0 && this.#isInEntry) {
      this.#text.startLine();
      return this.children(element, inside);
    }
    this.#block(element, inside, PARAGRAPH);
  }

  /** Word numbers each list separately, even if one directly follows another. */
  #itemOf({ list, depth, ordered, start }: WordEntry): Target {
    const isNew = depth === 0 && (this.#startsList || (this.#wordList !== undefined && this.#wordList !== list));
    if (depth === 0 || this.#startsList) this.#wordList = depth === 0 ? list : undefined;
    this.#startsList = false;
    return { kind: 'item', depth, ordered, isNew, ...(start !== undefined && { start }) };
  }

  #block(element: HtmlElement, context: Context, target: Target): void {
    this.flush();
    this.#target = target;
    this.children(element, context);
    this.flush();
  }

  #add(piece: Piece): void {
    this.flush();
    this.pieces.push(piece);
    // Inside an entry, the list continues after it.
    if (this.#lists === 0) this.#startsList = true;
  }

  /** Adds text on lines of their own to the entry being collected. */
  #lines(add: () => void): void {
    this.#text.startLine();
    add();
    this.#text.startLine();
  }

  #lineBreak(): void {
    if (this.#text.isEmpty) return;
    // An empty line starts a new paragraph.
    if (this.#text.endsInBreak && this.#target.kind === 'paragraph') this.flush();
    else this.#text.addBreak();
  }

  #link(element: HtmlElement, context: Context): void {
    const address = element.attributes['href'] ?? '';
    const { href, isUnsafe } = this.#source.addressOf(address);
    if (isUnsafe) this.#dropped.add('unsafeLink', 1, address);
    this.children(element, {
      ...context,
      style: { ...styleIn(element, context.style), href: href ?? context.style.href },
    });
    // LibreOffice writes the number of a footnote directly before its first word, without a space.
    if (element.attributes['class'] === 'sdfootnotesym') this.#text.add(' ', context.style);
  }

  #code(element: HtmlElement): void {
    const text = rawText(element).replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ').toWellFormed();
    this.#addText({
      kind: 'code',
      text: text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '').replace(/^\n|\n$/g, ''),
    });
  }

  /** Adds a block that becomes lines of the entry if it is in one. */
  #addText(piece: Piece): void {
    if (!this.#isInEntry) return this.#add(piece);
    for (const line of linesOf([piece])) this.#text.addLine(line);
  }

  #picture({ attributes }: HtmlElement): void {
    const { src = '', width, height } = attributes;
    // The checkbox image of a checklist in Google Docs; its state is an attribute of the entry.
    if (attributes['aria-roledescription'] === 'checkbox') return;
    const alt = cleanPastedText(attributes['alt'] ?? '').trim();
    if (/^[\p{Emoji_Presentation}\p{Extended_Pictographic}\ufe0f\u200d]{1,12}$/u.test(alt))
      return this.#text.add(alt, plainStyle);
    if (!this.#source.hasPictures) return this.#dropped.add('picture', 1, alt);
    // Tracking pixels in emails.
    if (src === '' || width === '1' || height === '1' || width === '0') return;
    if (!/^(?:https?:|file:|cid:|data:image\/(?:png|jpe?g|gif|webp|bmp|avif)[;,])/i.test(src))
      return this.#dropped.add('picture');
    const target = this.#target;
    this.#add({ kind: 'picture', src, alt });
    this.#target = target.kind === 'item' ? { ...target, isNew: false } : target;
  }

  /** A picture that Word writes only as a drawing; text in a drawing is kept. */
  #vml(element: HtmlElement, context: Context): void {
    const picture = vmlPicture(element);
    if (picture) return this.#picture({ ...element, attributes: picture });
    if (hasText(element)) return this.#block(element, context, PARAGRAPH);
    if (element.name !== 'v:shapetype') this.#dropped.add('drawing');
  }

  #checkbox({ attributes }: HtmlElement): void {
    if (attributes['type']?.toLowerCase() !== 'checkbox' || this.#target.kind !== 'item' || !this.#text.isEmpty) return;
    this.#target = { ...this.#target, checkbox: checkboxSymbol(attributes['checked'] !== undefined) };
  }

  #figure(element: HtmlElement, context: Context): void {
    const caption = element.children.find((child) => typeof child !== 'string' && child.name === 'figcaption');
    const captionText = typeof caption === 'object' ? cleanPastedText(rawText(caption)).trim() : '';
    const before = this.pieces.length;
    this.#block({ ...element, children: element.children.filter((child) => child !== caption) }, context, PARAGRAPH);
    const only = this.pieces.slice(before);
    const [piece] = only;
    if (only.length === 1 && piece?.kind === 'picture') piece.caption = captionText || undefined;
    else if (typeof caption === 'object') this.#block(caption, context, PARAGRAPH);
  }

  #quote(element: HtmlElement, context: Context, options: { continues?: boolean } = {}): void {
    const reader = new HtmlReader(this.#source, this.#dropped);
    reader.children(element, { ...context, listDepth: -1 });
    reader.flush();
    if (reader.pieces.length > 0) this.#addText({ kind: 'quote', pieces: reader.pieces, ...options });
  }

  #table(element: HtmlElement, context: Context): void {
    const inside = { ...context, listDepth: -1 };
    if (isLayoutTable(element)) return this.#block(element, inside, PARAGRAPH);
    const table = readTable(element, (cell) => this.#cellWords(cell, inside), this.#dropped);
    const caption = element.children.find((child) => typeof child !== 'string' && child.name === 'caption');
    const captionText = typeof caption === 'object' ? cleanPastedText(rawText(caption)).trim() : '';
    if (table) this.#add({ kind: 'table', table: { ...table, caption: captionText || undefined } });
  }

  /** The text of a cell: one line per paragraph or entry. */
  #cellWords(cell: HtmlElement, context: Context): InlineText {
    const reader = new HtmlReader(this.#source, this.#dropped);
    reader.children(cell, { ...context, style: styleIn(cell, context.style) });
    reader.flush();
    return joinedLines(linesOf(reader.pieces));
  }

  #list(element: HtmlElement, context: Context): void {
    const depth = context.listDepth + 1;
    const ordered = element.name === 'ol';
    const start = Number.parseInt(element.attributes['start'] ?? '', 10);
    if (depth === 0) {
      this.flush();
      this.#startsList = !(start > 1 && this.pieces.at(-1)?.kind === 'item');
    }
    this.#lists += 1;
    for (const child of element.children) {
      if (typeof child === 'string') {
        this.#text.add(child, context.style);
        continue;
      }
      if (child.name !== 'li') {
        this.element(child, { ...context, listDepth: depth });
        continue;
      }
      this.flush();
      // Word for the web puts every entry in a separate list and its level in an attribute.
      const level = Number.parseInt(child.attributes['data-aria-level'] ?? child.attributes['aria-level'] ?? '', 10);
      const isNew = this.#startsList && !(level > 1);
      this.#startsList = false;
      const own = Math.min(level > 0 ? Math.max(level - 1, depth) : depth, 20);
      this.#target = {
        kind: 'item',
        depth: own,
        ordered,
        isNew: isNew && own === 0,
        ...(start >= 0 && { start }),
        ...(child.attributes['role'] === 'checkbox' && {
          checkbox: checkboxSymbol(child.attributes['aria-checked'] === 'true'),
        }),
      };
      this.children(child, { style: styleIn(child, context.style), listDepth: depth });
    }
    this.flush();
    this.#lists -= 1;
    if (depth === 0) this.#startsList = true;
    else if (this.pieces.at(-1)?.kind === 'item') this.#target = MORE;
  }
}

const checkboxSymbol = (isChecked: boolean) => (isChecked ? '☑ ' : '☐ ');

function headingLevel({ name, attributes }: HtmlElement): number | undefined {
  if (/^h[1-6]$/.test(name)) return Number(name.slice(1));
  if (attributes['role'] === 'heading')
    return Math.min(Math.max(Number.parseInt(attributes['aria-level'] ?? '2', 10) || 2, 1), 6);
  return name === 'p' && attributes['class'] === 'MsoTitle' ? 1 : undefined;
}

/** The byte offsets before HTML on the clipboard of Windows; remote desktops and some programs leave them in. */
const CF_HTML_HEADER = /^\s*Version:\d[^<]*/;

/** Reads HTML into a sequence of pieces: as a paste, unless the source differs. */
export function readHtml(html: string, dropped: Losses, source: Partial<HtmlSource> = {}): Piece[] {
  const reader = new HtmlReader({ ...PASTED, ...source }, dropped);
  reader.children(htmlTree(html.replace(CF_HTML_HEADER, ''), dropped), { style: plainStyle, listDepth: -1 });
  reader.flush();
  return reader.pieces.filter((piece) => piece.kind !== 'heading' || plainInline(piece.text).trim() !== '');
}
