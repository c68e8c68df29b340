import { inParts, isUsableHref } from './inlineWords.ts';
import type { DroppedCount } from './dropped.ts';
import type { Piece } from './pieces.ts';
import type { InlineText } from '@portico/contracts/richText';

/**
 * Text up to this length is read as Markdown, if no part between empty lines is longer than the second limit: the
 * Markdown reader takes quadratic time for hostile text.
 */
const MAX_MARKDOWN = 50_000;
const MAX_PART = 6000;
const MAX_TEXT = 2_000_000;
/** Paragraphs of plain text that are read. */
const MAX_PARAGRAPHS = 5000;

/** Signs that nobody writes by chance. */
const strong = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}\|?(?: {0,3}:?-{3,}:? {0,3}\|){1,20}/m,
  /\[[^\]\n]{1,200}\]\((?:https?:|mailto:|\/|#)[^)\s]{0,500}\)/,
];
/** Signs that count when there are two. */
const weak = [
  /^ {0,3}[-*+] \S/m,
  /^ {0,3}\d{1,3}[.)] \S/m,
  /\*\*[^*\n]{1,200}\*\*/,
  /^> \S/m,
  /`[^`\n]{1,200}`/,
  /\b_[^_\n]{1,200}_\b/,
];

/** Whether plain text is meant as Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  if (text.length > MAX_MARKDOWN || text.split(/\n\s*\n/).some((part) => part.length > MAX_PART)) return false;
  if (strong.some((sign) => sign.test(text))) return true;
  const items = text.split('\n').filter((line) => /^ {0,3}(?:[-*+]|\d{1,3}[.)]) \S/.test(line)).length;
  return items > 1 || weak.filter((sign) => sign.test(text)).length > 1;
}

/** Text as Markdown, also with the bullets that programs write; undefined when it is not meant as Markdown. */
export function asMarkdown(text: string): string | undefined {
  const bulleted = text.replaceAll(/^([\t ]{0,12})[•◦▪‣·][\t ]{1,4}/gm, '$1- ');
  return looksLikeMarkdown(bulleted) ? bulleted : undefined;
}

/** A web address in plain text becomes a link. */
export function withLinks(line: string): InlineText {
  return line.split(/(https?:\/\/[^\s<>"]{1,2000})/).flatMap((part, place) => {
    const address = place % 2 === 1 ? part.replace(/[.,;:!?)\]]{1,9}$/, '') : '';
    if (address === '' || !isUsableHref(address)) return inParts(part).map((text) => ({ type: 'text' as const, text }));
    const rest = part.slice(address.length);
    return [
      { type: 'text' as const, text: address, marks: [{ type: 'link' as const, attrs: { href: address } }] },
      ...(rest === '' ? [] : [{ type: 'text' as const, text: rest }]),
    ];
  });
}

/** Cells between tabs, as spreadsheets write them; undefined when the lines are no table. */
function readCells(lines: string[]): Piece | undefined {
  const rows = lines.map((line) => line.split('\t'));
  const width = rows[0]?.length ?? 0;
  if (rows.length < 2 || width < 2 || width > 20 || rows.some((row) => row.length !== width)) return undefined;
  const cells = rows.map((row) => row.map((cell) => (cell.trim() === '' ? [] : withLinks(cell.trim()))));
  return {
    kind: 'table',
    table: { header: [], rows: cells, align: Array.from({ length: width }, () => 'Left' as const) },
  };
}

/** Plain text: an empty line ends a paragraph, other line breaks stay. */
export function readPlainText(text: string, dropped: DroppedCount): Piece[] {
  const clean = text
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\ufeff]/g, '');
  if (text.length > MAX_TEXT) dropped.add('tooMuch');
  const cells = readCells(clean.split('\n').filter((line) => line.trim() !== ''));
  if (cells) return [cells];
  const paragraphs = clean.split(/\n[\t ]*\n/).filter((part) => part.trim() !== '');
  dropped.add('tooMuch', Math.max(0, paragraphs.length - MAX_PARAGRAPHS));
  return paragraphs.slice(0, MAX_PARAGRAPHS).map((part) => ({
    kind: 'paragraph',
    text: part
      .trim()
      .split('\n')
      .flatMap((line, place) => [
        ...(place > 0 ? [{ type: 'hardBreak' as const }] : []),
        ...withLinks(line.replaceAll('\t', ' ').trim()),
      ]),
  }));
}
