import { buildComponents } from '@portico/authoring/conversion/buildComponents';
import { DroppedCount } from '@portico/authoring/conversion/dropped';
import { isUsableHref } from '@portico/authoring/conversion/textNodes';
import { joinedLines, linesOf, type Piece } from '@portico/authoring/conversion/pieces';
import type { DocumentPreview } from '@portico/contracts/documents';
import type { ContentComponent } from '@portico/kinds/content';
import { plainInline } from '@portico/kinds/plainText';
import type { InlineText, Mark } from '@portico/kinds/richText';
import { joinedCells } from './reading.ts';

/** What a preview shows at most: far more than anyone reads in one, and little enough for a browser. */
const MAX_COMPONENTS = 600;
/** In characters, with the two lengths below added for each piece and each cell. */
const MAX_SHOWN_LENGTH = 1_000_000;
const MIN_PIECE_LENGTH = 50;
const MIN_CELL_LENGTH = 5;
const MAX_TABLE_ROWS = 200;

/** The document as components like those of pages: text as data, never HTML. Long documents are cut. */
export function componentPreview(pieces: Iterable<Piece>): DocumentPreview {
  const shown = new ShownPieces();
  for (const piece of pieces) shown.add(piece);
  return shown.preview();
}

/**
 * Keeps of a document what its preview shows. Words for search come from the pieces themselves, through `plainPiece`:
 * the preview may end, but every word must be found.
 */
export class ShownPieces {
  readonly #pieces: Piece[] = [];
  #room = MAX_SHOWN_LENGTH;
  /** The number of rows of the last table. */
  #rows = 0;
  #isCut = false;

  add(piece: Piece): void {
    const shown = this.#shownPart(piece);
    if (!shown) return;
    const cells = shown.kind === 'table' ? shown.table.rows.reduce((count, row) => count + row.length, 0) : 0;
    this.#room -= MIN_PIECE_LENGTH + plainPiece(shown).length + cells * MIN_CELL_LENGTH;
    this.#pieces.push(shown);
  }

  preview(): DocumentPreview {
    const losses = new DroppedCount();
    const { components } = buildComponents(this.#pieces, { losses, maxComponents: MAX_COMPONENTS });
    return {
      kind: 'Components',
      components: components.map((component, index): ContentComponent => ({ id: `b${index + 1}`, ...component })),
      isCut: this.#isCut || losses.list().length > 0,
    };
  }

  #shownPart(piece: Piece): Piece | undefined {
    if (this.#room <= 0) {
      this.#isCut = true;
      return undefined;
    }
    if (piece.kind === 'table') return this.#shownRows(piece);
    if (plainPiece(piece).length <= this.#room) return piece;
    this.#isCut = true;
    const text = plainPiece(piece).slice(0, this.#room).toWellFormed();
    return { kind: 'paragraph', text: [{ type: 'text', text }] };
  }

  #shownRows(piece: Extract<Piece, { kind: 'table' }>): Piece | undefined {
    if (!piece.continues) this.#rows = 0;
    const rows = piece.table.rows.slice(0, MAX_TABLE_ROWS - this.#rows);
    this.#rows += rows.length;
    this.#isCut ||= rows.length < piece.table.rows.length;
    return rows.length === 0 && piece.continues ? undefined : { ...piece, table: { ...piece.table, rows } };
  }
}

/** The text of a piece. */
export function plainPiece(piece: Piece): string {
  switch (piece.kind) {
    case 'table': {
      const { header, rows } = piece.table;
      return [...(header.length > 0 ? [header] : []), ...rows]
        .map((row) => joinedCells(row.map(plainInline)))
        .join('\n');
    }
    case 'quote':
      return piece.pieces.map(plainPiece).join('\n');
    case 'code':
      return piece.text;
    case 'picture':
    case 'rule':
      return '';
    default:
      return plainInline(piece.text);
  }
}

/** A table whose first row is its header, if it has others. */
export function tablePiece(rows: InlineText[][], { continues = false, hasHeader = true } = {}): Piece {
  const [first = [], ...others] = rows;
  const table =
    hasHeader && !continues && others.length > 0
      ? { header: first, rows: others, align: [] }
      : { header: [], rows, align: [] };
  return { kind: 'table', table, continues };
}

/** The text of a cell, with a line for each of these. */
export const cellText = (pieces: readonly Piece[]): InlineText => joinedLines(linesOf(pieces));

export const plainParagraph = (text: string): Piece => ({ kind: 'paragraph', text: [{ type: 'text', text }] });

/** Whether an address makes sense outside the computer of the document's author. */
export const isDocumentLink = (href: string): boolean => /^(?:https?|mailto|tel):/i.test(href) && isUsableHref(href);

export const linkMarks = (href: string): Mark[] => (isDocumentLink(href) ? [{ type: 'link', attrs: { href } }] : []);
