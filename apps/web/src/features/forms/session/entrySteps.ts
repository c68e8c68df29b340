import type { Form } from '@portico/contracts/formFields';
import { AUTOSAVE_DELAY_MS, type SavedEntry } from '@portico/contracts/forms';
import { startValues } from '@portico/contracts/formValidation';
import { differingAliases } from './entryAnswers.ts';
import { type EntryState } from './entryState.ts';
import { reset } from './entryTransitions.ts';
import { toDraft, type Emit, type EntryAction, type SessionState } from './sessionState.ts';

/* Steps that others are made of. Effects go to `emit`. */

export type Action<Type extends EntryAction['type']> = Extract<EntryAction, { type: Type }>;

export const withEntry = (session: SessionState, entry: Partial<EntryState>): SessionState => ({
  ...session,
  entry: { ...session.entry, ...entry },
});

export function store(session: SessionState, emit: Emit): SessionState {
  emit({ type: 'writeDraft', draft: toDraft(session) });
  return session;
}

export const saveLater = (emit: Emit, delayMs = AUTOSAVE_DELAY_MS) =>
  emit({ type: 'startTimer', task: 'save', delayMs });

/** Continues with what the server has saved, and with its submission, if one may have been received. */
export const continuing = (session: SessionState, { version, submissionKey }: SavedEntry): SessionState => ({
  ...session,
  version,
  key: session.key ?? submissionKey,
});

/** Nothing is filled in. */
export function begin(session: SessionState, form: Form, formVersion: number, emit: Emit): SessionState {
  emit({ type: 'stopTimer' });
  emit({ type: 'removeDraft' });
  const blank = { version: 0, key: undefined, unanswered: [], queued: undefined };
  return withEntry({ ...session, ...blank, generation: session.generation + 1 }, reset(form, formVersion));
}

/** Nothing has been typed, or all of it was cleared. */
export const isBlank = ({ form, values }: EntryState) => differingAliases(values, startValues(form)).length === 0;

/** Sends what had to wait for a save or a discard: out of order, a save would bring back what was discarded or sent. */
export function sendQueued(session: SessionState, emit: Emit): SessionState {
  if (session.inFlight !== undefined) return session;
  if (session.discarding) {
    emit({ type: 'discard' });
    return { ...session, inFlight: 'discard' };
  }
  if (session.queued) emit({ type: 'submit', submission: session.queued });
  return { ...session, queued: undefined };
}
