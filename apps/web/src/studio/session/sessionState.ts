import { fieldKey, type Change, type ItemContent, type Place } from '@portico/contracts/studio/draft';
import type { StudioItem, StudioPerson } from '@portico/contracts/studio/studio';

/** A change that the server does not have yet. `base` is the latest save its author had seen. */
export interface PendingChange {
  base: number;
  change: Change;
  /** The batch in which another tab sent it without getting a response. */
  batchId?: string;
  /** Why the server refuses it, as a sentence. It is not sent until it changes or is retried. */
  refusal?: string;
}

/** Changes being sent to the server. A batch is resent with the same id until there is a response. */
export interface Batch {
  batchId: string;
  base: number;
  changes: Change[];
}

/** A change by this editor to something that someone else changed first. The stored version is in `base`. */
export interface OpenConflict {
  key: string;
  by: string;
  /** When they saved it, as an instant, if that is known. */
  at?: string | undefined;
  mine: Change;
  /** The former place of a component that the other person removed. */
  place: Place | null;
}

/** An undo step: the changes that revert an edit. Consecutive steps with the same `mergeKey` become one. */
export interface Step {
  changes: Change[];
  /** The values that the edit left behind. What others have changed in them since then is kept. */
  left: Change[];
  mergeKey: string | undefined;
  /** Time of the last edit, as `performance.now()`. */
  at: number;
}

/** An item without its draft, people and sequence. */
export type ItemFacts = Omit<StudioItem, 'draft' | 'people' | 'sequence'>;

/** An open item. Immutable; `view` is what the editor sees: `base` with all unsaved changes. */
export interface SessionState {
  item: ItemFacts;
  /** The draft on the server as of save `sequence`. */
  base: ItemContent;
  sequence: number;
  view: ItemContent;
  pending: PendingChange[];
  inFlight: Batch | null;
  conflicts: OpenConflict[];
  /**
   * The component or field in which this editor is writing; `ALL_FIELDS` for the item's settings. Their version of it
   * stays on the screen, whatever others save, until they leave it or ask for the other version.
   */
  writing: string | null;
  /** An input method is composing a character: what others save is applied afterwards. */
  isComposing: boolean;
  undo: Step[];
  redo: Step[];
  people: StudioPerson[];
  isOffline: boolean;
  /** Whether this browser has a copy of unsaved changes. False from a failed write until the next successful one. */
  isStoredLocally: boolean;
  /** Maximum number of changes in the next call: fewer while narrowing down which one the server refuses. */
  batchSize: number;
  /** Why the last save was not accepted; null if it was. */
  problem: string | null;
  /** Instant of the last save; null before the first one. */
  savedAt: string | null;
  /** The saves since `sequence` are no longer available; the item must be reloaded. */
  isTooOld: boolean;
}

/** Changes stored in this browser until the server has them. */
export interface Unsaved {
  inFlight: Batch | null;
  pending: PendingChange[];
  conflicts: OpenConflict[];
}

/** The value of `writing` for the settings of the item. */
export const ALL_FIELDS = 'fields';

/** Whether a conflict waits because the editor is still writing in what it is about. */
export const isQuiet = ({ key, mine }: OpenConflict, writing: string | null): boolean =>
  key === writing || (writing === ALL_FIELDS && mine.do === 'field');

/** What a change overwrites: a component or a field; undefined for changes that overwrite nothing. */
export function keyOf(change: Change): string | undefined {
  if (change.do === 'set') return change.component.id;
  if (change.do === 'field') return fieldKey(change.name);
  return change.do === 'remove' ? change.id : undefined;
}

export const isSaved = ({ pending, inFlight }: Pick<SessionState, 'pending' | 'inFlight'>): boolean =>
  pending.length === 0 && inFlight === null;

/** Whether someone else has the item open. */
export const hasOthers = ({ people }: Pick<SessionState, 'people'>): boolean => people.some(({ isSelf }) => !isSelf);

/** Whether another tab has the item open. */
export const isShared = ({ people }: Pick<SessionState, 'people'>): boolean => people.length > 1;
