import { subjectOf } from '@portico/client/subjectOf';
import type { Form } from '@portico/kinds/formFields';
import { formFilePath } from '@portico/contracts/forms';
import { FormFile } from '@portico/contracts/formValues';
import { fileUploads, type FileToSend } from '../../../kit/uploads/fileUploads.ts';
import { readActingFor } from '../../../sign-in/actingFor.ts';
import { readSession, readTokens } from '../../../sign-in/sessionCookies.ts';
import type { FormCalls } from '../forms.queries.ts';
import { reduceEntry } from './entryReducer.ts';
import { entryCalls } from './entryCalls.ts';
import { entryCommands } from './entryCommands.ts';
import { entryEffects } from './entryEffects.ts';
import type { EntrySession } from './entryState.ts';
import { unsentEntryStorage, type UnsentEntryStorage } from './unsentEntry.ts';
import {
  isSaveDue,
  isSaved,
  unloadedSession,
  type EntryAction,
  type EntryEffect,
  type SessionState,
} from './sessionState.ts';
import { uploadFile } from '../../../api/uploadFile.ts';
import { t } from '../../../locale/text.ts';
import { typeOfName } from '../../../kit/uploads/fileChecks.ts';

/** The signed-in user, with the person for whom they act; undefined while signed out. */
export function signedInSubject(): string | undefined {
  const subject = subjectOf(readTokens().idToken ?? '');
  const actingFor = readActingFor();
  return subject === undefined || actingFor === undefined ? subject : `${subject} for ${actingFor}`;
}

/** Where an entry is kept and sent. */
export interface EntryPlace {
  calls: FormCalls;
  /** Called when the person's lists of entries are stale. */
  onEntries: () => void;
  /** Of this browser. */
  storage: UnsentEntryStorage;
  /** Uploads a file for a field. Throws like `uploadFile`. */
  send: (file: FileToSend) => Promise<FormFile>;
}

/**
 * One person's entry in one form. It lives outside React, so it survives leaving and rerendering the page. Every change
 * is stored in this browser immediately and on the server a moment later. `reduceEntry` decides what happens; the
 * session runs the effects (calls, the timer, storage) and listens to the browser. `component` is the form from the
 * page. Source: TRUST B1, B2; decisions/0068.
 */
export function createEntrySession(component: Form, { calls, onEntries, storage, send }: EntryPlace): EntrySession {
  const person = signedInSubject();
  const store = entryStore(unloadedSession(component), (effect) => run(effect));
  const { dispatch } = store;
  let loading: Promise<void> = Promise.resolve();
  let discarding = Promise.withResolvers<void>();

  const uploads = fileUploads({
    send,
    onSent: (alias, file) => dispatchForOwner({ type: 'fileUploaded', alias, file }),
    onChange: () => dispatch({ type: 'uploadsChanged', uploads: uploads.list() }),
  });

  /** Tabs share one unsent entry, so every step starts from its newest version. */
  function adoptNewerEntry(): void {
    const unsentEntry = storage.readNewer();
    if (unsentEntry) dispatch({ type: 'unsentEntryFound', unsentEntry });
  }

  function dispatchOnNewest(action: EntryAction): void {
    adoptNewerEntry();
    dispatch(action);
  }

  /** Another person may sign in in another tab. This person's entry must not be sent with their tokens. */
  const hasUserChanged = () => ![undefined, person].includes(signedInSubject());

  function dispatchForOwner(action: EntryAction): void {
    if (hasUserChanged()) dispatch({ type: 'userChanged' });
    else dispatchOnNewest(action);
  }

  const dispatchers = { dispatch, dispatchOnNewest, dispatchForOwner };
  const run = entryEffects({
    server: entryCalls(calls, { ...dispatchers, hasUnsentEntry: storage.hasUnsentEntry }),
    storage,
    cancelUploads: () => uploads.cancelAll(),
    onEntries,
    onDue: (task) => (task === 'save' ? saveNow() : dispatchForOwner({ type: 'submitDue' })),
    onLoading: (promise) => (loading = promise),
    onDiscarding: (promise) => void promise.then(discarding.resolve, discarding.reject),
    onUnsentEntryWritten: (isStored) => {
      if (isStored !== store.session().entry.isStoredLocally) dispatch({ type: 'unsentEntryStored', isStored });
    },
  });

  function discard(): Promise<void> {
    if (!store.session().discarding) discarding = Promise.withResolvers();
    dispatch({ type: 'discardRequested' });
    return discarding.promise;
  }

  function saveNow(isLeaving = false): void {
    adoptNewerEntry();
    if (isSaveDue(store.session()) && hasUserChanged()) dispatch({ type: 'userChanged' });
    else dispatch({ type: 'saveDue', isLeaving });
  }

  storage.onChange((isGone) => {
    if (store.session().entry.phase === 'loading' || hasUserChanged()) return;
    if (!isGone) return adoptNewerEntry();
    dispatch({ type: 'unsentEntryRemoved' });
    // After a sign-out in the other tab there is nothing to load, and this page closes too.
    if (readSession()) dispatch({ type: 'loadRequested' });
  });
  watchBrowser({
    onOnline: () => {
      uploads.retryOffline();
      dispatchOnNewest({ type: 'cameOnline' });
    },
    onHidden: () => {
      if (readSession()) saveNow(true);
    },
    onVisible: () => {
      if (store.session().entry.phase === 'editing') adoptNewerEntry();
    },
    asksBeforeLeaving: () =>
      uploads.isSending() || (!isSaved(store.session().entry) && !store.session().entry.isStoredLocally),
  });

  return {
    getState: () => store.session().entry,
    // When no page shows the entry anymore, save without waiting for the timer.
    subscribe: (listener) => store.subscribe(listener, () => readSession() && saveNow()),
    load: async () => {
      dispatchOnNewest({ type: 'loadRequested' });
      await loading;
    },
    saveNow: () => saveNow(),
    ...entryCommands({ ...dispatchers, getSession: store.session, discard, calls, uploads }),
  };
}

/** Holds the session's state and runs the effects of actions. `onLast` is called when the last subscriber leaves. */
function entryStore(initial: SessionState, run: (effect: EntryEffect) => void) {
  let session = initial;
  const listeners = new Set<() => void>();
  return {
    session: () => session,
    dispatch(action: EntryAction): void {
      const [next, effects] = reduceEntry(session, action);
      session = next;
      effects.forEach(run);
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void, onLast: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) onLast();
      };
    },
  };
}

/** On the server. Until an entry was sent, it is also kept in this browser. */
export const portalPlace = (formId: string, calls: FormCalls, onEntries: () => void): EntryPlace => ({
  calls,
  onEntries,
  storage: unsentEntryStorage(formId, signedInSubject()),
  send: (file) => sendFile(formId, file),
});

function sendFile(formId: string, { target, file, onProgress, signal }: FileToSend): Promise<FormFile> {
  return uploadFile({
    path: formFilePath(formId),
    file,
    headers: {
      'Content-Type': typeOfName(file.name),
      'X-File-Name': encodeURIComponent(file.name),
      'X-Field': target,
    },
    read: (body) => FormFile.safeParse(body).data,
    onProgress,
    signal,
    texts: {
      signIn: t('forms.signInToSend'),
      timeout: t('forms.timeout'),
      unreachable: t('forms.unreachable'),
      unreadable: t('forms.unreadable'),
      wentWrong: t('forms.wentWrong'),
    },
  });
}

/**
 * Subscribes to connection and visibility changes for the life of the page. `asksBeforeLeaving` returns true if closing
 * the page now would lose data.
 */
function watchBrowser({
  onOnline,
  onHidden,
  onVisible,
  asksBeforeLeaving,
}: {
  onOnline: () => void;
  onHidden: () => void;
  onVisible: () => void;
  asksBeforeLeaving: () => boolean;
}): void {
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? onHidden : onVisible)());
  window.addEventListener('beforeunload', (event) => {
    if (asksBeforeLeaving()) event.preventDefault();
  });
}
