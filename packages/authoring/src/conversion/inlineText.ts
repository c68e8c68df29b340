import type { Inline, InlineText, Mark } from '@portico/kinds/richText';
import { plainInline } from '@portico/kinds/plainText';
import { MAX_PIECE_LENGTH, MAX_PIECES } from '@portico/kinds/richText';
import { chunks, textNodes } from './textNodes.ts';

/** The text style at the current position. */
export interface TextStyle {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  code: boolean;
  href: string | undefined;
}

export const plainStyle: TextStyle = { bold: false, italic: false, strike: false, code: false, href: undefined };

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

/**
 * Collects the text of one paragraph: whitespace collapses as `clean` says, adjacent text of the same style is joined.
 */
export class InlineTextBuilder {
  #nodes: Inline[] = [];
  #endsInSpace = true;
  readonly #clean: (text: string) => string;

  constructor(clean = cleanPastedText) {
    this.#clean = clean;
  }

  get isEmpty(): boolean {
    return this.#nodes.every(({ type }) => type === 'hardBreak');
  }

  /** Whether the text ends with a line break; a second one ends the paragraph. */
  get endsInBreak(): boolean {
    return this.#nodes.at(-1)?.type === 'hardBreak';
  }

  add(raw: string, style: TextStyle): void {
    let text = this.#clean(raw);
    if (this.#endsInSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.#endsInSpace = text.endsWith(' ');
    this.#nodes.push({ type: 'text', text, marks: marksOf(style) });
  }

  addBreak(): void {
    const last = this.#nodes.at(-1);
    if (last?.type === 'text') this.#nodes[this.#nodes.length - 1] = { ...last, text: last.text.trimEnd() };
    this.#nodes.push({ type: 'hardBreak' });
    this.#endsInSpace = true;
  }

  /** Adds text that has been read already, on its own line. */
  addLine(line: InlineText): void {
    this.startLine();
    this.#nodes.push(...line);
    this.addBreak();
  }

  /** Separates what follows from the text so far. */
  startLine(): void {
    if (!this.isEmpty && !this.endsInBreak) this.addBreak();
  }

  /** Returns the paragraph without breaks and whitespace at its ends, and clears the builder. */
  take(): InlineText {
    const text = trimmed(joinedInline(this.#nodes));
    this.#nodes = [];
    this.#endsInSpace = true;
    return text;
  }
}

export const asBold = (text: InlineText): InlineText =>
  text.map((inline) =>
    inline.type === 'text'
      ? { ...inline, marks: [...(inline.marks ?? []).filter(({ type }) => type !== 'bold'), { type: 'bold' }] }
      : inline,
  );

const isSame = (left: Mark[] = [], right: Mark[] = []) => JSON.stringify(left) === JSON.stringify(right);

/** The order in which the studio saves marks. */
const MARKS: Array<Mark['type']> = ['link', 'bold', 'italic', 'strike', 'code'];

/**
 * Text with adjacent nodes of the same marks joined, without empty nodes and characters that a database can't store.
 */
export function joinedInline(nodes: readonly Inline[]): InlineText {
  const joined: Inline[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type !== 'text') joined.push(node);
    else if (node.text !== '') {
      const marks = node.marks?.toSorted((left, right) => MARKS.indexOf(left.type) - MARKS.indexOf(right.type));
      if (last?.type === 'text' && isSame(marks, last.marks))
        joined[joined.length - 1] = { ...last, text: last.text + node.text };
      else joined.push({ type: 'text', text: node.text, ...(marks && marks.length > 0 && { marks }) });
    }
  }
  return joined.flatMap((node) =>
    node.type === 'text' ? textNodes(node.text.toWellFormed().replaceAll('\u0000', ''), node.marks) : [node],
  );
}

const isCode = ({ marks }: { marks?: Mark[] | undefined }) => marks?.some(({ type }) => type === 'code') === true;

/** Text without line breaks and blanks at its ends; code keeps its blanks. */
export function trimmed(text: InlineText): InlineText {
  const isBlank = (inline: Inline | undefined) =>
    inline !== undefined && (inline.type === 'hardBreak' || inline.text.trim() === '');
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (start < end && isBlank(text[end - 1])) end -= 1;
  const inner = text.slice(start, end);
  const first = inner[0];
  if (first?.type === 'text' && !isCode(first)) inner[0] = { ...first, text: first.text.trimStart() };
  const last = inner.at(-1);
  if (last?.type === 'text' && !isCode(last)) inner[inner.length - 1] = { ...last, text: last.text.trimEnd() };
  return inner;
}

/** A text as paragraphs that the contract allows: an empty line ends one, and so does its limit. */
export function paragraphsOf(text: InlineText): InlineText[] {
  const parts: InlineText[] = [[]];
  let breaks: InlineText = [];
  for (const node of joinedInline(text)) {
    if (node.type === 'hardBreak') breaks.push(node);
    else {
      if (breaks.length > 1) parts.push([node]);
      else parts.at(-1)!.push(...breaks, node);
      breaks = [];
    }
  }
  return parts.map(trimmed).flatMap((part) => chunks(part, MAX_PIECES));
}

/**
 * A text for a place that can't continue in another, such as a cell. What exceeds its limit loses formatting and line
 * breaks, but no word.
 */
export function fittedText(text: InlineText): InlineText {
  const joined = joinedInline(text);
  if (joined.length <= MAX_PIECES) return joined;
  const nodesForAll = Math.ceil(plainInline(joined).length / (MAX_PIECE_LENGTH - 1)) + 1;
  const formatted = joined.slice(0, Math.max(0, MAX_PIECES - nodesForAll));
  const rest = plainInline(joined.slice(formatted.length)).replaceAll('\n', ' ');
  return [...formatted, ...textNodes(rest)].slice(0, MAX_PIECES);
}
