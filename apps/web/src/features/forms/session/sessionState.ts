import type { Form } from '@portico/kinds/formFields';
import type { FormState, saveEntry, EntryReceipt } from '@portico/contracts/forms';
import type { FormFile, FormValue, FormValues } from '@portico/contracts/formValues';
import type { CallResult } from '@portico/contracts/endpoint';
import type { Save } from '../forms.queries.ts';
import type { EntryState } from './entryState.ts';
import { unloadedEntry } from './entryTransitions.ts';
import type { Upload } from '../../../kit/uploads/fileUploads.ts';
import type { UnsentEntry } from './unsentEntry.ts';

/** All state of a session: what the screen shows, and what it needs to sync with the server and other tabs. */
export interface SessionState {
  entry: EntryState;
  /** Version of the last known save; the next save follows it. 0 before the first one. */
  version: number;
  /** Idempotency key of the submission that has no final answer yet. */
  key: string | undefined;
  /**
   * Fingerprints of unanswered saves: when a response is lost, they distinguish our own save from another device's.
   */
  unanswered: string[];
  /** Incremented whenever the entry is sent or discarded: responses to earlier calls don't apply to the current one. */
  generation: number;
  /** The last load failed, so the server may have something newer. */
  isBehind: boolean;
  /** Consecutive failures, for the backoff. */
  failures: number;
  /** Saves and discards run one at a time. */
  inFlight: 'save' | 'discard' | undefined;
  /** A submission that waits for the call in flight. */
  queued: Submission | undefined;
  /** The entry being discarded, until the server has responded. */
  discarding: Restorable | undefined;
}

/** The state that an undo restores. */
export interface Restorable {
  entry: EntryState;
  key: string | undefined;
}

export interface Submission {
  key: string;
  values: FormValues;
  formVersion: number;
}

/** The state of the session when it requested a load. */
export interface LoadContext {
  generation: number;
  version: number;
}

/** A save in progress, with the form it belongs to. */
export interface SaveCall {
  save: Save;
  form: Form;
  generation: number;
  isLeaving: boolean;
}

export type EntryAction =
  | { type: 'loadRequested' }
  | { type: 'loadAnswered'; answer: FormState; context: LoadContext }
  | { type: 'loadFailed'; error: unknown; context: LoadContext; hasUnsentEntry: boolean }
  /** Another tab, or an earlier page, has stored a newer unsent entry in this browser. */
  | { type: 'unsentEntryFound'; unsentEntry: UnsentEntry }
  /** Another tab has sent or discarded the entry. */
  | { type: 'unsentEntryRemoved' }
  | { type: 'unsentEntryStored'; isStored: boolean }
  | { type: 'valueChanged'; alias: string; value: FormValue }
  | { type: 'fileUploaded'; alias: string; file: FormFile }
  | { type: 'fileRemoved'; alias: string; fileId: string }
  | { type: 'uploadsChanged'; uploads: Upload[] }
  | { type: 'saveDue'; isLeaving: boolean }
  /** `theirForm` is the form that `answer.saved` belongs to, which can be another version. */
  | { type: 'saveAnswered'; call: SaveCall; answer: CallResult<typeof saveEntry>; theirForm: Form }
  | { type: 'saveFailed'; call: SaveCall; error: unknown }
  /** `newKey` is used when the submission needs a new key; `isNew` demands one. */
  | { type: 'submitRequested'; newKey: string; isNew: boolean }
  | { type: 'submitDue' }
  | { type: 'submitAnswered'; submission: Submission; receipt: EntryReceipt }
  | { type: 'submitFailed'; submission: Submission; error: unknown }
  | { type: 'submitStopped' }
  | { type: 'anotherRequested' }
  | { type: 'discardRequested' }
  | { type: 'discardAnswered' }
  | { type: 'discardFailed' }
  | { type: 'conflictResolved'; values: FormValues; files: FormFile[] }
  | { type: 'conflictReopened'; entry: EntryState }
  | { type: 'startedOver' }
  | { type: 'restored'; before: Restorable }
  | { type: 'cameOnline' }
  | { type: 'userChanged' };

export type TimedTask = 'save' | 'submit';

export type EntryEffect =
  | { type: 'load'; context: LoadContext }
  | ({ type: 'save' } & SaveCall)
  | { type: 'submit'; submission: Submission }
  | { type: 'discard' }
  /** There is one timer; starting it replaces the previous task. */
  | { type: 'startTimer'; task: TimedTask; delayMs: number }
  /** Starts the timer with the backoff delay for this number of failures. */
  | { type: 'startBackoff'; task: TimedTask; failures: number }
  | { type: 'stopTimer' }
  | { type: 'writeUnsentEntry'; unsentEntry: Omit<UnsentEntry, 'stamp'> }
  | { type: 'removeUnsentEntry' }
  | { type: 'cancelUploads' }
  /** The person's entries have changed, so lists of them are stale. */
  | { type: 'refreshLists' };

export type Emit = (effect: EntryEffect) => void;

/** The session before anything has loaded. `form` is the form from the page. */
export const unloadedSession = (form: Form): SessionState => ({
  entry: unloadedEntry(form),
  version: 0,
  key: undefined,
  unanswered: [],
  generation: 0,
  isBehind: false,
  failures: 0,
  inFlight: undefined,
  queued: undefined,
  discarding: undefined,
});

/** True if the server has saved everything that was typed, or nothing was typed. */
export const isSaved = ({ saving }: EntryState) => saving.kind === 'saved' || saving.kind === 'none';

/** True if a submission is being sent or will be retried. */
export const isUnderWay = ({ submitting }: EntryState) =>
  submitting.kind === 'sending' || submitting.kind === 'waiting';

export const isSaveDue = ({ entry, inFlight }: SessionState) =>
  inFlight === undefined && entry.phase === 'editing' && !isSaved(entry) && !isUnderWay(entry);

/** The part of a session that this browser stores. */
export function toUnsentEntry({ entry, version, unanswered, key }: SessionState): Omit<UnsentEntry, 'stamp'> {
  const { values, files, form, formVersion, saving } = entry;
  return {
    values,
    files,
    form,
    formVersion,
    version,
    isSaved: isSaved(entry),
    savedAt: saving.kind === 'saved' ? saving.at : null,
    sent: unanswered,
    submission: key === undefined ? null : { key, isUnderWay: isUnderWay(entry) },
  };
}
