import { subjectOf } from '@portico/client/subjectOf';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { onTopic } from '../../api/liveTopics.ts';
import { readSession, readTokens } from '../../sign-in/sessionCookies.ts';
import { isPasteWaiting } from '../paste/pasteReader.ts';
import { sessionCalls } from './sessionCalls.ts';
import { createDraftSession, type DraftSession } from './draftSession.ts';
import { isSaved, type SessionState } from './sessionState.ts';
import { openTab } from './openTabs.ts';
import { createUnsavedStorage, tabsWithUnsaved } from './unsavedStorage.ts';

async function startSession(itemId: string): Promise<{ session: DraftSession; release: () => void }> {
  const person = subjectOf(readTokens().idToken ?? '');
  const tab = await openTab(tabsWithUnsaved(itemId, person));
  const { clientId } = tab;
  const storage = createUnsavedStorage({ itemId, clientId, person });
  for (const id of tab.closed) storage.takeOver(id);
  const session = createDraftSession(sessionCalls(itemId, clientId), storage);
  for (const id of tab.open)
    void tab.waitForClose(id).then((isClosed) => {
      const left = isClosed && storage.takeOver(id);
      if (left) session.adopt(left);
    });
  return { session, release: tab.close };
}

/**
 * The open item of this page; undefined until it is loaded. Throws the error of a failed first load to the page's error
 * boundary.
 */
export function useDraftSession(itemId: string): { session: DraftSession; state: SessionState } | undefined {
  const [session, setSession] = useState<DraftSession>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isUnmounted = false;
    let close = () => {
      isUnmounted = true;
    };
    void startSession(itemId)
      .then(async ({ session: started, release }) => {
        // Release the lock only after the last write, so that no other tab takes over the changes too early.
        const end = () => void started.close().finally(release);
        if (isUnmounted) return end();
        const stop = followBrowser(started);
        close = () => {
          stop();
          end();
        };
        setSession(started);
        return started.refresh();
      })
      .catch(setError);
    return () => close();
  }, [itemId]);
  const state = useSyncExternalStore(session?.subscribe ?? never, () => session?.getState());
  if (error !== undefined) throw error;
  return session && state ? { session, state } : undefined;
}

const never = () => () => {};

/**
 * Saves when the page is hidden, refreshes when it is visible again, and warns before unsaved changes are lost. Returns
 * a function that stops it.
 */
function followBrowser(session: DraftSession): () => void {
  const refresh = () => void session.refresh().catch(() => undefined);
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') void session.flush();
    else refresh();
  };
  const onLeaving = (event: BeforeUnloadEvent) => {
    const state = session.getState();
    if (!state) return;
    // What the editor wrote before someone else's version was saved is only in this browser until they choose.
    const isOnlyHere = state.conflicts.length > 0 && !state.isStoredLocally;
    if (isSaved(state) && !isOnlyHere && !isPasteWaiting()) return;
    // Don't warn on the way to sign-in: the stored copy survives it, and someone who stayed could not save anything.
    const isLeavingToSignIn = state.isStoredLocally && !readSession();
    if (!isLeavingToSignIn) event.preventDefault();
  };
  const onHide = () => session.sayLeaving();
  // A page that comes back out of the browser's cache.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) refresh();
  };
  const stopTopic = onTopic('studio', (detail) => (detail === undefined ? refresh() : session.hear(detail)));
  window.addEventListener('online', refresh);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('beforeunload', onLeaving);
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
  return () => {
    stopTopic();
    window.removeEventListener('online', refresh);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('beforeunload', onLeaving);
    window.removeEventListener('pagehide', onHide);
    window.removeEventListener('pageshow', onShow);
  };
}
