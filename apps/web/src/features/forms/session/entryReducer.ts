import { ApiError } from '@portico/client/ApiError';
import type { Form } from '@portico/contracts/formFields';
import {
  AUTOSAVE_DELAY_MS,
  type FormFile,
  type FormState,
  type FormValues,
  type SavedEntry,
} from '@portico/contracts/forms';
import { startValues, storedValues } from '@portico/contracts/formValidation';
import { isWorthRetrying } from '../../../api/queryCache.ts';
import { fieldIssues, isNetworkError } from './callErrors.ts';
import { differingAliases, filesIn, fingerprint } from './entryAnswers.ts';
import type { EntryState } from './entryState.ts';
import {
  changed,
  chosen,
  fromDraft,
  fromServer,
  presentFor,
  reset,
  restore,
  withPresentForm,
} from './entryTransitions.ts';
import {
  isSaved,
  isSaveDue,
  isUnderWay,
  toDraft,
  type Emit,
  type EntryAction,
  type EntryEffect,
  type Restorable,
  type SessionState,
  type Submission,
} from './sessionState.ts';

const MAX_UNANSWERED = 50;
/** How long a tab waits for another one's submission before it takes over. */
const TAKEOVER_MS = 20_000;

type Action<Type extends EntryAction['type']> = Extract<EntryAction, { type: Type }>;

/**
 * The next state of a session, and what has to be done about it, in order. Pure: time, storage, the network and the
 * signed-in person come in as actions. Source: TRUST B1, B2; decisions/0068.
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
    case 'draftFound':
      return draftFound(session, action, emit);
    case 'draftRemoved':
      return draftRemoved(session);
    case 'draftStored':
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
      emit({ type: 'announceEntries' });
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

const withEntry = (session: SessionState, entry: Partial<EntryState>): SessionState => ({
  ...session,
  entry: { ...session.entry, ...entry },
});

function store(session: SessionState, emit: Emit): SessionState {
  emit({ type: 'writeDraft', draft: toDraft(session) });
  return session;
}

const saveLater = (emit: Emit, delayMs = AUTOSAVE_DELAY_MS) => emit({ type: 'startTimer', task: 'save', delayMs });

/** Nothing is filled in. */
function begin(session: SessionState, form: Form, formVersion: number, emit: Emit): SessionState {
  emit({ type: 'stopTimer' });
  emit({ type: 'removeDraft' });
  const blank = { version: 0, key: undefined, unanswered: [], queued: undefined };
  return withEntry({ ...session, ...blank, generation: session.generation + 1 }, reset(form, formVersion));
}

/** Nothing has been typed, or all of it was cleared. */
const isBlank = ({ form, values }: EntryState) => differingAliases(values, startValues(form)).length === 0;

// --- Loading ---

function load(session: SessionState, emit: Emit): SessionState {
  emit({ type: 'load', asked: { generation: session.generation, version: session.version } });
  return session;
}

function loadAnswered(session: SessionState, { answer, asked }: Action<'loadAnswered'>, emit: Emit): SessionState {
  // Until a discard is answered, the server may still have what was discarded.
  if (asked.generation !== session.generation || session.discarding) return session;
  // A save was answered after this load was requested: the loaded entry may lack what was typed since.
  if (asked.version !== session.version) return load(session, emit);
  return settle({ ...session, isBehind: false }, answer, emit);
}

/** Brings together what the server has and what this browser has. */
function settle(before: SessionState, answer: FormState, emit: Emit): SessionState {
  const { form, saved } = answer;
  emit({ type: 'stopTimer' });
  const session = withEntry(before, { error: undefined, conflict: undefined, isGoneElsewhere: false });
  if (isUnderWay(session.entry) || !isSaved(session.entry)) {
    const editing = withEntry(session, { phase: 'editing', present: presentFor(session.entry.formVersion, answer) });
    if (isUnderWay(editing.entry)) return resubmit(editing, emit);
    if (editing.version !== (saved?.version ?? 0)) return reconcile(editing, saved, answer.savedForm ?? form, emit);
    saveLater(emit, 0);
    return editing;
  }
  if (saved) return store(withEntry({ ...session, version: saved.version }, fromServer(saved, answer)), emit);
  const hadEntry = session.version > 0 || !isBlank(session.entry);
  return withEntry(begin(session, form, answer.formVersion, emit), { isGoneElsewhere: hadEntry });
}

function loadFailed(before: SessionState, { error, asked, hasDraft }: Action<'loadFailed'>, emit: Emit): SessionState {
  if (asked.generation !== before.generation) return before;
  const session = { ...before, isBehind: true };
  if (session.entry.phase !== 'loading' && session.entry.phase !== 'failed') return session;
  if (!hasDraft) return withEntry(session, { phase: 'failed', error });
  const editing = withEntry(session, { phase: 'editing' });
  if (isUnderWay(editing.entry)) return resubmit(editing, emit);
  return isSaved(editing.entry) ? editing : retrySave(editing, error, emit);
}

/** Tabs share one draft, so the latest one counts. */
function draftFound(session: SessionState, { draft }: Action<'draftFound'>, emit: Emit): SessionState {
  const { phase } = session.entry;
  const isResolved = phase === 'conflict' && draft.version !== session.version;
  const { version, sent: unanswered, submission } = draft;
  // A draft written before this tab submitted does not know the key yet.
  const ownKey = session.entry.submitting.kind === 'sending' ? session.key : undefined;
  const next = withEntry(
    { ...session, version, unanswered, key: submission?.key ?? ownKey },
    { ...fromDraft(draft), ...(isResolved ? { phase: 'editing', conflict: undefined } : {}) },
  );
  // The other tab sends it. If that tab gets closed, this one takes over with the same key.
  if (phase !== 'loading' && isUnderWay(next.entry)) emit({ type: 'startTimer', task: 'submit', delayMs: TAKEOVER_MS });
  return next;
}

/** Answers to earlier calls would bring back what is gone. */
const draftRemoved = (session: SessionState) =>
  withEntry(
    { ...session, generation: session.generation + 1, queued: undefined },
    { saving: { kind: 'none' }, submitting: { kind: 'none' } },
  );

/** Another save came first. When both say the same there is nothing to ask. */
function reconcile(session: SessionState, theirs: SavedEntry | null, theirForm: Form, emit: Emit): SessionState {
  const { entry } = session;
  if (theirs && session.unanswered.includes(fingerprint(theirs.values))) {
    saveLater(emit, 0);
    return withEntry({ ...session, version: theirs.version }, { phase: 'editing', saving: { kind: 'unsaved' } });
  }
  const isSame =
    theirs?.formVersion === entry.formVersion && differingAliases(theirs.values, entry.values).length === 0;
  return store(
    theirs && isSame
      ? withEntry(
          { ...session, version: theirs.version },
          { phase: 'editing', conflict: undefined, saving: { kind: 'saved', at: theirs.savedAt } },
        )
      : withEntry(session, { phase: 'conflict', conflict: { theirs, theirForm }, saving: { kind: 'unsaved' } }),
    emit,
  );
}

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

/** Replaces the entry, and saves it right away. */
function replace(session: SessionState, entry: Partial<EntryState>, emit: Emit): SessionState {
  saveLater(emit, 0);
  return store(withEntry(session, entry), emit);
}

const restored = (session: SessionState, { entry, key }: Restorable, emit: Emit) =>
  // The key of a submission that may have arrived must survive, or sending again would make a second entry.
  replace({ ...session, key: session.key ?? key }, restore(entry), emit);

function conflictResolved(session: SessionState, { values, files }: Action<'conflictResolved'>, emit: Emit) {
  const theirs = session.entry.conflict?.theirs;
  // After a reopened choice, the save of the first choice is the latest.
  const version = theirs ? Math.max(session.version, theirs.version) : 0;
  return replace({ ...session, version }, chosen(session.entry, values, files), emit);
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

/** Sends what had to wait for a save or a discard: out of order, a save would bring back what was discarded or sent. */
function sendQueued(session: SessionState, emit: Emit): SessionState {
  if (session.inFlight !== undefined) return session;
  if (session.discarding) {
    emit({ type: 'discard' });
    return { ...session, inFlight: 'discard' };
  }
  if (session.queued) emit({ type: 'submit', submission: session.queued });
  return { ...session, queued: undefined };
}

// --- Saving ---

function save(session: SessionState, isLeaving: boolean, emit: Emit): SessionState {
  emit({ type: 'stopTimer' });
  if (!isSaveDue(session)) return session;
  const { version, generation } = session;
  const { values, formVersion, form } = session.entry;
  const unanswered = [...new Set([...session.unanswered, fingerprint(values)])].slice(-MAX_UNANSWERED);
  const saving = withEntry({ ...session, unanswered, inFlight: 'save' }, { saving: { kind: 'saving' } });
  store(saving, emit);
  emit({ type: 'save', save: { values, formVersion, version }, form, generation, isLeaving });
  return saving;
}

function saveAnswered(
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
  emit({ type: 'announceEntries' });
  return store(
    withEntry(
      { ...next, version: answer.version, unanswered: [] },
      { saving: isLatest ? { kind: 'saved', at: answer.savedAt } : { kind: 'unsaved' } },
    ),
    emit,
  );
}

function saveFailed(session: SessionState, { call, error }: Action<'saveFailed'>, emit: Emit): SessionState {
  if (call.generation !== session.generation) return afterStaleSave(session, emit);
  if (isWorthRetrying(error)) return retrySave(session, error, emit);
  if (!(error instanceof ApiError)) return withEntry(session, { saving: { kind: 'unsaved' } });
  return withEntry(session, { saving: { kind: 'refused', detail: error.issues?.[0]?.message ?? error.detail } });
}

/** The save belonged to an entry that has been sent or discarded since; what was typed meanwhile had to wait for it. */
function afterStaleSave(session: SessionState, emit: Emit): SessionState {
  if (!isSaved(session.entry)) saveLater(emit);
  return session;
}

function retrySave(session: SessionState, error: unknown, emit: Emit): SessionState {
  emit({ type: 'startBackoff', task: 'save', failures: session.failures });
  return withEntry(
    { ...session, failures: session.failures + 1 },
    { saving: { kind: 'waiting', isOffline: isNetworkError(error) } },
  );
}

// --- Submitting ---

function submit(session: SessionState, key: string, emit: Emit): SessionState {
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

/** Tries an unanswered submission again, with the key it had. */
const resubmit = (session: SessionState, emit: Emit) =>
  session.entry.submitting.kind === 'waiting' && session.key !== undefined
    ? submit(session, session.key, emit)
    : session;

function submitAnswered(
  before: SessionState,
  { submission, receipt }: Action<'submitAnswered'>,
  emit: Emit,
): SessionState {
  emit({ type: 'announceEntries' });
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
  // Something else was typed since, in another tab or after a discard: it stays, and the person decides about it.
  return submission.key === session.key || !isUnderWay(entry) ? arrivedEarlier(session, emit) : session;
}

/** The server has an entry with other answers; it removed the saved one when that arrived. */
const arrivedEarlier = (session: SessionState, emit: Emit) =>
  store(withEntry({ ...session, version: 0 }, { submitting: { kind: 'earlier' }, saving: { kind: 'unsaved' } }), emit);

function submitFailed(session: SessionState, { submission, error }: Action<'submitFailed'>, emit: Emit): SessionState {
  // Discarded since, or called off in another tab.
  if (submission.key !== session.key || !isUnderWay(session.entry)) return session;
  if (!(error instanceof ApiError) || isWorthRetrying(error)) {
    emit({ type: 'startBackoff', task: 'submit', failures: session.failures });
    const waiting = { kind: 'waiting', isOffline: isNetworkError(error) } as const;
    return store(withEntry({ ...session, failures: session.failures + 1 }, { submitting: waiting }), emit);
  }
  if (error.code === 'conflict') return arrivedEarlier(session, emit);
  if (!isSaved(session.entry)) saveLater(emit);
  const refused = { kind: 'refused', detail: error.detail, issues: fieldIssues(error) } as const;
  // The server rejected it, so the next try is another submission.
  return store(withEntry({ ...session, key: undefined }, { submitting: refused }), emit);
}

function submitStopped(session: SessionState, emit: Emit): SessionState {
  emit({ type: 'stopTimer' });
  if (!isSaved(session.entry)) saveLater(emit);
  return store(withEntry(session, { submitting: { kind: 'none' } }), emit);
}

function cameOnline(session: SessionState, emit: Emit): SessionState {
  const { submitting, saving } = session.entry;
  if (submitting.kind === 'waiting') return resubmit(session, emit);
  if (session.isBehind) return load(session, emit);
  return saving.kind === 'waiting' || saving.kind === 'unsaved' ? save(session, false, emit) : session;
}
