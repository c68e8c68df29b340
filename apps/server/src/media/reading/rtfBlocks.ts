import { joinedInline, trimmed } from '@portico/authoring/conversion/inlineText';
import { markerNumber } from '@portico/authoring/conversion/listMarker';
import type { Piece } from '@portico/authoring/conversion/pieces';
import type { Inline } from '@portico/kinds/richText';
import { OpenList } from './openList.ts';
import { OpenTable } from './openTable.ts';

export interface RtfStyle {
  heading: number | undefined;
  isQuote: boolean;
}

export const NO_STYLE: RtfStyle = { heading: undefined, isQuote: false };

/** What applies to the current paragraph, until `\pard`. */
class Paragraph {
  isInTable = false;
  style = NO_STYLE;
  depth = 0;
  list: 'bullet' | 'number' | undefined;
  /** The number of its list in the document. */
  listNumber = 0;
}

/** Makes pieces of paragraphs, tables and boxes, and passes them on. */
export class RtfBlocks {
  readonly #emit: (piece: Piece) => void;
  paragraph = new Paragraph();
  /** The bullet or number before the text of an entry. Word writes it before the properties of the paragraph. */
  marker = '';
  #content: Inline[] = [];
  readonly #list = new OpenList();
  #cell: Piece[] = [];
  #row: Piece[][] = [];
  #table: OpenTable | undefined;
  /** The paragraphs that wait for the end of a box. */
  readonly #around: Array<{ content: Inline[]; paragraph: Paragraph }> = [];

  constructor(emit: (piece: Piece) => void) {
    this.#emit = emit;
  }

  add(node: Inline): void {
    this.#content.push(node);
  }

  resetParagraph(): void {
    this.paragraph = new Paragraph();
  }

  endParagraph(): void {
    const piece = this.#takePiece();
    if (this.paragraph.isInTable) this.#cell.push(...piece);
    else {
      this.#endTable();
      for (const one of piece) this.#emit(one);
    }
  }

  endCell(): void {
    this.#row.push([...this.#cell, ...this.#takePiece()]);
    this.#cell = [];
  }

  endRow(): void {
    this.#table ??= new OpenTable();
    for (const piece of this.#table.add(this.#row)) this.#emit(piece);
    this.#row = [];
  }

  /** A text box becomes a separate paragraph. */
  startBox(): void {
    this.#around.push({ content: this.#content, paragraph: this.paragraph });
    this.#content = [];
    this.resetParagraph();
  }

  endBox(): void {
    this.endParagraph();
    const around = this.#around.pop();
    if (around) ({ content: this.#content, paragraph: this.paragraph } = around);
  }

  end(): void {
    this.endParagraph();
    this.#endTable();
  }

  /** The paragraph, unless it is empty. */
  #takePiece(): Piece[] {
    const text = trimmed(joinedInline(this.#content));
    const number = markerNumber(this.marker.trim());
    this.#content = [];
    this.marker = '';
    if (text.length === 0) return [];
    const { style, list, listNumber, depth } = this.paragraph;
    if (list && style.heading === undefined) {
      const isNew = this.#list.isStartedBy(String(listNumber), depth);
      const ordered = list === 'number' || number !== undefined;
      return [{ kind: 'item', depth, ordered, isNew, text, ...(number !== undefined && { start: number }) }];
    }
    this.#list.end();
    if (style.heading !== undefined) return [{ kind: 'heading', level: style.heading, text }];
    const paragraph: Piece = { kind: 'paragraph', text };
    return [style.isQuote ? { kind: 'quote', pieces: [paragraph], continues: true } : paragraph];
  }

  #endTable(): void {
    if (this.#row.length > 0) this.endRow();
    for (const piece of this.#table?.end() ?? []) this.#emit(piece);
    for (const piece of this.#cell) this.#emit(piece);
    if (this.#table) this.#list.end();
    this.#table = undefined;
    this.#cell = [];
  }
}
