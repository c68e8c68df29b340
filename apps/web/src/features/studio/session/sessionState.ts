import type { Change, Draft, Place } from '@portico/contracts/studio/draft';
import type { StudioItem, StudioPerson } from '@portico/contracts/studio/studio';

/** A change that the server does not have yet. `base` is the save that its author had seen when making it. */
export interface PendingChange {
  base: number;
  change: Change;
  /** Another tab has sent it in this batch and got no answer. */
  batchId?: string;
  /** Why the server does not take it, as a sentence. It is not sent until it changes or is tried again. */
  refusal?: string;
}

/** Changes on their way to the server. A batch is sent again with the same id until there is an answer. */
export interface Batch {
  batchId: string;
  base: number;
  changes: Change[];
}

/** What this editor wrote where somebody else wrote first. The stored version is in `base`. */
export interface OpenConflict {
  key: string;
  by: string;
  mine: Change;
  /** Where a component was that the other person removed. */
  place: Place | null;
}

/** Something that can be undone: changes that take it back. Steps with the same `mergeKey` in a row become one. */
export interface Step {
  changes: Change[];
  mergeKey: string | undefined;
  at: number;
}

/** An item as the studio's list shows it. */
export type ItemFacts = Omit<StudioItem, 'draft' | 'people' | 'sequence'>;

/** An open item. Immutable; `view` is what the editor sees: `base` with everything that is not saved yet. */
export interface SessionState {
  item: ItemFacts;
  /** What the server has after the save `sequence`. */
  base: Draft;
  sequence: number;
  view: Draft;
  pending: PendingChange[];
  inFlight: Batch | null;
  conflicts: OpenConflict[];
  undo: Step[];
  redo: Step[];
  people: StudioPerson[];
  isOffline: boolean;
  /** This browser has a copy of what is not saved. False from a failed write to the next one that works. */
  isKeptHere: boolean;
  /** How many changes the next call may carry: fewer while one that the server refuses is being found. */
  batchSize: number;
  /** Why the last save was not accepted; null when it was. */
  problem: string | null;
  /** Instant of the last save; null before the first one. */
  savedAt: string | null;
  /** Single saves are missing here; the item has to be opened again. */
  isTooOld: boolean;
}

/** What is kept in this browser until the server has it. */
export interface Unsaved {
  inFlight: Batch | null;
  pending: PendingChange[];
  conflicts: OpenConflict[];
}

export const isSaved = ({ pending, inFlight }: Pick<SessionState, 'pending' | 'inFlight'>): boolean =>
  pending.length === 0 && inFlight === null;
