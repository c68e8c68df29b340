import type { Form } from '@portico/kinds/formFields';
import type { EntryReceipt, FormLimitsState, SavedEntry } from '@portico/contracts/forms';
import type { FormFile, FormValue, FormValues } from '@portico/contracts/formValues';
import type { FileUploads, Upload } from '../../../kit/uploads/fileUploads.ts';

/** Whether the server has saved what was typed. `waiting`: the last attempt failed and a retry is scheduled. */
export type Saving =
  | { kind: 'none' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'waiting'; isOffline: boolean }
  | { kind: 'rejected'; detail: string };

/** Progress of a submission. `waiting`: it is unknown whether it arrived; a retry with the same key is scheduled. */
export type Submitting =
  | { kind: 'none' }
  | { kind: 'sending' }
  | { kind: 'waiting'; isOffline: boolean }
  /** Earlier answers were received; those on screen are different. */
  | { kind: 'earlier' }
  | { kind: 'rejected'; detail: string; issues: { alias: string; message: string }[] };

/** What another device saved in the meantime; `theirs` is null when it submitted or discarded the entry. */
export interface Conflict {
  theirs: SavedEntry | null;
  theirForm: Form;
}

/** The part of a session that the screen shows. */
export interface EntryState {
  phase: 'loading' | 'failed' | 'editing' | 'conflict' | 'sent' | 'userChanged';
  /** Why loading failed. */
  error: unknown;
  /** The version of the form that the entry was started with. */
  form: Form;
  formVersion: number;
  /** The current version of the form, when the entry was started with another one. */
  present: { form: Form; formVersion: number } | undefined;
  values: FormValues;
  /** The files that the values refer to, and possibly others. */
  files: FormFile[];
  uploads: Upload[];
  saving: Saving;
  /** What was typed is also stored in this browser. */
  isStoredLocally: boolean;
  submitting: Submitting;
  conflict: Conflict | undefined;
  /** The saved entry is gone: it was submitted or discarded on another device or in another tab. */
  isGoneElsewhere: boolean;
  /** The returned entry that this one corrects, and what to change. */
  correction: SavedEntry['correction'];
  /** Until when, how many and how often the form can be sent; undefined without limits. */
  limits: FormLimitsState | undefined;
  receipt: (EntryReceipt & { values: FormValues }) | undefined;
}

/** What people do with an entry. */
export interface EntrySession {
  getState: () => EntryState;
  subscribe: (listener: () => void) => () => void;
  /** Refetches the entry; keeps typed values that are not saved yet. */
  load: () => Promise<void>;
  setValue: (alias: string, value: FormValue) => void;
  saveNow: () => void;
  /** Clears the form here and on the server. Resolves to an undo function. */
  discard: () => Promise<() => void>;
  /** Ends a conflict with these values. Returns a function that reopens the choice. */
  resolve: (values: FormValues, files: FormFile[]) => () => void;
  /** Switches to the current version of the form, with the answers that fit it. Returns an undo function. */
  startOver: () => () => void;
  submit: () => void;
  /** Stops retrying an unanswered submission, so that the form can be edited. The next submission has the same key. */
  stopSubmitting: () => void;
  /** In the state `earlier`: submits the answers on the screen as another entry. */
  submitAsNew: () => void;
  /** After an entry was sent, starts another one. */
  startAnother: () => void;
  addFiles: (alias: string, files: { file: File; problem: string | undefined }[]) => void;
  removeFile: (alias: string, fileId: string) => void;
  uploads: Pick<FileUploads, 'cancel' | 'retry'>;
}
