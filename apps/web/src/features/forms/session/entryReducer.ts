import type { FormState } from '@portico/contracts/forms';
import type { FormFile, FormValues } from '@portico/contracts/formValues';
import { filesIn } from '../entryAnswers.ts';
import { type EntryState } from './entryState.ts';
import {
  changed,
  chosen,
  fromUnsentEntry,
  fromServer,
  presentFor,
  restore,
  withPresentForm,
} from './entryTransitions.ts';
import {
  isSaved,
  isUnderWay,
  type Emit,
  type EntryAction,
  type EntryEffect,
  type Restorable,
  type SessionState,
} from './sessionState.ts';
import { type Action, begin, continuing, isBlank, saveLater, sendQueued, store, withEntry } from './entrySteps.ts';
import { reconcile, retrySave, save, saveAnswered, saveFailed } from './entrySaving.ts';
import { resubmit, submit, submitAnswered, submitFailed, submitStopped } from './entrySubmitting.ts';

/** How long a tab waits for another tab's submission before taking it over. */
const TAKEOVER_MS = 20_000;

/**
 * Returns the next state of a session and the effects to run, in order. Pure: time, storage, the network and the
 * signed-in person enter as actions. Source: TRUST B1, B2; decisions/0068.
 */
export function reduceEntry(session: SessionState, action: EntryAction): [SessionState, EntryEffect[]] {
  const effects: EntryEffect[] = [];
  const next = step(session, action, (effect) => void effects.push(effect));
  return [next, effects];
}

function step(session: SessionState, action: EntryAction, emit: Emit): SessionState {
  switch (action.type) {
    case 'loadRequested':
      return load(session, emit);
    case 'loadAnswered':
      return loadAnswered(session, action, emit);
    case 'loadFailed':
      return loadFailed(session, action, emit);
    case 'unsentEntryFound':
      return unsentEntryFound(session, action, emit);
    case 'unsentEntryRemoved':
      return unsentEntryRemoved(session);
    case 'unsentEntryStored':
      return withEntry(session, { isStoredLocally: action.isStored });
    case 'valueChanged':
      return edit(session, (values) => ({ ...values, [action.alias]: action.value }), [], emit);
    case 'fileUploaded': {
      const { alias, file } = action;
      return edit(session, (values) => ({ ...values, [alias]: [...filesIn(values, alias), file.id] }), [file], emit);
    }
    case 'fileRemoved': {
      const { alias, fileId } = action;
      return edit(
        session,
        (values) => ({ ...values, [alias]: filesIn(values, alias).filter((id) => id !== fileId) }),
        [],
        emit,
      );
    }
    case 'uploadsChanged':
      return withEntry(session, { uploads: action.uploads });
    case 'saveDue':
      return save(session, action.isLeaving, emit);
    case 'saveAnswered':
      return sendQueued(saveAnswered({ ...session, inFlight: undefined }, action, emit), emit);
    case 'saveFailed':
      return sendQueued(saveFailed({ ...session, inFlight: undefined }, action, emit), emit);
    case 'submitRequested':
      return submit(session, action.isNew ? action.newKey : (session.key ?? action.newKey), emit);
    case 'submitDue':
      return resubmit(session, emit);
    case 'submitAnswered':
      return submitAnswered(session, action, emit);
    case 'submitFailed':
      return submitFailed(session, action, emit);
    case 'submitStopped':
      return submitStopped(session, emit);
    case 'anotherRequested':
      return load(withEntry(session, { phase: 'loading', receipt: undefined }), emit);
    case 'discardRequested':
      return discard(session, emit);
    case 'discardAnswered':
      emit({ type: 'refreshLists' });
      return afterDiscard(session, emit);
    case 'discardFailed':
      return discardFailed(session, emit);
    case 'conflictResolved':
      return conflictResolved(session, action, emit);
    case 'conflictReopened':
      return { ...session, entry: { ...action.entry, uploads: session.entry.uploads, phase: 'conflict' } };
    case 'startedOver':
      return session.entry.present
        ? replace(session, withPresentForm(session.entry, session.entry.present), emit)
        : session;
    case 'restored':
      return restored(session, action.before, emit);
    case 'cameOnline':
      return cameOnline({ ...session, failures: 0 }, emit);
    case 'userChanged':
      return withEntry(session, { phase: 'userChanged' });
  }
}

// --- Loading ---

function load(session: SessionState, emit: Emit): SessionState {
  emit({ type: 'load', context: { generation: session.generation, version: session.version } });
  return session;
}

function loadAnswered(session: SessionState, { answer, context }: Action<'loadAnswered'>, emit: Emit): SessionState {
  // Until the server has responded to a discard, it may still have the discarded entry.
  if (context.generation !== session.generation || session.discarding) return session;
  // A save has succeeded since this load was requested, so the loaded entry may lack what was typed.
  if (context.version !== session.version) return load(session, emit);
  return settle({ ...session, isBehind: false }, answer, emit);
}

/** Reconciles the server's entry with the one in this browser. */
function settle(before: SessionState, answer: FormState, emit: Emit): SessionState {
  const { form, saved, limits } = answer;
  emit({ type: 'stopTimer' });
  const session = withEntry(before, { error: undefined, conflict: undefined, isGoneElsewhere: false, limits });
  if (isUnderWay(session.entry) || !isSaved(session.entry)) {
    const editing = withEntry(session, { phase: 'editing', present: presentFor(session.entry.formVersion, answer) });
    if (isUnderWay(editing.entry)) return resubmit(editing, emit);
    if (editing.version !== (saved?.version ?? 0)) return reconcile(editing, saved, answer.savedForm ?? form, emit);
    saveLater(emit, 0);
    return editing;
  }
  if (saved) return store(withEntry(continuing(session, saved), fromServer(saved, answer)), emit);
  const hadEntry = session.version > 0 || !isBlank(session.entry);
  return withEntry(begin(session, form, answer.formVersion, emit), { isGoneElsewhere: hadEntry });
}

function loadFailed(
  before: SessionState,
  { error, context, hasUnsentEntry }: Action<'loadFailed'>,
  emit: Emit,
): SessionState {
  if (context.generation !== before.generation) return before;
  const session = { ...before, isBehind: true };
  if (session.entry.phase !== 'loading' && session.entry.phase !== 'failed') return session;
  if (!hasUnsentEntry) return withEntry(session, { phase: 'failed', error });
  const editing = withEntry(session, { phase: 'editing' });
  if (isUnderWay(editing.entry)) return resubmit(editing, emit);
  return isSaved(editing.entry) ? editing : retrySave(editing, error, emit);
}

/** Tabs share one unsent entry, so the latest version wins. */
function unsentEntryFound(
  session: SessionState,
  { unsentEntry }: Action<'unsentEntryFound'>,
  emit: Emit,
): SessionState {
  const { phase } = session.entry;
  const isResolved = phase === 'conflict' && unsentEntry.version !== session.version;
  const { version, sent: unanswered, submission } = unsentEntry;
  // An unsent entry written before this tab submitted doesn't contain the key yet.
  const ownKey = session.entry.submitting.kind === 'sending' ? session.key : undefined;
  const next = withEntry(
    { ...session, version, unanswered, key: submission?.key ?? ownKey },
    { ...fromUnsentEntry(unsentEntry), ...(isResolved ? { phase: 'editing', conflict: undefined } : {}) },
  );
  // The other tab sends it. If that tab is closed, this one takes over with the same key.
  if (phase !== 'loading' && isUnderWay(next.entry)) emit({ type: 'startTimer', task: 'submit', delayMs: TAKEOVER_MS });
  return next;
}

/** Responses to earlier calls would bring back the removed unsent entry, so they become stale. */
const unsentEntryRemoved = (session: SessionState) =>
  withEntry(
    { ...session, generation: session.generation + 1, queued: undefined },
    { saving: { kind: 'none' }, submitting: { kind: 'none' } },
  );

// --- Editing ---

function edit(
  session: SessionState,
  change: (values: FormValues) => FormValues,
  newFiles: FormFile[],
  emit: Emit,
): SessionState {
  saveLater(emit);
  return store(withEntry(session, changed(session.entry, change, newFiles)), emit);
}

/** Replaces the entry and saves it right away. */
function replace(session: SessionState, entry: Partial<EntryState>, emit: Emit): SessionState {
  saveLater(emit, 0);
  return store(withEntry(session, entry), emit);
}

function restored(session: SessionState, { entry, key }: Restorable, emit: Emit): SessionState {
  if (key === undefined || key === session.key) return replace(session, restore(entry), emit);
  // These answers may have arrived under their own key; sending them under another one would create a second entry.
  return replace({ ...session, key }, { ...restore(entry), submitting: { kind: 'none' } }, emit);
}

function conflictResolved(session: SessionState, { values, files }: Action<'conflictResolved'>, emit: Emit) {
  const theirs = session.entry.conflict?.theirs;
  // If the choice was reopened, the latest save is that of the first choice.
  const version = theirs ? Math.max(session.version, theirs.version) : 0;
  const key = session.key ?? theirs?.submissionKey;
  return replace({ ...session, version, key }, chosen(session.entry, values, files), emit);
}

function discard(session: SessionState, emit: Emit): SessionState {
  const { entry, key } = session;
  const { form, formVersion } = entry.present ?? entry;
  emit({ type: 'cancelUploads' });
  return sendQueued({ ...begin(session, form, formVersion, emit), discarding: { entry, key } }, emit);
}

function discardFailed(session: SessionState, emit: Emit): SessionState {
  const { discarding } = session;
  const next = afterDiscard(session, emit);
  return discarding && isBlank(next.entry) ? restored(next, discarding, emit) : next;
}

function afterDiscard(session: SessionState, emit: Emit): SessionState {
  if (!isSaved(session.entry)) saveLater(emit);
  return sendQueued({ ...session, inFlight: undefined, discarding: undefined }, emit);
}

function cameOnline(session: SessionState, emit: Emit): SessionState {
  const { submitting, saving } = session.entry;
  if (submitting.kind === 'waiting') return resubmit(session, emit);
  if (session.isBehind) return load(session, emit);
  return saving.kind === 'waiting' || saving.kind === 'unsaved' ? save(session, false, emit) : session;
}
