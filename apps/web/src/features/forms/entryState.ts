import type { Form } from '@portico/contracts/formFields';
import type { EntryReceipt, FormFile, FormValues, SavedEntry } from '@portico/contracts/forms';
import type { Upload } from './entryUploads.ts';

/** How the keeping of what is typed stands. `waiting`: the last try failed, another one comes. */
export type Saving =
  | { kind: 'none' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'waiting'; isOffline: boolean }
  | { kind: 'refused'; detail: string };

/** How a submission stands. `waiting`: it is not known whether it arrived; another try with the same key comes. */
export type Submitting =
  | { kind: 'none' }
  | { kind: 'sending' }
  | { kind: 'waiting'; isOffline: boolean }
  /** The key came with other answers before, and those arrived. */
  | { kind: 'earlier' }
  | { kind: 'refused'; detail: string; issues: { alias: string; message: string }[] };

/** What another device has saved meanwhile; `theirs` is null when it was submitted or discarded there. */
export interface Conflict {
  theirs: SavedEntry | null;
  theirForm: Form;
}

export interface EntryState {
  phase: 'loading' | 'failed' | 'filling' | 'conflict' | 'sent' | 'otherPerson';
  /** Why it could not be loaded. */
  error: unknown;
  /** The form that is being filled in, which is the one that the entry was begun with. */
  form: Form;
  formVersion: number;
  /** The form as it is now, when that is another version. */
  present: { form: Form; formVersion: number } | undefined;
  values: FormValues;
  /** Files that the values name, and some more. */
  files: FormFile[];
  uploads: Upload[];
  saving: Saving;
  /** This browser keeps what is typed by itself too. */
  isKeptHere: boolean;
  submitting: Submitting;
  conflict: Conflict | undefined;
  /** What had been saved is there no more: it was sent or discarded on another device, or in another tab. */
  isGoneElsewhere: boolean;
  receipt: (EntryReceipt & { values: FormValues }) | undefined;
}
