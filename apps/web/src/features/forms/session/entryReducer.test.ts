import type { Form } from '@portico/contracts/formFields';
import { AUTOSAVE_DELAY_MS } from '@portico/contracts/forms';
import { describe, expect, test } from 'vitest';
import { aDraft, aForm, aFormState, aSave, driveSession, offline, openForm, rejection } from './driveSession.ts';

describe('loading', () => {
  test('a form without a saved entry opens empty', () => {
    const { entry, effectTypes } = openForm();
    expect(entry()).toMatchObject({ phase: 'editing', values: {}, saving: { kind: 'none' }, isGoneElsewhere: false });
    expect(effectTypes()).toContain('removeDraft');
  });

  test('a saved entry opens with its values, and is stored in this browser', () => {
    const { entry, session, find } = openForm(aFormState({ saved: aSave({ purpose: 'Forum' }) }));
    expect(entry()).toMatchObject({ values: { purpose: 'Forum' }, saving: { kind: 'saved' } });
    expect(session().version).toBe(5);
    expect(find('writeDraft')?.draft).toMatchObject({ values: { purpose: 'Forum' }, version: 5, isSaved: true });
  });

  test('an entry of an earlier version of the form opens with that version, and knows the current one', () => {
    const earlier: Form = { ...aForm(), title: 'Earlier' };
    const { entry } = openForm(aFormState({ formVersion: 2, savedForm: earlier, saved: aSave({}) }));
    expect(entry()).toMatchObject({ form: { title: 'Earlier' }, formVersion: 1, present: { formVersion: 2 } });
  });

  test('an entry that was sent or discarded on another device closes with a note', () => {
    const { load, entry } = openForm(aFormState({ saved: aSave({ purpose: 'Forum' }) }));
    load(aFormState());
    expect(entry()).toMatchObject({ values: {}, isGoneElsewhere: true });
  });

  test('an answer from before a save is requested again, so that what was typed since then stays', () => {
    const { dispatch, find, type, save, saved, entry } = openForm();
    dispatch({ type: 'loadRequested' });
    const { asked } = find('load')!;
    type('Typed while loading');
    saved(save());
    dispatch({ type: 'loadAnswered', answer: aFormState(), asked });
    expect(entry()).toMatchObject({ phase: 'editing', values: { purpose: 'Typed while loading' } });
    expect(find('load')?.asked.version).toBe(1);
  });

  test('an answer from before a discard changes nothing', () => {
    const { dispatch, find, entry } = openForm(aFormState({ saved: aSave({ purpose: 'Forum' }) }));
    dispatch({ type: 'loadRequested' });
    const { asked } = find('load')!;
    dispatch({ type: 'discardRequested' });
    dispatch({ type: 'loadAnswered', answer: aFormState({ saved: aSave({ purpose: 'Forum' }) }), asked });
    expect(entry().values).toEqual({});
    dispatch({ type: 'loadFailed', error: offline(), asked, hasDraft: false });
    expect(entry().phase).toBe('editing');
  });

  test('without a connection and without a draft, loading fails with its reason', () => {
    const { dispatch, find, entry } = driveSession();
    dispatch({ type: 'loadRequested' });
    const error = offline();
    dispatch({ type: 'loadFailed', error, asked: find('load')!.asked, hasDraft: false });
    expect(entry()).toMatchObject({ phase: 'failed', error });
  });

  test('without a connection, a draft opens and is saved once there is one', () => {
    const { dispatch, find, entry } = driveSession();
    dispatch({ type: 'draftFound', draft: aDraft() });
    dispatch({ type: 'loadRequested' });
    dispatch({ type: 'loadFailed', error: offline(), asked: find('load')!.asked, hasDraft: true });
    expect(entry()).toMatchObject({ phase: 'editing', values: { purpose: 'Draft' }, saving: { isOffline: true } });
    expect(find('startBackoff')).toMatchObject({ task: 'save', failures: 0 });
    dispatch({ type: 'cameOnline' });
    expect(find('load')).toBeDefined();
  });

  test('without a connection, a draft that was being sent is sent again with its key', () => {
    const { dispatch, find } = driveSession();
    dispatch({ type: 'draftFound', draft: aDraft({ submission: { key: 'key 1', isUnderWay: true } }) });
    dispatch({ type: 'loadRequested' });
    dispatch({ type: 'loadFailed', error: offline(), asked: find('load')!.asked, hasDraft: true });
    expect(find('submit')?.submission).toMatchObject({ key: 'key 1', values: { purpose: 'Draft' } });
  });

  test('a failure while the form is open leaves it alone', () => {
    const { dispatch, find, type, entry, session } = openForm();
    type('Forum');
    dispatch({ type: 'loadRequested' });
    dispatch({ type: 'loadFailed', error: offline(), asked: find('load')!.asked, hasDraft: true });
    expect(entry()).toMatchObject({ phase: 'editing', values: { purpose: 'Forum' } });
    expect(session().isBehind).toBe(true);
  });
});

describe('typing and saving', () => {
  test('a typed value is stored in this browser immediately, and saved a moment later', () => {
    const { type, find, effects } = openForm();
    type('Forum');
    expect(find('writeDraft')?.draft).toMatchObject({ values: { purpose: 'Forum' }, isSaved: false });
    expect(effects()).toContainEqual({ type: 'startTimer', task: 'save', delayMs: AUTOSAVE_DELAY_MS });
  });

  test('a save carries the version it follows, and its answer the next one', () => {
    const { type, save, saved, session, entry } = openForm(aFormState({ saved: aSave({ purpose: 'F' }) }));
    type('Forum');
    const call = save();
    expect(call.save).toEqual({ values: { purpose: 'Forum' }, formVersion: 1, version: 5 });
    expect(entry().saving.kind).toBe('saving');
    saved(call);
    expect(session()).toMatchObject({ version: 6, unanswered: [] });
    expect(entry().saving).toEqual({ kind: 'saved', at: '2026-03-02T12:00:01Z' });
  });

  test('what is typed during a save is saved after it, not beside it', () => {
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

  test('nothing is saved when nothing has changed', () => {
    const { dispatch, effectTypes } = openForm();
    dispatch({ type: 'saveDue', isLeaving: false });
    expect(effectTypes()).toEqual(['stopTimer']);
  });

  test('a failed save is retried with a growing backoff, and immediately once there is a connection', () => {
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

  test('a rejected save says why, and is not retried', () => {
    const { type, save, dispatch, entry, effectTypes } = openForm();
    type('Forum');
    dispatch({ type: 'saveFailed', call: save(), error: rejection('invalid_input', 'Too long.') });
    expect(entry().saving).toEqual({ kind: 'rejected', detail: 'Too long.' });
    expect(effectTypes()).toEqual([]);
  });

  test('an answer from before a discard does not overwrite what was typed since', () => {
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
  ])('%s from before a discard says nothing about what was typed since', (_, answer) => {
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

  test('files join and leave the value of their field', () => {
    const { dispatch, entry } = openForm();
    const file = { id: 'file', fileName: 'a.pdf', bytes: 1, format: 'PDF' } as const;
    dispatch({ type: 'fileUploaded', alias: 'note', file });
    expect(entry()).toMatchObject({ values: { note: ['file'] }, files: [file] });
    dispatch({ type: 'fileRemoved', alias: 'note', fileId: 'file' });
    expect(entry().values).toEqual({ note: [] });
  });
});

describe('discarding', () => {
  test('the form is cleared immediately, and the server after a save in flight', () => {
    const { type, save, saved, dispatch, effectTypes, entry } = openForm();
    type('Forum');
    const call = save();
    dispatch({ type: 'discardRequested' });
    expect(entry()).toMatchObject({ values: {}, saving: { kind: 'none' } });
    expect(effectTypes()).toEqual(['cancelUploads', 'stopTimer', 'removeDraft']);
    saved(call);
    expect(effectTypes()).toEqual(['discard']);
  });

  test('what is typed during a discard is saved after it', () => {
    const { type, dispatch, effectTypes, save } = openForm();
    type('Forum');
    dispatch({ type: 'discardRequested' });
    type('New');
    dispatch({ type: 'saveDue', isLeaving: false });
    expect(effectTypes()).not.toContain('save');
    dispatch({ type: 'discardAnswered' });
    expect(effectTypes()).toEqual(['announceEntries', 'startTimer']);
    expect(save().save).toMatchObject({ values: { purpose: 'New' }, version: 0 });
  });

  test('undo restores the values, and the key of a submission that may have arrived', () => {
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

  test('a discard that fails restores the values', () => {
    const { type, dispatch, entry } = openForm();
    type('Forum');
    dispatch({ type: 'discardRequested' });
    dispatch({ type: 'discardFailed' });
    expect(entry()).toMatchObject({ values: { purpose: 'Forum' }, saving: { kind: 'unsaved' } });
  });

  test('a discard that fails leaves alone what was typed since', () => {
    const { type, dispatch, entry } = openForm();
    type('Forum');
    dispatch({ type: 'discardRequested' });
    type('New');
    dispatch({ type: 'discardFailed' });
    expect(entry().values).toEqual({ purpose: 'New' });
  });
});

describe('a form that has changed', () => {
  const current: Form = { ...aForm(), fields: aForm().fields.slice(0, 2) };

  test('starting over carries the answers that fit, and can be undone', () => {
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

  test('starting over changes nothing when the form is current', () => {
    const { dispatch, session } = openForm();
    const before = session();
    dispatch({ type: 'startedOver' });
    expect(session()).toBe(before);
  });
});

test('what this browser could not store is known', () => {
  const { dispatch, entry } = openForm();
  dispatch({ type: 'draftStored', isStored: false });
  expect(entry().isStoredLocally).toBe(false);
});

test('uploads on their way are part of the state', () => {
  const { dispatch, entry } = openForm();
  const upload = { key: 'u', target: 'note', file: new File([], 'a.pdf'), sentBytes: 0, problem: undefined };
  dispatch({ type: 'uploadsChanged', uploads: [upload] });
  expect(entry().uploads).toEqual([upload]);
});
