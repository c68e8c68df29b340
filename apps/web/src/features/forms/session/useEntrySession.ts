import type { Form } from '@portico/kinds/formFields';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { onTopic } from '../../../api/liveTopics.ts';
import { createEntrySession, portalPlace, signedInSubject } from './entrySession.ts';
import type { EntrySession, EntryState } from './entryState.ts';
import { entriesKey, formCalls } from '../forms.queries.ts';

/** Sessions outlive the components that show them. */
const sessions = new WeakMap<QueryClient, Map<string, EntrySession>>();

function sessionFor(cache: QueryClient, form: Form): EntrySession {
  const known = sessions.get(cache) ?? new Map<string, EntrySession>();
  sessions.set(cache, known);
  const key = `${form.formId} ${signedInSubject()}`;
  const session =
    known.get(key) ??
    createEntrySession(
      form,
      portalPlace(form.formId, formCalls(form.formId), () => void cache.invalidateQueries({ queryKey: entriesKey })),
    );
  known.set(key, session);
  return session;
}

/** The reader's entry in a form. Loads it on mount, and again when the server reports a change. */
export function useEntrySession(form: Form): [EntrySession, EntryState] {
  const cache = useQueryClient();
  // The session belongs to the person who opened the page, even if someone else signs in in another tab.
  const [session] = useState(() => sessionFor(cache, form));
  const state = useSyncExternalStore(session.subscribe, session.getState);
  useEffect(() => {
    const refresh = () => {
      if (session.getState().phase !== 'sent') void session.load();
    };
    refresh();
    return onTopic('forms', refresh);
  }, [session]);
  return [session, state];
}
