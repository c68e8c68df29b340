import type { InlineText, Mark } from '@portico/kinds/richText';
import { isSafeHref } from '@portico/kinds/safeHref';
import { MAX_HREF, MAX_PIECE_LENGTH, MAX_PIECES } from '@portico/kinds/richText';

/** The text style at the current position. */
export interface TextStyle {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  code: boolean;
  href: string | undefined;
}

export const plainStyle: TextStyle = { bold: false, italic: false, strike: false, code: false, href: undefined };

export const isUsableHref = (href: string) => href.length <= MAX_HREF && isSafeHref(href);

/** Well-formed text without control characters; each run of whitespace becomes one space. */
export const cleanPastedText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\t\n\f\r\u00a0\u2028\u2029 ]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b\ufeff\u00ad]/g, '');

function marksOf({ bold, italic, strike, code, href }: TextStyle): Mark[] {
  return [
    ...(href === undefined ? [] : [{ type: 'link' as const, attrs: { href } }]),
    ...(bold ? [{ type: 'bold' as const }] : []),
    ...(italic ? [{ type: 'italic' as const }] : []),
    ...(strike ? [{ type: 'strike' as const }] : []),
    ...(code ? [{ type: 'code' as const }] : []),
  ];
}

const isSameStyle = (left: TextStyle, right: TextStyle) =>
  left.bold === right.bold &&
  left.italic === right.italic &&
  left.strike === right.strike &&
  left.code === right.code &&
  left.href === right.href;

/**
 * Collects the text of one paragraph: whitespace collapses as in a browser, adjacent text of the same style is joined.
 */
export class InlineTextBuilder {
  #runs: Array<{ text: string[]; style: TextStyle } | 'break'> = [];
  #endsInSpace = true;

  get isEmpty(): boolean {
    return this.#runs.every((run) => run === 'break');
  }

  /** Whether the text ends with a line break; a second one ends the paragraph. */
  get endsInBreak(): boolean {
    return this.#runs.at(-1) === 'break';
  }

  add(raw: string, style: TextStyle): void {
    let text = cleanPastedText(raw);
    if (this.#endsInSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.#endsInSpace = text.endsWith(' ');
    const last = this.#runs.at(-1);
    if (last !== undefined && last !== 'break' && isSameStyle(last.style, style)) last.text.push(text);
    else this.#runs.push({ text: [text], style });
  }

  addBreak(): void {
    this.#runs.push('break');
    this.#endsInSpace = true;
  }

  /** Returns the paragraph without breaks and whitespace at its ends, and clears the builder. */
  take(): InlineText {
    const text: InlineText = [];
    for (const run of this.#runs) {
      if (run === 'break') text.push({ type: 'hardBreak' });
      else {
        const marks = marksOf(run.style);
        const joined = run.text.join('');
        for (const part of splitText(joined))
          text.push({ type: 'text', text: part, ...(marks.length > 0 && { marks }) });
      }
    }
    this.#runs = [];
    this.#endsInSpace = true;
    return trimmed(text);
  }
}

/** Splits text into parts that fit into one node. */
export function splitText(text: string): string[] {
  if (text.length <= MAX_PIECE_LENGTH) return text === '' ? [] : [text];
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + MAX_PIECE_LENGTH, text.length);
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
  const inner = text.slice(start, end);
  const last = inner.at(-1);
  if (last?.type === 'text' && last.text.endsWith(' '))
    inner[inner.length - 1] = { ...last, text: last.text.trimEnd() };
  return inner;
}

/** Splits a long paragraph into several that the contract allows. */
export function splitParagraph(text: InlineText): InlineText[] {
  if (text.length <= MAX_PIECES) return text.length === 0 ? [] : [text];
  return Array.from({ length: Math.ceil(text.length / MAX_PIECES) }, (_, part) =>
    text.slice(part * MAX_PIECES, (part + 1) * MAX_PIECES),
  );
}
