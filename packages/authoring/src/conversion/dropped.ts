/** Kinds of content that no component can hold. */
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
  | 'component'
  | 'tooDeep'
  | 'tooMuch';

export interface Dropped {
  what: DroppedKind;
  count: number;
}

/** Notes what is left out. `detail` is the content itself, such as the address of a link. */
export interface Losses {
  add(what: DroppedKind, count?: number, detail?: string): void;
}

/** Counts what is left out, to report it later. */
export class DroppedCount implements Losses {
  readonly #counts = new Map<DroppedKind, number>();

  add(what: DroppedKind, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  list(): Dropped[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}
