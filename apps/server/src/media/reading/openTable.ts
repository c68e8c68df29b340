import type { Piece } from '@portico/authoring/conversion/pieces';
import { cellText, tablePiece } from './shownPieces.ts';

/** Rows of a table that are in memory together. */
const ROWS_PER_PIECE = 100;
/** A cell with more pieces is layout around text, not part of a table. */
const MAX_CELL_PIECES = 200;

/** Collects the rows of a table, and returns them before they are too many. */
export class OpenTable {
  /** A cell that is covered by another has no pieces. */
  #rows: Piece[][][] = [];
  #continues = false;

  *add(row: Piece[][]): Generator<Piece> {
    if (row.length > 0) this.#rows.push(row);
    if (this.#rows.length >= ROWS_PER_PIECE) yield* this.flush();
  }

  /**
   * Returns the content of a cell, of which those before it in its row are `cells`. The content of a layout cell is
   * yielded after the rows so far instead.
   */
  *readCell(pieces: Iterable<Piece>, cells: Piece[][]): Generator<Piece, Piece[] | undefined> {
    const content: Piece[] = [];
    let isLayout = false;
    for (const piece of pieces)
      if (isLayout) yield piece;
      else if (content.push(piece) > MAX_CELL_PIECES) {
        isLayout = true;
        yield* this.add(cells.splice(0));
        yield* this.flush();
        yield* content;
      }
    return isLayout ? undefined : content;
  }

  /** The rows so far, which are then no longer in memory. */
  *flush(): Generator<Piece> {
    if (this.#rows.length > 0)
      yield tablePiece(
        this.#rows.map((row) => row.map(cellText)),
        { continues: this.#continues },
      );
    this.#continues = true;
    this.#rows = [];
  }

  /** The other rows. A table with a single cell is a frame around text. */
  *end(): Generator<Piece> {
    const [cells] = this.#rows;
    if (!this.#continues && this.#rows.length === 1 && cells!.length === 1) yield* cells![0]!;
    else yield* this.flush();
  }
}
