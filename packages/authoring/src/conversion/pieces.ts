import type { Alignment } from '@portico/kinds/parts';
import type { InlineText, RichTextBlock } from '@portico/kinds/richText';
import { asBold, paragraphsOf } from './inlineText.ts';
import { textNodes } from './textNodes.ts';

export interface TextTable {
  caption?: string | undefined;
  /** Empty when no row is a header. */
  header: InlineText[];
  rows: InlineText[][];
  /** One entry per column; undefined where the text does not say. */
  align: Array<Alignment | undefined>;
}

/** What is read from a text of any format, in order, before it becomes components or formatted text. */
export type Piece =
  | { kind: 'heading'; level: number; text: InlineText }
  | { kind: 'paragraph'; text: InlineText }
  | { kind: 'code'; text: string }
  /** An entry of a list. `depth` is 0 for the outermost list; `isNew` starts a new list. */
  | { kind: 'item'; depth: number; ordered: boolean; start?: number | undefined; isNew: boolean; text: InlineText }
  /** `continues` adds its rows to the table before it. */
  | { kind: 'table'; table: TextTable; continues?: boolean }
  /** `continues` joins it to the quotation before it, as in programs that mark each paragraph of one. */
  | { kind: 'quote'; pieces: Piece[]; continues?: boolean }
  | { kind: 'picture'; src: string; alt: string; caption?: string | undefined }
  | { kind: 'rule' };

/** The same pieces; those that continue the one before them are part of it. */
export function* joinedPieces(pieces: Iterable<Piece>): Generator<Piece> {
  let open: Piece | undefined;
  for (const piece of pieces) {
    if (piece.kind === 'quote' && piece.continues && open?.kind === 'quote') open.pieces.push(...piece.pieces);
    else if (piece.kind === 'table' && piece.continues && open?.kind === 'table')
      open.table.rows.push(...piece.table.rows);
    else {
      if (open) yield open;
      open = copied(piece);
    }
  }
  if (open) yield open;
}

function copied(piece: Piece): Piece {
  if (piece.kind === 'quote') return { ...piece, pieces: [...piece.pieces] };
  return piece.kind === 'table' ? { ...piece, table: { ...piece.table, rows: [...piece.table.rows] } } : piece;
}

/** The bullet or number of an entry, for places where a list is only text. */
export const entryMarker = (ordered: boolean, number: number) => textNodes(ordered ? `${number}. ` : '• ');

/** Returns a function that writes pieces, one after another, as lines of text. */
function lineWriter(): (piece: Piece) => InlineText[] {
  let numbers: number[] = [];
  return (piece) => {
    switch (piece.kind) {
      case 'item': {
        const { depth, start = 1, isNew } = piece;
        const before = isNew ? undefined : numbers[depth];
        const number = before === undefined ? start : before + 1;
        numbers = [...numbers.slice(0, depth), number];
        return [[...entryMarker(piece.ordered, number), ...piece.text]];
      }
      case 'paragraph':
        return [piece.text];
      case 'heading':
        return [asBold(piece.text)];
      case 'code':
        return piece.text
          .split('\n')
          .flatMap((line) => (line.trim() === '' ? [] : [textNodes(line, [{ type: 'code' }])]));
      case 'quote':
        return linesOf(piece.pieces);
      case 'table':
        return [piece.table.header, ...piece.table.rows].map((row) =>
          row.flatMap((cell, column) => [...(column > 0 ? textNodes(' | ') : []), ...cell]),
        );
      case 'picture':
      case 'rule':
        return [];
    }
  };
}

/** Pieces as lines, for places that can hold only text. */
export function linesOf(pieces: readonly Piece[]): InlineText[] {
  const write = lineWriter();
  return pieces.flatMap((piece) => write(piece)).filter((line) => line.length > 0);
}

/** Lines as one text, with line breaks between them. */
export const joinedLines = (lines: readonly InlineText[]): InlineText =>
  lines.flatMap((line, index) => (index > 0 ? [{ type: 'hardBreak' as const }, ...line] : line));

/** Pieces as paragraphs and code, which is all that formatted text can hold. */
export function richBlocks(pieces: readonly Piece[]): RichTextBlock[] {
  const write = lineWriter();
  return pieces.flatMap((piece): RichTextBlock[] => {
    if (piece.kind === 'code') return piece.text === '' ? [] : [{ type: 'codeBlock', content: textNodes(piece.text) }];
    if (piece.kind === 'quote') return richBlocks(piece.pieces);
    return write(piece).flatMap((line) =>
      paragraphsOf(line).map((content) => ({ type: 'paragraph' as const, content })),
    );
  });
}
