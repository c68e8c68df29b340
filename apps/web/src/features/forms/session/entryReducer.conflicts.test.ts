import { describe, expect, test } from 'vitest';
import { anUnsentEntry, aFormState, aSave, offline, openForm } from './driveSession.ts';

describe('when another device has changed the entry', () => {
  test('a different save opens a choice, and nothing is overwritten', () => {
    const { type, save, conflict, entry } = openForm();
    type('Here');
    conflict(save(), aSave({ purpose: 'There' }));
    expect(entry()).toMatchObject({
      phase: 'conflict',
      values: { purpose: 'Here' },
      conflict: { theirs: { values: { purpose: 'There' } } },
    });
  });

  test('a save with the same values is no conflict', () => {
    const { type, load, entry, session } = openForm();
    type('Same');
    load(aFormState({ saved: aSave({ purpose: 'Same' }, { version: 9 }) }));
    expect(entry()).toMatchObject({ phase: 'editing', saving: { kind: 'saved' } });
    expect(session().version).toBe(9);
  });

  test('our own save whose response was lost is no conflict', () => {
    const { type, save, dispatch, conflict, entry, session } = openForm();
    type('Lost');
    dispatch({ type: 'saveFailed', call: save(), error: offline() });
    type('Lost and found');
    conflict(save(), aSave({ purpose: 'Lost' }));
    expect(entry()).toMatchObject({
      phase: 'editing',
      values: { purpose: 'Lost and found' },
      saving: { kind: 'unsaved' },
    });
    expect(session().version).toBe(5);
  });

  test('the chosen values are saved on top of theirs, and the choice can be reopened', () => {
    const { type, save, conflict, dispatch, entry } = openForm();
    type('Here');
    conflict(save(), aSave({ purpose: 'There' }, { version: 7 }));
    const before = entry();
    dispatch({ type: 'conflictResolved', values: { purpose: 'There' }, files: [] });
    expect(save().save).toMatchObject({ values: { purpose: 'There' }, version: 7 });
    dispatch({ type: 'conflictReopened', entry: before });
    expect(entry()).toMatchObject({ phase: 'conflict', values: { purpose: 'Here' } });
  });

  test('continuing after the entry was sent there starts a new entry', () => {
    const { type, save, conflict, dispatch } = openForm(aFormState({ saved: aSave({ purpose: 'F' }) }));
    type('Forum');
    conflict(save(), null);
    dispatch({ type: 'conflictResolved', values: { purpose: 'Forum' }, files: [] });
    expect(save().save.version).toBe(0);
  });
});

describe('when another tab has changed the entry', () => {
  test('its draft replaces the one in this tab, and ends a conflict that it has resolved', () => {
    const { type, save, conflict, dispatch, entry, session } = openForm();
    type('Here');
    conflict(save(), aSave({ purpose: 'There' }));
    dispatch({ type: 'unsentEntryFound', unsentEntry: anUnsentEntry({ values: { purpose: 'Chosen' }, version: 6 }) });
    expect(entry()).toMatchObject({ phase: 'editing', values: { purpose: 'Chosen' }, conflict: undefined });
    expect(session().version).toBe(6);
  });

  test('this tab takes over a submission if the other tab goes silent', () => {
    const { dispatch, find, entry } = openForm();
    dispatch({
      type: 'unsentEntryFound',
      unsentEntry: anUnsentEntry({ submission: { key: 'key 1', isUnderWay: true } }),
    });
    expect(entry().submitting.kind).toBe('waiting');
    expect(find('startTimer')).toMatchObject({ task: 'submit' });
    dispatch({ type: 'submitDue' });
    expect(find('submit')?.submission.key).toBe('key 1');
  });

  test('a draft written before this tab submitted doesn’t make this tab forget its key', () => {
    const { type, submit, dispatch, session } = openForm();
    type('Forum');
    submit('key 1');
    dispatch({ type: 'unsentEntryFound', unsentEntry: anUnsentEntry() });
    expect(session().key).toBe('key 1');
  });

  test('a save from before the other tab discarded the entry doesn’t bring it back', () => {
    const { type, save, saved, dispatch, effectTypes, session } = openForm();
    type('Forum');
    const call = save();
    dispatch({ type: 'unsentEntryRemoved' });
    saved(call);
    expect(effectTypes()).not.toContain('writeUnsentEntry');
    expect(session().version).toBe(0);
  });

  test('another person signing in there ends this session', () => {
    const { dispatch, entry } = openForm();
    dispatch({ type: 'userChanged' });
    expect(entry().phase).toBe('userChanged');
  });
});
