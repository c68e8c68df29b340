import type { Form } from '@portico/kinds/formFields';
import type { FormState, SavedEntry } from '@portico/contracts/forms';
import type { FormFile, FormValues } from '@portico/contracts/formValues';
import { initialValues } from '@portico/contracts/formValidation';
import type { EntryState } from './entryState.ts';
import { carriedValues } from './formChanges.ts';
import type { UnsentEntry } from './unsentEntry.ts';

/** The fields of an entry that a transition changes. */
type Transition = Partial<EntryState>;

/** The entry before anything has loaded. `form` is the form from the page. */
export const unloadedEntry = (form: Form): EntryState => ({
  phase: 'loading',
  error: undefined,
  form,
  formVersion: 0,
  present: undefined,
  values: {},
  files: [],
  uploads: [],
  saving: { kind: 'none' },
  isStoredLocally: true,
  submitting: { kind: 'none' },
  conflict: undefined,
  isGoneElsewhere: false,
  correction: undefined,
  limits: undefined,
  receipt: undefined,
});

/** Transition to an empty form. */
export const reset = (form: Form, formVersion: number): Transition => ({
  phase: 'editing',
  values: initialValues(form),
  files: [],
  form,
  formVersion,
  present: undefined,
  conflict: undefined,
  saving: { kind: 'none' },
  submitting: { kind: 'none' },
  isStoredLocally: true,
  correction: undefined,
});

/** Transition to the unsent entry stored in this browser. */
export const fromUnsentEntry = ({
  values,
  files,
  form,
  formVersion,
  isSaved,
  savedAt,
  submission,
}: UnsentEntry): Transition => ({
  values,
  files,
  form,
  formVersion,
  saving: !isSaved ? { kind: 'unsaved' } : savedAt === null ? { kind: 'none' } : { kind: 'saved', at: savedAt },
  submitting: submission?.isUnderWay ? { kind: 'waiting', isOffline: false } : { kind: 'none' },
});

/** Transition to the entry saved on the server. */
export const fromServer = (saved: SavedEntry, { form, formVersion, savedForm }: FormState): Transition => ({
  phase: 'editing',
  values: saved.values,
  files: saved.files,
  form: savedForm ?? form,
  formVersion: saved.formVersion,
  present: presentFor(saved.formVersion, { form, formVersion }),
  saving: { kind: 'saved', at: saved.savedAt },
  correction: saved.correction,
});

/** The current version of the form, when the entry was started with another one. */
export const presentFor = (
  startedWith: number,
  { form, formVersion }: Pick<FormState, 'form' | 'formVersion'>,
): EntryState['present'] => (startedWith === formVersion ? undefined : { form, formVersion });

/** Transition to changed values. Keeps the state of a submission that is being sent or has arrived. */
export function changed(
  { values, files, submitting }: EntryState,
  change: (values: FormValues) => FormValues,
  newFiles: FormFile[],
): Transition {
  const isSent = submitting.kind === 'sending' || submitting.kind === 'earlier';
  return {
    values: change(values),
    files: [...files, ...newFiles],
    saving: { kind: 'unsaved' },
    submitting: isSent ? submitting : { kind: 'none' },
    isGoneElsewhere: false,
  };
}

/** Transition to the values chosen in a conflict between two devices, in the later version of the form. */
export function chosen({ conflict, formVersion }: EntryState, values: FormValues, files: FormFile[]): Transition {
  const theirs = conflict?.theirs;
  return {
    phase: 'editing',
    values,
    files,
    conflict: undefined,
    saving: { kind: 'unsaved' },
    submitting: { kind: 'none' },
    ...(theirs && theirs.formVersion > formVersion
      ? { form: conflict.theirForm, formVersion: theirs.formVersion, present: undefined }
      : {}),
  };
}

/** Transition to the current version of the form, with the answers that fit it. */
export const withPresentForm = (
  { form, values }: EntryState,
  present: NonNullable<EntryState['present']>,
): Transition => ({
  ...present,
  present: undefined,
  values: carriedValues(form, present.form, values),
  saving: { kind: 'unsaved' },
});

/** Transition back to an earlier state, which must be saved again. */
export const restore = ({ values, files, form, formVersion, present }: EntryState): Transition => ({
  phase: 'editing',
  values,
  files,
  form,
  formVersion,
  present,
  conflict: undefined,
  saving: { kind: 'unsaved' },
});
