/** Kinds of pasted content that no component can hold. */
export type DroppedKind =
  | 'script'
  | 'frame'
  | 'form'
  | 'media'
  | 'drawing'
  | 'comment'
  | 'picture'
  | 'unsafeLink'
  | 'column'
  | 'row'
  | 'entry'
  | 'component'
  | 'tooDeep'
  | 'tooMuch';

export interface Dropped {
  what: DroppedKind;
  count: number;
}

/** Counts what is left out, to report it later. */
export class DroppedCount {
  readonly #counts = new Map<DroppedKind, number>();

  add(what: DroppedKind, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  list(): Dropped[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}
