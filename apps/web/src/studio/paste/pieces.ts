import type { InlineText } from '@portico/kinds/richText';
import { cleanPastedText } from './inlineTextBuilder.ts';

export interface PastedTable {
  caption?: string | undefined;
  /** Empty when no row is a header. */
  header: InlineText[];
  rows: InlineText[][];
  align: Array<'Left' | 'Center' | 'Right'>;
}

/** What is read from a clipboard, in order, before it becomes components or text. */
export type Piece =
  | { kind: 'heading'; level: number; text: InlineText }
  | { kind: 'paragraph'; text: InlineText }
  | { kind: 'code'; text: string }
  /** An entry of a list. `depth` is 0 for the outermost list; `isNew` starts a new list. */
  | { kind: 'item'; depth: number; ordered: boolean; start?: number | undefined; isNew: boolean; text: InlineText }
  | { kind: 'table'; table: PastedTable }
  | { kind: 'quote'; pieces: Piece[] }
  | { kind: 'picture'; src: string; alt: string; caption?: string | undefined }
  | { kind: 'rule' };

/** Pieces as the lines of one text, for places that can hold only text. */
export function linesOf(pieces: Piece[]): InlineText {
  const lines = pieces.flatMap((piece): InlineText[] => {
    if (piece.kind === 'item') return [[{ type: 'text', text: '• ' }, ...piece.text]];
    if (piece.kind === 'paragraph' || piece.kind === 'heading') return [piece.text];
    if (piece.kind === 'code') return [[{ type: 'text', text: cleanPastedText(piece.text).slice(0, 20_000) || ' ' }]];
    if (piece.kind === 'quote') return [linesOf(piece.pieces)];
    if (piece.kind === 'table')
      return piece.table.rows.map((row) => row.flatMap((cell) => [...cell, { type: 'text', text: ' ' } as const]));
    return [];
  });
  return lines
    .filter((line) => line.length > 0)
    .flatMap((line, place) => (place > 0 ? [{ type: 'hardBreak' as const }, ...line] : line))
    .slice(0, 500);
}
