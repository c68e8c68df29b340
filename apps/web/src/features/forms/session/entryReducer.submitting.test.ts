import { describe, expect, test } from 'vitest';
import { aFormState, aSave, offline, openForm, rejection } from './driveSession.ts';

describe('submitting an entry', () => {
  test('sends the answers with a key, and the receipt ends the entry', () => {
    const { type, submit, find, received, entry, session, effectTypes } = openForm();
    type(' Forum ');
    submit('key 1');
    const { submission } = find('submit')!;
    expect(submission).toEqual({ key: 'key 1', values: { purpose: 'Forum' }, formVersion: 1 });
    received(submission);
    expect(entry()).toMatchObject({
      phase: 'sent',
      values: {},
      receipt: { entryId: 'entry', values: { purpose: 'Forum' } },
    });
    expect(session()).toMatchObject({ version: 0, key: undefined });
    expect(effectTypes()).toEqual(expect.arrayContaining(['removeUnsentEntry', 'refreshLists']));
  });

  test('waits for a save in flight, which would otherwise bring back the sent entry', () => {
    const { type, save, saved, submit, effectTypes, find, entry } = openForm();
    type('Forum');
    const call = save();
    submit('key 1');
    expect(entry().submitting.kind).toBe('sending');
    expect(effectTypes()).not.toContain('submit');
    saved(call);
    expect(find('submit')?.submission.values).toEqual({ purpose: 'Forum' });
  });

  test('goes ahead after a save in flight has failed', () => {
    const { type, save, submit, dispatch, find } = openForm();
    type('Forum');
    const call = save();
    submit('key 1');
    dispatch({ type: 'saveFailed', call, error: offline() });
    expect(find('submit')?.submission.key).toBe('key 1');
  });

  test('saves nothing while the entry is being sent', () => {
    const { type, submit, dispatch, effectTypes } = openForm();
    type('Forum');
    submit();
    dispatch({ type: 'saveDue', isLeaving: true });
    expect(effectTypes()).not.toContain('save');
  });

  test('twice sends it once', () => {
    const { type, submit, effects } = openForm();
    type('Forum');
    submit('key 1');
    submit('key 2');
    expect(effects()).toEqual([]);
  });

  test('is retried with the same key when there is no response', () => {
    const { type, submit, find, dispatch, entry } = openForm();
    type('Forum');
    submit('key 1');
    dispatch({ type: 'submitFailed', submission: find('submit')!.submission, error: offline() });
    expect(entry().submitting).toEqual({ kind: 'waiting', isOffline: true });
    expect(find('startBackoff')).toMatchObject({ task: 'submit', failures: 0 });
    dispatch({ type: 'submitDue' });
    expect(find('submit')?.submission.key).toBe('key 1');
    dispatch({ type: 'submitFailed', submission: find('submit')!.submission, error: offline() });
    dispatch({ type: 'cameOnline' });
    expect(find('submit')?.submission.key).toBe('key 1');
  });

  test('again after stopping an unanswered submission uses its key', () => {
    const { type, submit, find, dispatch, entry, session } = openForm();
    type('Forum');
    submit('key 1');
    dispatch({ type: 'submitFailed', submission: find('submit')!.submission, error: offline() });
    dispatch({ type: 'submitStopped' });
    expect(entry().submitting.kind).toBe('none');
    expect(session().key).toBe('key 1');
    submit('key 2');
    expect(find('submit')?.submission.key).toBe('key 1');
  });

  test('on another page or device uses the key that was saved with a stopped submission [FORM-021]', () => {
    const here = openForm();
    here.type('Forum');
    here.submit('key 1');
    here.dispatch({ type: 'submitFailed', submission: here.find('submit')!.submission, error: offline() });
    here.dispatch({ type: 'submitStopped' });
    expect(here.save().save).toMatchObject({ submissionKey: 'key 1' });

    const saved = aSave({ purpose: 'Forum' }, { submissionKey: 'key 1' });
    const elsewhere = openForm(aFormState({ saved }));
    elsewhere.submit('key 2');
    expect(elsewhere.find('submit')?.submission.key).toBe('key 1');

    const choosing = openForm();
    choosing.type('Other');
    choosing.conflict(choosing.save(), saved);
    choosing.dispatch({ type: 'conflictResolved', values: { purpose: 'Forum' }, files: [] });
    choosing.submit('key 2');
    expect(choosing.find('submit')?.submission.key).toBe('key 1');
  });

  test('keeps the answers of a stopped submission if it had arrived and the server no longer has a saved entry', () => {
    const { type, save, saved, submit, find, dispatch, load, entry, session } = openForm();
    type('Forum');
    saved(save());
    submit('key 1');
    dispatch({ type: 'submitFailed', submission: find('submit')!.submission, error: offline() });
    dispatch({ type: 'submitStopped' });
    expect(entry().saving.kind).toBe('unsaved');
    expect(find('startTimer')).toMatchObject({ task: 'save' });
    load();
    expect(entry()).toMatchObject({ phase: 'conflict', values: { purpose: 'Forum' }, conflict: { theirs: null } });
    expect(session().key).toBe('key 1');
  });

  test('reports that earlier answers arrived if the server already knows the key', () => {
    const { type, submit, find, dispatch, entry } = openForm();
    type('Forum');
    submit('key 1');
    dispatch({
      type: 'submitFailed',
      submission: find('submit')!.submission,
      error: rejection('conflict', 'No.', 409),
    });
    expect(entry()).toMatchObject({ submitting: { kind: 'earlier' }, values: { purpose: 'Forum' } });
    submit('key 2', true);
    expect(find('submit')?.submission.key).toBe('key 2');
  });

  test('shows field errors after a rejection, and retries with the same key because an earlier attempt may still arrive', () => {
    const { type, submit, find, dispatch, entry } = openForm();
    type('Forum');
    submit('key 1');
    const error = Object.assign(rejection('invalid_input', 'Look again.'), {
      issues: [{ path: 'body.values.purpose', message: 'Too short.' }],
    });
    dispatch({ type: 'submitFailed', submission: find('submit')!.submission, error });
    expect(entry().submitting).toEqual({
      kind: 'rejected',
      detail: 'Look again.',
      issues: [{ alias: 'purpose', message: 'Too short.' }],
    });
    submit('key 2');
    expect(find('submit')?.submission.key).toBe('key 1');
  });

  test('keeps what was typed while the entry was being sent', () => {
    const { type, submit, find, received, entry } = openForm();
    type('Forum');
    submit('key 1');
    const { submission } = find('submit')!;
    type('Typed since');
    received(submission);
    expect(entry()).toMatchObject({ values: { purpose: 'Typed since' }, submitting: { kind: 'earlier' } });
  });

  test('does not send a queued submission once the entry is discarded', () => {
    const { type, save, submit, dispatch, saved, effectTypes } = openForm();
    type('Forum');
    const call = save();
    submit('key 1');
    dispatch({ type: 'discardRequested' });
    saved(call);
    expect(effectTypes()).toEqual(['discard']);
    dispatch({ type: 'discardAnswered' });
    expect(effectTypes()).not.toContain('submit');
  });

  test('shows a receipt for a discarded entry while the form is empty', () => {
    const { type, submit, find, dispatch, received, entry } = openForm();
    type('Forum');
    submit('key 1');
    const { submission } = find('submit')!;
    dispatch({ type: 'discardRequested' });
    received(submission);
    expect(entry().phase).toBe('sent');
  });

  test('restored by an undo uses its original key, whatever was sent since', () => {
    const { type, submit, session, dispatch, entry, find } = openForm();
    type('Forum');
    submit('key 1');
    const before = { entry: entry(), key: session().key };
    dispatch({ type: 'discardRequested' });
    dispatch({ type: 'discardAnswered' });
    type('Booth');
    submit('key 2');
    dispatch({ type: 'restored', before });
    expect(entry()).toMatchObject({ values: { purpose: 'Forum' }, submitting: { kind: 'none' } });
    submit('key 3');
    expect(find('submit')?.submission).toMatchObject({ key: 'key 1', values: { purpose: 'Forum' } });
  });

  test('is not retried after the entry was discarded', () => {
    const { type, submit, find, dispatch, effects, entry } = openForm();
    type('Forum');
    submit('key 1');
    const { submission } = find('submit')!;
    dispatch({ type: 'discardRequested' });
    dispatch({ type: 'submitFailed', submission, error: offline() });
    expect(effects()).toEqual([]);
    expect(entry().submitting.kind).toBe('none');
  });

  test('and starting another one loads the form again', () => {
    const { type, submit, find, received, dispatch, entry } = openForm();
    type('Forum');
    submit();
    received(find('submit')!.submission);
    dispatch({ type: 'anotherRequested' });
    expect(entry()).toMatchObject({ phase: 'loading', receipt: undefined });
    expect(find('load')).toBeDefined();
  });
});
