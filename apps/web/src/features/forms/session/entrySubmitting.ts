import { ApiError } from '@portico/client/ApiError';
import { storedValues } from '@portico/contracts/formValidation';
import { isWorthRetrying } from '../../../api/queryCache.ts';
import { fieldIssues, isNetworkError } from './callErrors.ts';
import { differingAliases } from '../entryAnswers.ts';
import { isSaved, isUnderWay, type Emit, type SessionState, type Submission } from './sessionState.ts';
import { type Action, begin, isBlank, saveLater, sendQueued, store, withEntry } from './entrySteps.ts';

export function submit(session: SessionState, key: string, emit: Emit): SessionState {
  const { entry } = session;
  if (entry.submitting.kind === 'sending') return session;
  emit({ type: 'stopTimer' });
  const submission: Submission = {
    key,
    values: storedValues(entry.form, entry.values),
    formVersion: entry.formVersion,
  };
  const sending = withEntry({ ...session, key, queued: submission }, { submitting: { kind: 'sending' } });
  return sendQueued(store(sending, emit), emit);
}

/** Retries an unanswered submission with the same key. */
export const resubmit = (session: SessionState, emit: Emit) =>
  session.entry.submitting.kind === 'waiting' && session.key !== undefined
    ? submit(session, session.key, emit)
    : session;

export function submitAnswered(
  before: SessionState,
  { submission, receipt }: Action<'submitAnswered'>,
  emit: Emit,
): SessionState {
  emit({ type: 'refreshLists' });
  const session = { ...before, failures: 0 };
  const { entry } = session;
  if (submission.key !== session.key && entry.phase !== 'editing') return session;
  const isUnchanged = differingAliases(storedValues(entry.form, entry.values), submission.values).length === 0;
  if (isUnchanged || isBlank(entry)) {
    const { form, formVersion, files } = entry;
    const { values } = submission;
    return withEntry(begin(session, form, formVersion, emit), {
      phase: 'sent',
      files,
      receipt: { ...receipt, values },
    });
  }
  // Something else was typed since, in another tab or after a discard. Keep it; the person decides.
  return submission.key === session.key || !isUnderWay(entry) ? arrivedEarlier(session, emit) : session;
}

/** The server has an entry with other answers, and removed the saved one when that entry arrived. */
const arrivedEarlier = (session: SessionState, emit: Emit) =>
  store(withEntry({ ...session, version: 0 }, { submitting: { kind: 'earlier' }, saving: { kind: 'unsaved' } }), emit);

export function submitFailed(
  session: SessionState,
  { submission, error }: Action<'submitFailed'>,
  emit: Emit,
): SessionState {
  // The submission was discarded since, or stopped in another tab.
  if (submission.key !== session.key || !isUnderWay(session.entry)) return session;
  if (!(error instanceof ApiError) || isWorthRetrying(error)) {
    emit({ type: 'startBackoff', task: 'submit', failures: session.failures });
    const waiting = { kind: 'waiting', isOffline: isNetworkError(error) } as const;
    return store(withEntry({ ...session, failures: session.failures + 1 }, { submitting: waiting }), emit);
  }
  if (error.code === 'conflict') return arrivedEarlier(session, emit);
  if (!isSaved(session.entry)) saveLater(emit);
  const rejected = { kind: 'rejected', detail: error.detail, issues: fieldIssues(error) } as const;
  // Keep the key: an earlier attempt with it may still arrive.
  return store(withEntry(session, { submitting: rejected }), emit);
}

/**
 * The submission may have arrived, in which case the server has removed the saved entry. Save the answers again.
 */
export function submitStopped(session: SessionState, emit: Emit): SessionState {
  saveLater(emit);
  return store(withEntry(session, { submitting: { kind: 'none' }, saving: { kind: 'unsaved' } }), emit);
}
