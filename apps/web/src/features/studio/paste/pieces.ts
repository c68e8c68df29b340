import type { InlineText } from '@portico/contracts/richText';

export interface PastedTable {
  caption?: string | undefined;
  /** Empty when no row is a header. */
  header: InlineText[];
  rows: InlineText[][];
  align: Array<'Left' | 'Center' | 'Right'>;
}

/** What is read from a clipboard, one below the other, before it becomes components or the words of a text. */
export type Piece =
  | { kind: 'heading'; level: number; text: InlineText }
  | { kind: 'paragraph'; text: InlineText }
  | { kind: 'code'; text: string }
  /** An entry of a list. `depth` is 0 for the outermost list; `isNew` begins a list of its own. */
  | { kind: 'item'; depth: number; ordered: boolean; start?: number | undefined; isNew: boolean; text: InlineText }
  | { kind: 'table'; table: PastedTable }
  | { kind: 'quote'; pieces: Piece[] }
  | { kind: 'picture'; src: string; alt: string; caption?: string | undefined }
  | { kind: 'rule' };
