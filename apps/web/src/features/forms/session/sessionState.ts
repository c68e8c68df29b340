import type { Form } from '@portico/contracts/formFields';
import type { FormFile, FormState, FormValue, FormValues, saveEntry, EntryReceipt } from '@portico/contracts/forms';
import type { CallResult } from '@portico/contracts/endpoint';
import type { Save } from '../forms.queries.ts';
import type { EntryState } from './entryState.ts';
import { unloadedEntry } from './entryTransitions.ts';
import type { Upload } from '../../../kit/uploads/fileUploads.ts';
import type { LocalDraft } from './localDraft.ts';

/** Everything a session knows: what the screen shows, and what it takes to talk to the server and to other tabs. */
export interface SessionState {
  entry: EntryState;
  /** Version of the last known save; the next save follows it. 0 before the first one. */
  version: number;
  /** Idempotency key of the submission that has no final answer yet. */
  key: string | undefined;
  /**
   * Fingerprints of unanswered saves: when an answer is lost, this distinguishes our own save from another device's.
   */
  unanswered: string[];
  /** Rises whenever the entry is sent or discarded: answers to earlier calls say nothing about the current one. */
  generation: number;
  /** The last load failed, so the server may have something newer. */
  isBehind: boolean;
  /** Consecutive failures, for the backoff. */
  failures: number;
  /** Saves and discards go one at a time. */
  inFlight: 'save' | 'discard' | undefined;
  /** A submission that waits for the call in flight. */
  queued: Submission | undefined;
  /** What is being discarded, until the server has answered. */
  discarding: Restorable | undefined;
}

/** What an undo brings back. */
export interface Restorable {
  entry: EntryState;
  key: string | undefined;
}

export interface Submission {
  key: string;
  values: FormValues;
  formVersion: number;
}

/** What the session knew when it asked the server to load. */
export interface LoadContext {
  generation: number;
  version: number;
}

/** A save on its way, with the form it belongs to. */
export interface SaveCall {
  save: Save;
  form: Form;
  generation: number;
  isLeaving: boolean;
}

export type EntryAction =
  | { type: 'loadRequested' }
  | { type: 'loadAnswered'; answer: FormState; asked: LoadContext }
  | { type: 'loadFailed'; error: unknown; asked: LoadContext; hasDraft: boolean }
  /** Another tab, or an earlier page, has stored a newer draft in this browser. */
  | { type: 'draftFound'; draft: LocalDraft }
  /** Another tab has sent or discarded the entry. */
  | { type: 'draftRemoved' }
  | { type: 'draftStored'; isStored: boolean }
  | { type: 'valueChanged'; alias: string; value: FormValue }
  | { type: 'fileUploaded'; alias: string; file: FormFile }
  | { type: 'fileRemoved'; alias: string; fileId: string }
  | { type: 'uploadsChanged'; uploads: Upload[] }
  | { type: 'saveDue'; isLeaving: boolean }
  /** `theirForm` is the form of `answer.saved`, when that is another version. */
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
  | { type: 'load'; asked: LoadContext }
  | ({ type: 'save' } & SaveCall)
  | { type: 'submit'; submission: Submission }
  | { type: 'discard' }
  /** There is one timer; starting it replaces the task before. */
  | { type: 'startTimer'; task: TimedTask; delayMs: number }
  /** Starts the timer with the backoff for so many failures. */
  | { type: 'startBackoff'; task: TimedTask; failures: number }
  | { type: 'stopTimer' }
  | { type: 'writeDraft'; draft: Omit<LocalDraft, 'stamp'> }
  | { type: 'removeDraft' }
  | { type: 'cancelUploads' }
  /** The person's entries have changed: lists of them are stale. */
  | { type: 'announceEntries' };

export type Emit = (effect: EntryEffect) => void;

/** Before anything is loaded. `form` is the form as the page has it. */
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

/** The server has everything that was typed, or nothing was. */
export const isSaved = ({ saving }: EntryState) => saving.kind === 'saved' || saving.kind === 'none';

/** A submission is on its way, or will be retried. */
export const isUnderWay = ({ submitting }: EntryState) =>
  submitting.kind === 'sending' || submitting.kind === 'waiting';

export const isSaveDue = ({ entry, inFlight }: SessionState) =>
  inFlight === undefined && entry.phase === 'editing' && !isSaved(entry) && !isUnderWay(entry);

/** What this browser stores of a session. */
export function toDraft({ entry, version, unanswered, key }: SessionState): Omit<LocalDraft, 'stamp'> {
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
