import type { Form } from '@portico/contracts/formFields';
import type { EntryReceipt, FormFile, FormValue, FormValues, SavedEntry } from '@portico/contracts/forms';
import type { EntryUploads, Upload } from './entryUploads.ts';

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
  phase: 'loading' | 'failed' | 'editing' | 'conflict' | 'sent' | 'userChanged';
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
  isStoredLocally: boolean;
  submitting: Submitting;
  conflict: Conflict | undefined;
  /** What had been saved is there no more: it was sent or discarded on another device, or in another tab. */
  isGoneElsewhere: boolean;
  receipt: (EntryReceipt & { values: FormValues }) | undefined;
}

/** What people do with an entry. */
export interface EntrySession {
  getState: () => EntryState;
  subscribe: (listener: () => void) => () => void;
  /** Asks the server again; what is typed and not saved stays. */
  load: () => Promise<void>;
  setValue: (alias: string, value: FormValue) => void;
  saveNow: () => void;
  /** Forgets what is filled in; what comes back puts it there again. */
  discard: () => Promise<() => void>;
  /** Goes on with `values` after a conflict; what comes back leads to the choice again. */
  resolve: (values: FormValues, files: FormFile[]) => () => void;
  /** Goes on with the form as it is now and what fits it; what comes back undoes that. */
  startOver: () => () => void;
  submit: () => Promise<void>;
  /** Lets a submission without an answer rest, so that the form can be changed. The next one has the same key. */
  stopSubmitting: () => void;
  /** After `earlier`: what is here becomes an entry of its own. */
  submitAsNew: () => Promise<void>;
  /** After an entry was sent: begins another one. */
  again: () => Promise<void>;
  addFiles: (alias: string, files: { file: File; problem: string | undefined }[]) => void;
  removeFile: (alias: string, fileId: string) => void;
  uploads: Pick<EntryUploads, 'cancel' | 'retry'>;
}
