import { plainInline } from '@portico/contracts/plainText';
import type { InlineText } from '@portico/contracts/richText';
import type { DroppedCount } from './dropped.ts';
import { htmlTree, type HtmlElement } from './htmlTree.ts';
import { cleanText, InlineWords, plainStyle, type WordStyle } from './inlineWords.ts';
import { linesOf, type Piece } from './pieces.ts';
import { isLayoutTable, readTable } from './readTable.ts';
import { officeComment, vmlPicture, wordEntry, type WordEntry } from './office.ts';
import { raisedDigits } from './raisedDigits.ts';
import { hasWords, isBlock, rawText } from './rawText.ts';
import { pastedHref, styleIn, styleOf } from './wordStyles.ts';

/** Where the reader is: what is around an element decides what its words become. */
interface Place {
  style: WordStyle;
  /** Lists around it, beginning with 0; -1 outside of lists. */
  listDepth: number;
}

/** What the words that are being collected will be. */
type Target =
  | { kind: 'paragraph' }
  | { kind: 'heading'; level: number }
  | (Omit<Extract<Piece, { kind: 'item' }>, 'text'> & { sign?: string | undefined });

const PARAGRAPH: Target = { kind: 'paragraph' };

/** Mails mark their indents as quotes without a line at their side. */
const isIndent = (element: HtmlElement) => /^(?:none|0|medium none)/.test(styleOf(element, 'border') ?? 'x');

const isCode = (element: HtmlElement) =>
  element.name === 'pre' ||
  ((styleOf(element, 'white-space') ?? '').startsWith('pre') &&
    /mono|consolas|courier/.test(styleOf(element, 'font-family') ?? ''));

/** Reads elements into pieces. One reader reads one clipboard, or one cell or quote of it. */
class HtmlReader {
  readonly pieces: Piece[] = [];
  #words = new InlineWords();
  #target: Target = PARAGRAPH;
  /** The next entry begins a list. */
  #startsList = true;
  /** Word's name for the list of the last outermost entry. */
  #wordList: string | undefined;
  readonly #dropped: DroppedCount;

  constructor(dropped: DroppedCount) {
    this.#dropped = dropped;
  }

  /** Ends the paragraph that is being collected. */
  flush(): void {
    const text = this.#words.take();
    const target = this.#target;
    this.#target = PARAGRAPH;
    if (text.length === 0) return;
    if (target.kind !== 'item') {
      this.pieces.push({ ...target, text });
      this.#startsList = true;
      return;
    }
    const { sign, ...item } = target;
    this.pieces.push({ ...item, text: sign === undefined ? text : [{ type: 'text', text: sign }, ...text] });
  }

  children(element: HtmlElement, place: Place): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.#words.add(child, place.style);
      else this.element(child, place);
    }
  }

  element(element: HtmlElement, place: Place): void {
    const { name, attributes } = element;
    // The sign that Word writes before an entry; our lists draw their own.
    if (/mso-list\s*:\s*ignore/i.test(attributes['style'] ?? '')) return;
    const comment = officeComment(element);
    if (comment) return this.#dropped.add('comment', comment.count);
    if (name === 'br') return this.#lineBreak();
    if (name === 'hr') return this.#add({ kind: 'rule' });
    if (name === 'img') return this.#picture(element);
    if (name.startsWith('v:')) return this.#vml(element, place);
    if (name === 'input') return this.#checkbox(element);
    if (name === 'a') return this.#link(element, place);
    const inside = { ...place, style: styleIn(element, place.style) };
    if (isCode(element) && hasWords(element)) return this.#code(element);
    if (name === 'ul' || name === 'ol') return this.#list(element, inside);
    if (name === 'table') return this.#table(element, inside);
    if (name === 'blockquote' && !isIndent(element)) return this.#quote(element, inside);
    if (name === 'figure') return this.#figure(element, inside);
    const heading = headingLevel(element);
    if (heading !== undefined)
      return this.#block(element, { ...place, style: plainStyle }, { kind: 'heading', level: heading });
    const entry = wordEntry(element);
    if (entry) return this.#block(entry.element, inside, this.#itemOf(entry));
    if (!isBlock(element)) {
      const raised = raisedDigits(element);
      return raised === undefined ? this.children(element, inside) : this.#words.add(raised, inside.style);
    }
    // A paragraph in an entry continues it.
    if (place.listDepth >= 0 && this.#target.kind === 'item') {
      if (!this.#words.isEmpty && !this.#words.endsInBreak) this.#words.addBreak();
      return this.children(element, inside);
    }
    this.#block(element, inside, PARAGRAPH);
  }

  /** Word numbers lists separately, even one right below another. */
  #itemOf({ list, depth, ordered, start }: WordEntry): Target {
    const isNew = depth === 0 && (this.#startsList || (this.#wordList !== undefined && this.#wordList !== list));
    if (depth === 0 || this.#startsList) this.#wordList = depth === 0 ? list : undefined;
    this.#startsList = false;
    return { kind: 'item', depth, ordered, isNew, ...(start !== undefined && { start }) };
  }

  #block(element: HtmlElement, place: Place, target: Target): void {
    this.flush();
    this.#target = target;
    this.children(element, place);
    this.flush();
  }

  #add(piece: Piece): void {
    this.flush();
    this.pieces.push(piece);
    this.#startsList = true;
  }

  #lineBreak(): void {
    if (this.#words.isEmpty) return;
    // An empty line between two texts makes them two paragraphs.
    if (this.#words.endsInBreak && this.#target.kind === 'paragraph') this.flush();
    else this.#words.addBreak();
  }

  #link(element: HtmlElement, place: Place): void {
    const { href, isUnsafe } = pastedHref(element.attributes['href'] ?? '');
    if (isUnsafe) this.#dropped.add('unsafeLink');
    this.children(element, { ...place, style: { ...styleIn(element, place.style), href: href ?? place.style.href } });
    // LibreOffice writes the number of a footnote right before its first word.
    if (element.attributes['class'] === 'sdfootnotesym') this.#words.add(' ', place.style);
  }

  #code(element: HtmlElement): void {
    const text = rawText(element).replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ').toWellFormed();
    this.#add({ kind: 'code', text: text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '').replace(/^\n|\n$/g, '') });
  }

  #picture({ attributes }: HtmlElement, caption?: string): void {
    const { src = '', width, height } = attributes;
    // The box of a checklist in Google Docs, whose state the entry tells.
    if (attributes['aria-roledescription'] === 'checkbox') return;
    const alt = cleanText(attributes['alt'] ?? '').trim();
    if (/^[\p{Emoji_Presentation}\p{Extended_Pictographic}\ufe0f\u200d]{1,12}$/u.test(alt))
      return this.#words.add(alt, plainStyle);
    // What mails count their readers with.
    if (src === '' || width === '1' || height === '1' || width === '0') return;
    if (!/^(?:https?:|file:|cid:|data:image\/(?:png|jpe?g|gif|webp|bmp|avif)[;,])/i.test(src))
      return this.#dropped.add('picture');
    const target = this.#target;
    this.#add({ kind: 'picture', src, alt, caption });
    this.#target = target.kind === 'item' ? { ...target, isNew: false } : target;
  }

  /** A picture that Word writes as a drawing only; words in a drawing stay. */
  #vml(element: HtmlElement, place: Place): void {
    const picture = vmlPicture(element);
    if (picture) return this.#picture({ ...element, attributes: picture });
    if (hasWords(element)) return this.#block(element, place, PARAGRAPH);
    if (element.name !== 'v:shapetype') this.#dropped.add('drawing');
  }

  #checkbox({ attributes }: HtmlElement): void {
    if (attributes['type']?.toLowerCase() !== 'checkbox' || this.#target.kind !== 'item' || !this.#words.isEmpty)
      return;
    this.#target = { ...this.#target, sign: signOfCheckbox(attributes['checked'] !== undefined) };
  }

  #figure(element: HtmlElement, place: Place): void {
    const caption = element.children.find((child) => typeof child !== 'string' && child.name === 'figcaption');
    const words = typeof caption === 'object' ? cleanText(rawText(caption)).trim() : '';
    const before = this.pieces.length;
    this.#block({ ...element, children: element.children.filter((child) => child !== caption) }, place, PARAGRAPH);
    const only = this.pieces.slice(before);
    const [piece] = only;
    if (only.length === 1 && piece?.kind === 'picture') piece.caption = words || undefined;
    else if (typeof caption === 'object') this.#block(caption, place, PARAGRAPH);
  }

  #quote(element: HtmlElement, place: Place): void {
    const reader = new HtmlReader(this.#dropped);
    reader.children(element, { ...place, listDepth: -1 });
    reader.flush();
    if (reader.pieces.length > 0) this.#add({ kind: 'quote', pieces: reader.pieces });
  }

  #table(element: HtmlElement, place: Place): void {
    const inside = { ...place, listDepth: -1 };
    if (isLayoutTable(element)) return this.#block(element, inside, PARAGRAPH);
    const table = readTable(element, (cell) => this.#cellWords(cell, inside), this.#dropped);
    const caption = element.children.find((child) => typeof child !== 'string' && child.name === 'caption');
    const words = typeof caption === 'object' ? cleanText(rawText(caption)).trim() : '';
    if (table) this.#add({ kind: 'table', table: { ...table, caption: words || undefined } });
  }

  /** The words of a cell: its paragraphs and entries, a line each. */
  #cellWords(cell: HtmlElement, place: Place): InlineText {
    const reader = new HtmlReader(this.#dropped);
    reader.children(cell, { ...place, style: styleIn(cell, place.style) });
    reader.flush();
    return linesOf(reader.pieces);
  }

  #list(element: HtmlElement, place: Place): void {
    const depth = place.listDepth + 1;
    const ordered = element.name === 'ol';
    const start = Number.parseInt(element.attributes['start'] ?? '', 10);
    if (depth === 0) {
      this.flush();
      this.#startsList = !(start > 1 && this.pieces.at(-1)?.kind === 'item');
    }
    for (const child of element.children) {
      if (typeof child === 'string') {
        this.#words.add(child, place.style);
        continue;
      }
      if (child.name !== 'li') {
        this.element(child, { ...place, listDepth: depth });
        continue;
      }
      this.flush();
      // Word in a browser puts every entry in a separate list and gives its level in an attribute.
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
          sign: signOfCheckbox(child.attributes['aria-checked'] === 'true'),
        }),
      };
      this.children(child, { style: styleIn(child, place.style), listDepth: depth });
    }
    this.flush();
    if (depth === 0) this.#startsList = true;
  }
}

const signOfCheckbox = (isChecked: boolean) => (isChecked ? '☑ ' : '☐ ');

function headingLevel({ name, attributes }: HtmlElement): number | undefined {
  if (/^h[1-6]$/.test(name)) return Number(name.slice(1));
  if (attributes['role'] === 'heading')
    return Math.min(Math.max(Number.parseInt(attributes['aria-level'] ?? '2', 10) || 2, 1), 6);
  return name === 'p' && attributes['class'] === 'MsoTitle' ? 1 : undefined;
}

/** What HTML says, as pieces one below the other. */
export function readHtml(html: string, dropped: DroppedCount): Piece[] {
  const reader = new HtmlReader(dropped);
  reader.children(htmlTree(html, dropped), { style: plainStyle, listDepth: -1 });
  reader.flush();
  return reader.pieces.filter((piece) => piece.kind !== 'heading' || plainInline(piece.text).trim() !== '');
}
