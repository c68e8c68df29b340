import { ApiError } from '@portico/client/ApiError';
import type { Form } from '@portico/kinds/formFields';
import { type SavedEntry } from '@portico/contracts/forms';
import { isWorthRetrying } from '../../../api/queryCache.ts';
import { isNetworkError } from './callErrors.ts';
import { differingAliases, fingerprint } from '../entryAnswers.ts';
import { isSaved, isSaveDue, type Emit, type SessionState } from './sessionState.ts';
import { type Action, continuing, saveLater, store, withEntry } from './entrySteps.ts';

const MAX_UNANSWERED = 50;

/** Another save came first. If both have the same values, there is no conflict. */
export function reconcile(session: SessionState, theirs: SavedEntry | null, theirForm: Form, emit: Emit): SessionState {
  const { entry } = session;
  if (theirs && session.unanswered.includes(fingerprint(theirs.values))) {
    saveLater(emit, 0);
    return withEntry(continuing(session, theirs), { phase: 'editing', saving: { kind: 'unsaved' } });
  }
  const isSame =
    theirs?.formVersion === entry.formVersion && differingAliases(theirs.values, entry.values).length === 0;
  return store(
    theirs && isSame
      ? withEntry(continuing(session, theirs), {
          phase: 'editing',
          conflict: undefined,
          saving: { kind: 'saved', at: theirs.savedAt },
        })
      : withEntry(session, { phase: 'conflict', conflict: { theirs, theirForm }, saving: { kind: 'unsaved' } }),
    emit,
  );
}

export function save(session: SessionState, isLeaving: boolean, emit: Emit): SessionState {
  emit({ type: 'stopTimer' });
  if (!isSaveDue(session)) return session;
  const { version, generation, key: submissionKey } = session;
  const { values, formVersion, form } = session.entry;
  const unanswered = [...new Set([...session.unanswered, fingerprint(values)])].slice(-MAX_UNANSWERED);
  const saving = withEntry({ ...session, unanswered, inFlight: 'save' }, { saving: { kind: 'saving' } });
  store(saving, emit);
  emit({ type: 'save', save: { values, formVersion, version, submissionKey }, form, generation, isLeaving });
  return saving;
}

export function saveAnswered(
  session: SessionState,
  { call, answer, theirForm }: Action<'saveAnswered'>,
  emit: Emit,
): SessionState {
  if (call.generation !== session.generation) return afterStaleSave(session, emit);
  const next = { ...session, failures: 0 };
  if (answer.result === 'Conflict') return reconcile(next, answer.saved, theirForm, emit);
  const { values, formVersion } = call.save;
  const isLatest =
    session.entry.formVersion === formVersion && differingAliases(session.entry.values, values).length === 0;
  if (!isLatest) saveLater(emit);
  emit({ type: 'refreshLists' });
  return store(
    withEntry(
      { ...next, version: answer.version, unanswered: [] },
      { saving: isLatest ? { kind: 'saved', at: answer.savedAt } : { kind: 'unsaved' } },
    ),
    emit,
  );
}

export function saveFailed(session: SessionState, { call, error }: Action<'saveFailed'>, emit: Emit): SessionState {
  if (call.generation !== session.generation) return afterStaleSave(session, emit);
  if (isWorthRetrying(error)) return retrySave(session, error, emit);
  if (!(error instanceof ApiError)) return withEntry(session, { saving: { kind: 'unsaved' } });
  return withEntry(session, { saving: { kind: 'rejected', detail: error.issues?.[0]?.message ?? error.detail } });
}

/** The save belonged to an entry that has since been sent or discarded. Anything typed in the meantime had to wait. */
function afterStaleSave(session: SessionState, emit: Emit): SessionState {
  if (!isSaved(session.entry)) saveLater(emit);
  return session;
}

export function retrySave(session: SessionState, error: unknown, emit: Emit): SessionState {
  emit({ type: 'startBackoff', task: 'save', failures: session.failures });
  return withEntry(
    { ...session, failures: session.failures + 1 },
    { saving: { kind: 'waiting', isOffline: isNetworkError(error) } },
  );
}
