import type { Form } from '@portico/kinds/formFields';
import { AUTOSAVE_DELAY_MS } from '@portico/contracts/forms';
import { describe, expect, test } from 'vitest';
import { anUnsentEntry, aForm, aFormState, aSave, driveSession, offline, openForm, rejection } from './driveSession.ts';

describe('loading a form', () => {
  test('opens it empty if there is no saved entry', () => {
    const { entry, effectTypes } = openForm();
    expect(entry()).toMatchObject({ phase: 'editing', values: {}, saving: { kind: 'none' }, isGoneElsewhere: false });
    expect(effectTypes()).toContain('removeUnsentEntry');
  });

  test('opens a saved entry with its values, and stores it in this browser', () => {
    const { entry, session, find } = openForm(aFormState({ saved: aSave({ purpose: 'Forum' }) }));
    expect(entry()).toMatchObject({ values: { purpose: 'Forum' }, saving: { kind: 'saved' } });
    expect(session().version).toBe(5);
    expect(find('writeUnsentEntry')?.unsentEntry).toMatchObject({
      values: { purpose: 'Forum' },
      version: 5,
      isSaved: true,
    });
  });

  test('opens an entry in the form version it was started with, and includes the current version', () => {
    const earlier: Form = { ...aForm(), title: 'Earlier' };
    const { entry } = openForm(aFormState({ formVersion: 2, savedForm: earlier, saved: aSave({}) }));
    expect(entry()).toMatchObject({ form: { title: 'Earlier' }, formVersion: 1, present: { formVersion: 2 } });
  });

  test('resets an entry that was sent or discarded on another device, with a note', () => {
    const { load, entry } = openForm(aFormState({ saved: aSave({ purpose: 'Forum' }) }));
    load(aFormState());
    expect(entry()).toMatchObject({ values: {}, isGoneElsewhere: true });
  });

  test('loads again if the response is from before a save, so that nothing typed since is lost', () => {
    const { dispatch, find, type, save, saved, entry } = openForm();
    dispatch({ type: 'loadRequested' });
    const { context } = find('load')!;
    type('Typed while loading');
    saved(save());
    dispatch({ type: 'loadAnswered', answer: aFormState(), context });
    expect(entry()).toMatchObject({ phase: 'editing', values: { purpose: 'Typed while loading' } });
    expect(find('load')?.context.version).toBe(1);
  });

  test('ignores a response from before a discard', () => {
    const { dispatch, find, entry } = openForm(aFormState({ saved: aSave({ purpose: 'Forum' }) }));
    dispatch({ type: 'loadRequested' });
    const { context } = find('load')!;
    dispatch({ type: 'discardRequested' });
    dispatch({ type: 'loadAnswered', answer: aFormState({ saved: aSave({ purpose: 'Forum' }) }), context });
    expect(entry().values).toEqual({});
    dispatch({ type: 'loadFailed', error: offline(), context, hasUnsentEntry: false });
    expect(entry().phase).toBe('editing');
  });

  test('ignores a response during a discard, because the server may still have the entry', () => {
    const { dispatch, find, entry } = openForm(aFormState({ saved: aSave({ purpose: 'Forum' }) }));
    dispatch({ type: 'discardRequested' });
    dispatch({ type: 'loadRequested' });
    const answer = aFormState({ saved: aSave({ purpose: 'Forum' }) });
    dispatch({ type: 'loadAnswered', answer, context: find('load')!.context });
    expect(entry().values).toEqual({});
  });

  test('fails with the error if there is neither a connection nor a draft', () => {
    const { dispatch, find, entry } = driveSession();
    dispatch({ type: 'loadRequested' });
    const error = offline();
    dispatch({ type: 'loadFailed', error, context: find('load')!.context, hasUnsentEntry: false });
    expect(entry()).toMatchObject({ phase: 'failed', error });
  });

  test('opens a draft without a connection, and loads again once online', () => {
    const { dispatch, find, entry } = driveSession();
    dispatch({ type: 'unsentEntryFound', unsentEntry: anUnsentEntry() });
    dispatch({ type: 'loadRequested' });
    dispatch({ type: 'loadFailed', error: offline(), context: find('load')!.context, hasUnsentEntry: true });
    expect(entry()).toMatchObject({ phase: 'editing', values: { purpose: 'Draft' }, saving: { isOffline: true } });
    expect(find('startBackoff')).toMatchObject({ task: 'save', failures: 0 });
    dispatch({ type: 'cameOnline' });
    expect(find('load')).toBeDefined();
  });

  test('without a connection resends a draft that was being submitted, with its key', () => {
    const { dispatch, find } = driveSession();
    dispatch({
      type: 'unsentEntryFound',
      unsentEntry: anUnsentEntry({ submission: { key: 'key 1', isUnderWay: true } }),
    });
    dispatch({ type: 'loadRequested' });
    dispatch({ type: 'loadFailed', error: offline(), context: find('load')!.context, hasUnsentEntry: true });
    expect(find('submit')?.submission).toMatchObject({ key: 'key 1', values: { purpose: 'Draft' } });
  });

  test('leaves an open form alone if it fails', () => {
    const { dispatch, find, type, entry, session } = openForm();
    type('Forum');
    dispatch({ type: 'loadRequested' });
    dispatch({ type: 'loadFailed', error: offline(), context: find('load')!.context, hasUnsentEntry: true });
    expect(entry()).toMatchObject({ phase: 'editing', values: { purpose: 'Forum' } });
    expect(session().isBehind).toBe(true);
  });
});

describe('an entry being filled in', () => {
  test('stores a typed value in this browser immediately, and saves it a moment later', () => {
    const { type, find, effects } = openForm();
    type('Forum');
    expect(find('writeUnsentEntry')?.unsentEntry).toMatchObject({ values: { purpose: 'Forum' }, isSaved: false });
    expect(effects()).toContainEqual({ type: 'startTimer', task: 'save', delayMs: AUTOSAVE_DELAY_MS });
  });

  test('is saved with the version that the save follows, and gets the next one from the response', () => {
    const { type, save, saved, session, entry } = openForm(aFormState({ saved: aSave({ purpose: 'F' }) }));
    type('Forum');
    const call = save();
    expect(call.save).toEqual({ values: { purpose: 'Forum' }, formVersion: 1, version: 5 });
    expect(entry().saving.kind).toBe('saving');
    saved(call);
    expect(session()).toMatchObject({ version: 6, unanswered: [] });
    expect(entry().saving).toEqual({ kind: 'saved', at: '2026-03-02T12:00:01Z' });
  });

  test('saves what is typed during a save after it, not in parallel', () => {
    const { type, save, saved, dispatch, effectTypes, effects, entry } = openForm();
    type('F');
    const call = save();
    type('Fo');
    dispatch({ type: 'saveDue', isLeaving: true });
    expect(effectTypes()).not.toContain('save');
    saved(call);
    expect(entry()).toMatchObject({ values: { purpose: 'Fo' }, saving: { kind: 'unsaved' } });
    expect(effects()).toContainEqual({ type: 'startTimer', task: 'save', delayMs: AUTOSAVE_DELAY_MS });
    expect(save().save).toMatchObject({ values: { purpose: 'Fo' }, version: 1 });
  });

  test('is not saved if nothing has changed', () => {
    const { dispatch, effectTypes } = openForm();
    dispatch({ type: 'saveDue', isLeaving: false });
    expect(effectTypes()).toEqual(['stopTimer']);
  });

  test('retries a failed save with exponential backoff, and immediately once online', () => {
    const { type, save, dispatch, find, entry } = openForm();
    type('Forum');
    for (const failures of [0, 1]) {
      dispatch({ type: 'saveFailed', call: save(), error: offline() });
      expect(entry().saving).toEqual({ kind: 'waiting', isOffline: true });
      expect(find('startBackoff')).toMatchObject({ task: 'save', failures });
    }
    dispatch({ type: 'cameOnline' });
    expect(find('save')?.save.values).toEqual({ purpose: 'Forum' });
  });

  test('shows why a save was rejected, and does not retry it', () => {
    const { type, save, dispatch, entry, effectTypes } = openForm();
    type('Forum');
    dispatch({ type: 'saveFailed', call: save(), error: rejection('invalid_input', 'Too long.') });
    expect(entry().saving).toEqual({ kind: 'rejected', detail: 'Too long.' });
    expect(effectTypes()).toEqual([]);
  });

  test('keeps what was typed after a discard when an earlier save responds', () => {
    const { type, save, saved, dispatch, entry, session, effects } = openForm();
    type('Discarded');
    const call = save();
    dispatch({ type: 'discardRequested' });
    type('Typed since');
    saved(call);
    expect(session()).toMatchObject({ version: 0 });
    expect(entry()).toMatchObject({ values: { purpose: 'Typed since' }, saving: { kind: 'unsaved' } });
    expect(effects()).toContainEqual({ type: 'startTimer', task: 'save', delayMs: AUTOSAVE_DELAY_MS });
  });

  test.each([
    [
      'a conflict',
      (driver: ReturnType<typeof openForm>, call: ReturnType<typeof driver.save>) =>
        driver.conflict(call, aSave({ note: 'Old' })),
    ],
    [
      'a failure',
      (driver: ReturnType<typeof openForm>, call: ReturnType<typeof driver.save>) =>
        driver.dispatch({ type: 'saveFailed', call, error: rejection('invalid_input') }),
    ],
  ])('ignores %s of a save from before a discard', (_, answer) => {
    const driver = openForm();
    driver.type('Discarded');
    const call = driver.save();
    driver.dispatch({ type: 'discardRequested' });
    driver.type('Typed since');
    answer(driver, call);
    expect(driver.entry()).toMatchObject({
      phase: 'editing',
      values: { purpose: 'Typed since' },
      saving: { kind: 'unsaved' },
    });
  });

  test('adds and removes uploaded files in the value of their field', () => {
    const { dispatch, entry } = openForm();
    const file = { id: 'file', fileName: 'a.pdf', bytes: 1, format: 'PDF' } as const;
    dispatch({ type: 'fileUploaded', alias: 'note', file });
    expect(entry()).toMatchObject({ values: { note: ['file'] }, files: [file] });
    dispatch({ type: 'fileRemoved', alias: 'note', fileId: 'file' });
    expect(entry().values).toEqual({ note: [] });
  });
});

describe('discarding an entry', () => {
  test('clears the form immediately, and the server’s copy after a save in flight', () => {
    const { type, save, saved, dispatch, effectTypes, entry } = openForm();
    type('Forum');
    const call = save();
    dispatch({ type: 'discardRequested' });
    expect(entry()).toMatchObject({ values: {}, saving: { kind: 'none' } });
    expect(effectTypes()).toEqual(['cancelUploads', 'stopTimer', 'removeUnsentEntry']);
    saved(call);
    expect(effectTypes()).toEqual(['discard']);
  });

  test('delays saving what is typed in the meantime', () => {
    const { type, dispatch, effectTypes, save } = openForm();
    type('Forum');
    dispatch({ type: 'discardRequested' });
    type('New');
    dispatch({ type: 'saveDue', isLeaving: false });
    expect(effectTypes()).not.toContain('save');
    dispatch({ type: 'discardAnswered' });
    expect(effectTypes()).toEqual(['refreshLists', 'startTimer']);
    expect(save().save).toMatchObject({ values: { purpose: 'New' }, version: 0 });
  });

  test('can be undone, which restores the values and the key of a submission that may have arrived', () => {
    const { type, submit, find, dispatch, entry, session } = openForm();
    type('Forum');
    submit('key 1');
    dispatch({ type: 'submitFailed', submission: find('submit')!.submission, error: offline() });
    const before = { entry: entry(), key: session().key };
    dispatch({ type: 'discardRequested' });
    dispatch({ type: 'discardAnswered' });
    dispatch({ type: 'restored', before });
    expect(entry().values).toEqual({ purpose: 'Forum' });
    submit('key 2');
    expect(find('submit')?.submission.key).toBe('key 1');
  });

  test('restores the values if it fails', () => {
    const { type, dispatch, entry } = openForm();
    type('Forum');
    dispatch({ type: 'discardRequested' });
    dispatch({ type: 'discardFailed' });
    expect(entry()).toMatchObject({ values: { purpose: 'Forum' }, saving: { kind: 'unsaved' } });
  });

  test('keeps what was typed since if it fails', () => {
    const { type, dispatch, entry } = openForm();
    type('Forum');
    dispatch({ type: 'discardRequested' });
    type('New');
    dispatch({ type: 'discardFailed' });
    expect(entry().values).toEqual({ purpose: 'New' });
  });
});

describe('an entry of a form that has changed', () => {
  const current: Form = { ...aForm(), fields: aForm().fields.slice(0, 2) };

  test('can switch to the current version with the answers that fit, and back', () => {
    const { dispatch, entry, session, save } = openForm(
      aFormState({
        form: current,
        formVersion: 2,
        savedForm: aForm(),
        saved: aSave({ purpose: 'Forum', note: 'Gone' }),
      }),
    );
    const before = { entry: entry(), key: session().key };
    dispatch({ type: 'startedOver' });
    expect(entry()).toMatchObject({ values: { purpose: 'Forum' }, formVersion: 2, present: undefined });
    expect(save().save.formVersion).toBe(2);
    dispatch({ type: 'restored', before });
    expect(entry()).toMatchObject({ values: { purpose: 'Forum', note: 'Gone' }, formVersion: 1 });
  });

  test('does not change when its form version is already the current one', () => {
    const { dispatch, session } = openForm();
    const before = session();
    dispatch({ type: 'startedOver' });
    expect(session()).toBe(before);
  });
});

test('an entry records that the browser could not store it', () => {
  const { dispatch, entry } = openForm();
  dispatch({ type: 'unsentEntryStored', isStored: false });
  expect(entry().isStoredLocally).toBe(false);
});

test('an entry includes the uploads in progress', () => {
  const { dispatch, entry } = openForm();
  const upload = { key: 'u', target: 'note', file: new File([], 'a.pdf'), sentBytes: 0, problem: undefined };
  dispatch({ type: 'uploadsChanged', uploads: [upload] });
  expect(entry().uploads).toEqual([upload]);
});
