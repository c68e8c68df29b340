import type { Piece } from '@portico/authoring/conversion/pieces';
import { cellText, tablePiece } from './shownPieces.ts';

/** Rows of a table that are in memory together. */
const ROWS_PER_PIECE = 100;

/** Collects the rows of a table, and returns them before they are too many. */
export class OpenTable {
  /** A cell that is covered by another has no pieces. */
  #rows: Piece[][][] = [];
  #continues = false;

  *add(row: Piece[][]): Generator<Piece> {
    if (row.length > 0) this.#rows.push(row);
    if (this.#rows.length >= ROWS_PER_PIECE) yield* this.flush();
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
