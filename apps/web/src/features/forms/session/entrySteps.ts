import type { Form } from '@portico/kinds/formFields';
import { AUTOSAVE_DELAY_MS, type SavedEntry } from '@portico/contracts/forms';
import { initialValues } from '@portico/contracts/formValidation';
import { differingAliases } from '../entryAnswers.ts';
import { type EntryState } from './entryState.ts';
import { reset } from './entryTransitions.ts';
import { toUnsentEntry, type Emit, type EntryAction, type SessionState } from './sessionState.ts';

/* Building blocks of the reducer. They emit their effects with `emit`. */

export type Action<Type extends EntryAction['type']> = Extract<EntryAction, { type: Type }>;

export const withEntry = (session: SessionState, entry: Partial<EntryState>): SessionState => ({
  ...session,
  entry: { ...session.entry, ...entry },
});

export function store(session: SessionState, emit: Emit): SessionState {
  emit({ type: 'writeUnsentEntry', unsentEntry: toUnsentEntry(session) });
  return session;
}

export const saveLater = (emit: Emit, delayMs = AUTOSAVE_DELAY_MS) =>
  emit({ type: 'startTimer', task: 'save', delayMs });

/** Continues from the server's save, and with the key of its submission if there is one that may have arrived. */
export const continuing = (session: SessionState, { version, submissionKey }: SavedEntry): SessionState => ({
  ...session,
  version,
  key: session.key ?? submissionKey,
});

/** Resets the session to an empty form. */
export function begin(session: SessionState, form: Form, formVersion: number, emit: Emit): SessionState {
  emit({ type: 'stopTimer' });
  emit({ type: 'removeUnsentEntry' });
  const blank = { version: 0, key: undefined, unanswered: [], queued: undefined };
  return withEntry({ ...session, ...blank, generation: session.generation + 1 }, reset(form, formVersion));
}

/** True if nothing is filled in. */
export const isBlank = ({ form, values }: EntryState) => differingAliases(values, initialValues(form)).length === 0;

/** Sends what waited for a save or a discard: out of order, a save would bring back a discarded or sent entry. */
export function sendQueued(session: SessionState, emit: Emit): SessionState {
  if (session.inFlight !== undefined) return session;
  if (session.discarding) {
    emit({ type: 'discard' });
    return { ...session, inFlight: 'discard' };
  }
  if (session.queued) emit({ type: 'submit', submission: session.queued });
  return { ...session, queued: undefined };
}
