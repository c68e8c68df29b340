import { ApiError } from '@portico/client/ApiError';
import type { Form } from '@portico/kinds/formFields';
import type { FormState, SavedEntry } from '@portico/contracts/forms';
import { reduceEntry } from './entryReducer.ts';
import type { UnsentEntry } from './unsentEntry.ts';
import {
  unloadedSession,
  type EntryAction,
  type EntryEffect,
  type SaveCall,
  type SessionState,
  type Submission,
} from './sessionState.ts';

/** A form with three text fields. */
export const aForm = (): Form => ({
  id: 'form',
  type: 'Form',
  formId: '0f7e7c1e-0000-4000-8000-000000000001',
  title: 'Expense claim',
  fields: ['purpose', 'amount', 'note'].map((alias) => ({ id: alias, type: 'TextField', alias, label: alias })),
});

export const aSave = (values: SavedEntry['values'], own: Partial<SavedEntry> = {}): SavedEntry => ({
  values,
  files: [],
  formVersion: 1,
  version: 5,
  savedAt: '2026-03-02T12:00:00Z',
  ...own,
});

export const aFormState = (own: Partial<FormState> = {}): FormState => ({
  form: aForm(),
  formVersion: 1,
  saved: null,
  savedForm: null,
  ...own,
});

export const anUnsentEntry = (own: Partial<UnsentEntry> = {}): UnsentEntry => ({
  stamp: 'other tab',
  values: { purpose: 'Draft' },
  files: [],
  form: aForm(),
  formVersion: 1,
  version: 5,
  savedAt: null,
  sent: [],
  isSaved: false,
  submission: null,
  ...own,
});

export const offline = () => new ApiError({ status: 0, code: 'network', detail: 'We can’t reach the portal.' });
export const rejection = (code: ApiError['code'], detail = 'No.', status = 422) =>
  new ApiError({ status, code, detail });

/** Drives a session action by action and gives access to its effects. */
export function driveSession(form = aForm()) {
  let session: SessionState = unloadedSession(form);
  let latest: EntryEffect[] = [];
  const dispatch = (action: EntryAction) => {
    [session, latest] = reduceEntry(session, action);
    return latest;
  };
  const find = <Type extends EntryEffect['type']>(type: Type) =>
    latest.find((effect): effect is Extract<EntryEffect, { type: Type }> => effect.type === type);
  const driver = {
    dispatch,
    session: () => session,
    entry: () => session.entry,
    /** The effects of the last action. */
    effects: () => latest,
    effectTypes: () => latest.map(({ type }) => type),
    find,
    load: (answer = aFormState()) => {
      dispatch({ type: 'loadRequested' });
      return dispatch({ type: 'loadAnswered', answer, context: find('load')!.context });
    },
    type: (value: string, alias = 'purpose') => dispatch({ type: 'valueChanged', alias, value }),
    /** Starts a save, as the timer does. */
    save: (): SaveCall => {
      dispatch({ type: 'saveDue', isLeaving: false });
      const { save, form: savedForm, generation, isLeaving } = find('save')!;
      return { save, form: savedForm, generation, isLeaving };
    },
    saved: (call: SaveCall, version = call.save.version + 1) =>
      dispatch({
        type: 'saveAnswered',
        call,
        answer: { result: 'Saved', version, savedAt: '2026-03-02T12:00:01Z' },
        theirForm: call.form,
      }),
    conflict: (call: SaveCall, saved: SavedEntry | null) =>
      dispatch({ type: 'saveAnswered', call, answer: { result: 'Conflict', saved }, theirForm: call.form }),
    submit: (newKey = 'key 1', isNew = false) => dispatch({ type: 'submitRequested', newKey, isNew }),
    received: (submission: Submission) =>
      dispatch({
        type: 'submitAnswered',
        submission,
        receipt: { entryId: 'entry', receivedAt: '2026-03-02T12:00:02Z', isMailed: true },
      }),
  };
  return driver;
}

/** A session whose form has loaded; empty by default. */
export function openForm(answer = aFormState()) {
  const driver = driveSession();
  driver.load(answer);
  return driver;
}
