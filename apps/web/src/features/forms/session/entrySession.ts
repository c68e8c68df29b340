import { ApiError } from '@portico/client/ApiError';
import { subjectOf } from '@portico/client/subjectOf';
import type { Form } from '@portico/contracts/formFields';
import { retryDelayMs } from '../../../api/queryCache.ts';
import { readSession, readTokens } from '../../../sign-in/sessionCookies.ts';
import type { FormCalls } from '../forms.queries.ts';
import { reduceEntry } from './entryReducer.ts';
import type { EntrySession } from './entryState.ts';
import { entryUploads } from './entryUploads.ts';
import { draftStorage } from './localDraft.ts';
import { sendFile } from './sendFile.ts';
import {
  isSaveDue,
  isSaved,
  unloadedSession,
  type EntryAction,
  type EntryEffect,
  type LoadContext,
  type SaveCall,
  type Submission,
  type TimedTask,
} from './sessionState.ts';
import { watchBrowser } from './watchBrowser.ts';

const signedInSubject = () => subjectOf(readTokens().idToken ?? '');

/**
 * One person's entry in one form. It lives outside of React, so it goes on when the page is left or rendered again. Every
 * change is stored in this browser immediately and on the server a moment later. `reduceEntry` decides what happens; this
 * runs the effects: calls, the timer, storage and browser events. `component` is the form as the page has it; `onEntries`
 * is called when the person's lists of entries are stale. Source: TRUST B1, B2; decisions/0068.
 */
export function createEntrySession(component: Form, calls: FormCalls, onEntries: () => void): EntrySession {
  const { formId } = component;
  const person = signedInSubject();
  const storage = draftStorage(formId, person);
  const listeners = new Set<() => void>();
  let session = unloadedSession(component);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let loading: Promise<void> = Promise.resolve();
  let discarding = Promise.withResolvers<void>();

  const uploads = entryUploads({
    send: (input) => sendFile({ formId, ...input }),
    onSent: (alias, file) => dispatchForOwner({ type: 'fileUploaded', alias, file }),
    onChange: () => dispatch({ type: 'uploadsChanged', uploads: uploads.list() }),
  });

  function dispatch(action: EntryAction): void {
    const [next, effects] = reduceEntry(session, action);
    session = next;
    effects.forEach(run);
    for (const listener of listeners) listener();
  }

  /** Tabs share one draft: every step starts from the newest one. */
  function adoptNewerDraft(): void {
    const draft = storage.readNewer();
    if (draft) dispatch({ type: 'draftFound', draft });
  }

  function dispatchOnDraft(action: EntryAction): void {
    adoptNewerDraft();
    dispatch(action);
  }

  /** Another person may sign in in another tab; nothing of this one is sent with their tokens. */
  const hasUserChanged = () => ![undefined, person].includes(signedInSubject());

  function dispatchForOwner(action: EntryAction): void {
    if (hasUserChanged()) dispatch({ type: 'userChanged' });
    else dispatchOnDraft(action);
  }

  // --- Effects ---

  function run(effect: EntryEffect): void {
    switch (effect.type) {
      case 'load':
        loading = load(effect.asked);
        break;
      case 'save':
        void save(effect);
        break;
      case 'submit':
        void submit(effect.submission);
        break;
      case 'discard':
        void discard();
        break;
      case 'startTimer':
        startTimer(effect.task, effect.delayMs);
        break;
      case 'startBackoff':
        startTimer(effect.task, retryDelayMs(effect.failures));
        break;
      case 'stopTimer':
        clearTimeout(timer);
        break;
      case 'writeDraft': {
        const isStored = storage.write(effect.draft);
        if (isStored !== session.entry.isStoredLocally) dispatch({ type: 'draftStored', isStored });
        break;
      }
      case 'removeDraft':
        storage.remove();
        break;
      case 'cancelUploads':
        uploads.cancelAll();
        break;
      case 'announceEntries':
        onEntries();
        break;
    }
  }

  function startTimer(task: TimedTask, delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => (task === 'save' ? saveNow() : dispatchForOwner({ type: 'submitDue' })), delayMs);
  }

  async function load(asked: LoadContext): Promise<void> {
    await calls.load().then(
      (answer) => dispatchForOwner({ type: 'loadAnswered', answer, asked }),
      (error: unknown) => dispatch({ type: 'loadFailed', error, asked, hasDraft: storage.hasDraft() }),
    );
  }

  async function save({ save: body, form, generation, isLeaving }: SaveCall): Promise<void> {
    const call = { save: body, form, generation, isLeaving };
    const answered = calls.save(body, isLeaving).then(async (answer) => {
      const isOtherForm =
        answer.result === 'Conflict' && answer.saved !== null && answer.saved.formVersion !== body.formVersion;
      if (!isOtherForm) return { answer, theirForm: form };
      // The answer has only the values; the form they belong to comes with the whole entry.
      const state = await calls.load();
      return { answer, theirForm: state.savedForm ?? state.form };
    });
    await answered.then(
      (answer) => dispatchOnDraft({ type: 'saveAnswered', call, ...answer }),
      (error: unknown) => fail({ type: 'saveFailed', call, error }, error),
    );
  }

  async function submit(submission: Submission): Promise<void> {
    const { key, values, formVersion } = submission;
    await calls.submit({ values, formVersion }, key).then(
      (receipt) => dispatch({ type: 'submitAnswered', submission, receipt }),
      (error: unknown) => fail({ type: 'submitFailed', submission, error }, error),
    );
  }

  async function discard(): Promise<void> {
    const { resolve, reject } = discarding;
    await calls.discard().then(
      () => {
        dispatch({ type: 'discardAnswered' });
        resolve();
      },
      (error: unknown) => {
        dispatch({ type: 'discardFailed' });
        reject(error);
      },
    );
  }

  /** What is not the server's or the network's fault is ours, and has to surface. */
  function fail(action: EntryAction, error: unknown): void {
    dispatch(action);
    if (!(error instanceof ApiError)) throw error;
  }

  function saveNow(isLeaving = false): void {
    adoptNewerDraft();
    if (isSaveDue(session) && hasUserChanged()) dispatch({ type: 'userChanged' });
    else dispatch({ type: 'saveDue', isLeaving });
  }

  // --- Browser events ---

  storage.onChange((isGone) => {
    if (session.entry.phase === 'loading' || hasUserChanged()) return;
    if (!isGone) return adoptNewerDraft();
    dispatch({ type: 'draftRemoved' });
    // After a sign-out in the other tab there is nothing to load, and this page goes away too.
    if (readSession()) dispatch({ type: 'loadRequested' });
  });
  watchBrowser({
    onOnline: () => {
      uploads.retryOffline();
      dispatchOnDraft({ type: 'cameOnline' });
    },
    onHidden: () => {
      if (readSession()) saveNow(true);
    },
    onVisible: () => {
      if (session.entry.phase === 'editing') adoptNewerDraft();
    },
    asksBeforeLeaving: () => uploads.isSending() || (!isSaved(session.entry) && !session.entry.isStoredLocally),
  });

  return {
    getState: () => session.entry,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // The last page that showed it is gone: save without waiting for the timer.
        if (listeners.size === 0 && readSession()) saveNow();
      };
    },
    load: async () => {
      dispatchOnDraft({ type: 'loadRequested' });
      await loading;
    },
    setValue: (alias, value) => dispatchForOwner({ type: 'valueChanged', alias, value }),
    saveNow: () => saveNow(),
    discard: async () => {
      const before = { entry: session.entry, key: session.key };
      if (!session.discarding) discarding = Promise.withResolvers();
      dispatch({ type: 'discardRequested' });
      await discarding.promise;
      return () => dispatch({ type: 'restored', before });
    },
    resolve: (values, files) => {
      const { entry } = session;
      dispatch({ type: 'conflictResolved', values, files });
      return () => dispatch({ type: 'conflictReopened', entry });
    },
    startOver: () => {
      const before = { entry: session.entry, key: session.key };
      dispatch({ type: 'startedOver' });
      return () => dispatch({ type: 'restored', before });
    },
    submit: () => dispatchForOwner({ type: 'submitRequested', newKey: crypto.randomUUID(), isNew: false }),
    stopSubmitting: () => dispatch({ type: 'submitStopped' }),
    submitAsNew: () => dispatchForOwner({ type: 'submitRequested', newKey: crypto.randomUUID(), isNew: true }),
    startAnother: () => dispatchOnDraft({ type: 'anotherRequested' }),
    addFiles: (alias, files) => uploads.add(alias, files),
    removeFile: (alias, fileId) => {
      dispatchForOwner({ type: 'fileRemoved', alias, fileId });
      // A file that stays behind is purged a day later.
      calls.removeFile(fileId).catch(() => undefined);
    },
    uploads,
  };
}
