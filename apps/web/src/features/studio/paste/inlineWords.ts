import type { InlineText, Mark } from '@portico/contracts/richText';
import { isSafeHref } from '@portico/contracts/safeHref';

/** How words look where the reader is. */
export interface WordStyle {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  code: boolean;
  href: string | undefined;
}

export const plainStyle: WordStyle = { bold: false, italic: false, strike: false, code: false, href: undefined };

/** As in packages/contracts. */
const MAX_TEXT = 20_000;
const MAX_PIECES = 500;
const MAX_HREF = 2048;

export const isUsableHref = (href: string) => href.length <= MAX_HREF && isSafeHref(href);

/** Whole characters without those that control something; all kinds of blanks are one blank. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\t\n\f\r\u00a0\u2028\u2029 ]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b\ufeff\u00ad]/g, '');

function marksOf({ bold, italic, strike, code, href }: WordStyle): Mark[] {
  return [
    ...(href === undefined ? [] : [{ type: 'link' as const, attrs: { href } }]),
    ...(bold ? [{ type: 'bold' as const }] : []),
    ...(italic ? [{ type: 'italic' as const }] : []),
    ...(strike ? [{ type: 'strike' as const }] : []),
    ...(code ? [{ type: 'code' as const }] : []),
  ];
}

const isSameStyle = (left: WordStyle, right: WordStyle) =>
  left.bold === right.bold &&
  left.italic === right.italic &&
  left.strike === right.strike &&
  left.code === right.code &&
  left.href === right.href;

/** Collects the words of one paragraph: blanks collapse as in a browser, neighbors of one style become one text. */
export class InlineWords {
  #runs: Array<{ text: string[]; style: WordStyle } | 'break'> = [];
  #endsInBlank = true;

  get isEmpty(): boolean {
    return this.#runs.every((run) => run === 'break');
  }

  /** Whether the last thing was a line break: a second one ends the paragraph. */
  get endsInBreak(): boolean {
    return this.#runs.at(-1) === 'break';
  }

  add(raw: string, style: WordStyle): void {
    let text = cleanText(raw);
    if (this.#endsInBlank && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.#endsInBlank = text.endsWith(' ');
    const last = this.#runs.at(-1);
    if (last !== undefined && last !== 'break' && isSameStyle(last.style, style)) last.text.push(text);
    else this.#runs.push({ text: [text], style });
  }

  addBreak(): void {
    this.#runs.push('break');
    this.#endsInBlank = true;
  }

  /** The paragraph, without breaks and blanks at its ends. The collector is empty afterwards. */
  take(): InlineText {
    const text: InlineText = [];
    for (const run of this.#runs) {
      if (run === 'break') text.push({ type: 'hardBreak' });
      else {
        const marks = marksOf(run.style);
        const words = run.text.join('');
        for (const part of inParts(words)) text.push({ type: 'text', text: part, ...(marks.length > 0 && { marks }) });
      }
    }
    this.#runs = [];
    this.#endsInBlank = true;
    return trimmed(text);
  }
}

/** Parts of a text that one node can hold. */
export function inParts(text: string): string[] {
  if (text.length <= MAX_TEXT) return text === '' ? [] : [text];
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + MAX_TEXT, text.length);
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    found.push(text.slice(start, end));
    start = end;
  }
  return found;
}

function trimmed(text: InlineText): InlineText {
  const isBlank = (inline: InlineText[number] | undefined) =>
    inline !== undefined && (inline.type === 'hardBreak' || inline.text.trim() === '');
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (start < end && isBlank(text[end - 1])) end -= 1;
  const kept = text.slice(start, end);
  const last = kept.at(-1);
  if (last?.type === 'text' && last.text.endsWith(' ')) kept[kept.length - 1] = { ...last, text: last.text.trimEnd() };
  return kept;
}

/** A long paragraph as several that the contract allows. */
export function inParagraphs(text: InlineText): InlineText[] {
  if (text.length <= MAX_PIECES) return text.length === 0 ? [] : [text];
  return Array.from({ length: Math.ceil(text.length / MAX_PIECES) }, (_, part) =>
    text.slice(part * MAX_PIECES, (part + 1) * MAX_PIECES),
  );
}
