import type { Form } from '@portico/contracts/formFields';
import type { FormFile, FormState, FormValues, SavedEntry } from '@portico/contracts/forms';
import { startValues } from '@portico/contracts/formValidation';
import type { EntryState } from './entryState.ts';
import { carriedValues } from './formChanges.ts';
import type { LocalDraft } from './localDraft.ts';

type Move = Partial<EntryState>;

/** Before anything is loaded. `form` is the form as the page has it. */
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
  receipt: undefined,
});

/** Nothing is filled in. */
export const reset = (form: Form, formVersion: number): Move => ({
  phase: 'editing',
  values: startValues(form),
  files: [],
  form,
  formVersion,
  present: undefined,
  conflict: undefined,
  saving: { kind: 'none' },
  submitting: { kind: 'none' },
  isStoredLocally: true,
});

/** As the browser has kept it. */
export const fromDraft = ({ values, files, form, formVersion, isSaved, savedAt, submission }: LocalDraft): Move => ({
  values,
  files,
  form,
  formVersion,
  saving: !isSaved ? { kind: 'unsaved' } : savedAt === null ? { kind: 'none' } : { kind: 'saved', at: savedAt },
  submitting: submission?.isUnderWay ? { kind: 'waiting', isOffline: false } : { kind: 'none' },
});

/** As the server has saved it. */
export const fromServer = (saved: SavedEntry, { form, formVersion, savedForm }: FormState): Move => ({
  phase: 'editing',
  values: saved.values,
  files: saved.files,
  form: savedForm ?? form,
  formVersion: saved.formVersion,
  present: presentFor(saved.formVersion, { form, formVersion }),
  saving: { kind: 'saved', at: saved.savedAt },
});

/** The form as it is now, when the entry was begun with another version. */
export const presentFor = (
  begunWith: number,
  { form, formVersion }: Pick<FormState, 'form' | 'formVersion'>,
): EntryState['present'] => (begunWith === formVersion ? undefined : { form, formVersion });

/** With other values; what was sent before goes on being so. */
export function changed(
  { values, files, submitting }: EntryState,
  edit: (values: FormValues) => FormValues,
  newFiles: FormFile[],
): Move {
  const isSent = submitting.kind === 'sending' || submitting.kind === 'earlier';
  return {
    values: edit(values),
    files: [...files, ...newFiles],
    saving: { kind: 'unsaved' },
    submitting: isSent ? submitting : { kind: 'none' },
    isGoneElsewhere: false,
  };
}

/** With what was chosen between two devices, under the later version of the form. */
export function chosen({ conflict, formVersion }: EntryState, values: FormValues, files: FormFile[]): Move {
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

/** Under the form as it is now, with what fits it. */
export const withPresentForm = ({ form, values }: EntryState, present: NonNullable<EntryState['present']>): Move => ({
  ...present,
  present: undefined,
  values: carriedValues(form, present.form, values),
  saving: { kind: 'unsaved' },
});

/** As it was before, to be saved again. */
export const restore = ({ values, files, form, formVersion, present }: EntryState): Move => ({
  phase: 'editing',
  values,
  files,
  form,
  formVersion,
  present,
  conflict: undefined,
  saving: { kind: 'unsaved' },
});
