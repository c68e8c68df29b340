import { ApiError } from '@portico/client/ApiError';
import { subjectOf } from '@portico/client/subjectOf';
import type { Form } from '@portico/contracts/formFields';
import {
  AUTOSAVE_DELAY_MS,
  type FormFile,
  type FormState,
  type FormValues,
  type SavedEntry,
} from '@portico/contracts/forms';
import { storedValues } from '@portico/contracts/formValidation';
import { isWorthRetrying, retryDelayMs } from '../../../api/queryCache.ts';
import { readSession, readTokens } from '../../../sign-in/sessionCookies.ts';
import { isNetworkError, fieldIssues } from './callErrors.ts';
import {
  fromDraft,
  fromServer,
  changed,
  chosen,
  reset,
  presentFor,
  restore,
  unloadedEntry,
  withPresentForm,
} from './entryTransitions.ts';
import type { EntrySession, EntryState } from './entryState.ts';
import { entryUploads } from './entryUploads.ts';
import { differingAliases, filesIn, fingerprint } from './entryAnswers.ts';
import type { FormCalls } from '../forms.queries.ts';
import { draftStorage } from './localDraft.ts';
import { sendFile } from './sendFile.ts';
import { watchBrowser } from './watchBrowser.ts';

const MAX_FINGERPRINTS = 50;
const TAKEOVER_MS = 20_000;

const whoIsSignedIn = () => subjectOf(readTokens().idToken ?? '');

/**
 * What one person fills in of one form, outside of what draws it: it goes on when the page is left or drawn anew. Every change
 * is in this browser at once and on the server a moment later; a failing line is tried again until it works. Other tabs of
 * the browser share what it keeps, other devices what the server has; who is behind is asked, and nothing is written over.
 * `component` is the form as the page has it, `onEntries` is told when the person's entries have changed. Source: TRUST B1, B2.
 */
export function createEntrySession(component: Form, calls: FormCalls, onEntries: () => void): EntrySession {
  const { formId } = component;
  const person = whoIsSignedIn();
  const storage = draftStorage(formId, person);
  const listeners = new Set<() => void>();
  let state = unloadedEntry(component);
  /** Of the save that the next one follows. */
  let version = 0;
  /** Of the submission that was not answered yet. */
  let key: string | undefined;
  /** Marks of what was sent and not answered: when an answer is lost, what the server then has is no one else's. */
  let sent: string[] = [];
  let isBehind = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight: Promise<void> | undefined;
  /** Rises when what is filled in is sent or discarded: answers to calls from before then say nothing about what is here now. */
  let generation = 0;

  const set = (changed: Partial<EntryState>) => {
    state = { ...state, ...changed };
    for (const listener of listeners) listener();
  };
  const isSaved = () => state.saving.kind === 'saved' || state.saving.kind === 'none';
  /** Somebody else may sign in in another tab; what is typed here is not theirs. */
  const isOther = () => ![undefined, person].includes(whoIsSignedIn());

  const uploads = entryUploads({
    send: (input) => sendFile({ formId, ...input }),
    onSent: (alias, file) => change((values) => ({ ...values, [alias]: [...filesIn(values, alias), file.id] }), [file]),
    onChange: () => set({ uploads: uploads.list() }),
  });

  // --- What this browser keeps ---

  const isUnderWay = () => state.submitting.kind === 'sending' || state.submitting.kind === 'waiting';

  function keepHere(): void {
    const { values, files, form, formVersion, saving } = state;
    const isStoredLocally = storage.write({
      values,
      files,
      form,
      formVersion,
      version,
      isSaved: isSaved(),
      savedAt: saving.kind === 'saved' ? saving.at : null,
      sent,
      submission: key === undefined ? null : { key, isUnderWay: isUnderWay() },
    });
    state = { ...state, isStoredLocally };
  }

  /** Goes on with what another tab has kept since; tabs share one draft, so the later one counts. */
  function adoptNewer(): void {
    const draft = storage.readNewer();
    if (!draft) return;
    // A choice between two devices that another tab has made is made.
    if (state.phase === 'conflict' && draft.version !== version) set({ phase: 'editing', conflict: undefined });
    ({ version, sent } = draft);
    key = draft.submission?.key;
    set(fromDraft(draft));
  }

  storage.onChange((isGone) => {
    if (state.phase === 'loading' || isOther()) return;
    if (!isGone) {
      adoptNewer();
      // The other tab sends it. Should that one be closed meanwhile, this one goes on with the same key.
      if (state.submitting.kind === 'waiting') submitAfter(TAKEOVER_MS);
      return;
    }
    // Another tab has sent or discarded what all tabs had; or signed out, and then the page goes too.
    set({ saving: { kind: 'none' }, submitting: { kind: 'none' } });
    if (readSession()) void load();
  });

  // --- Loading ---

  async function load(): Promise<void> {
    adoptNewer();
    const asked = generation;
    let answer: FormState;
    try {
      answer = await calls.load();
    } catch (error) {
      if (generation !== asked) return;
      isBehind = true;
      if (state.phase !== 'loading' && state.phase !== 'failed') return;
      if (!storage.isKept()) return set({ phase: 'failed', error });
      set({ phase: 'editing' });
      if (isUnderWay()) void submit();
      else if (!isSaved()) retryLater(error);
      return;
    }
    if (generation !== asked) return;
    isBehind = false;
    adoptNewer();
    settle(answer);
  }

  /** Brings together what the server has and what this browser has. */
  function settle(answer: FormState): void {
    const { form, saved } = answer;
    clearTimeout(timer);
    set({ error: undefined, conflict: undefined, isGoneElsewhere: false });
    if (!isSaved() || isUnderWay()) {
      set({ phase: 'editing', present: presentFor(state.formVersion, answer) });
      if (isUnderWay()) return void submit();
      if (version === (saved?.version ?? 0)) return scheduleSave(0);
      return reconcile(saved, answer.savedForm ?? form);
    }
    if (saved) {
      ({ version } = saved);
      set(fromServer(saved, answer));
      return keepHere();
    }
    const isGoneElsewhere = version > 0 || storage.isKept();
    begin(form, answer.formVersion);
    set({ isGoneElsewhere });
  }

  /** Nothing is filled in. */
  function begin(form: Form, formVersion: number): void {
    clearTimeout(timer);
    generation += 1;
    version = 0;
    key = undefined;
    sent = [];
    storage.remove();
    set(reset(form, formVersion));
  }

  /** Another save came first. Where both say the same there is nothing to ask. */
  function reconcile(theirs: SavedEntry | null, theirForm: Form): void {
    if (theirs && sent.includes(fingerprint(theirs.values))) {
      ({ version } = theirs);
      set({ phase: 'editing', saving: { kind: 'unsaved' } });
      return scheduleSave(0);
    }
    if (
      theirs &&
      theirs.formVersion === state.formVersion &&
      differingAliases(theirs.values, state.values).length === 0
    ) {
      version = theirs.version;
      set({ phase: 'editing', conflict: undefined, saving: { kind: 'saved', at: theirs.savedAt } });
      return keepHere();
    }
    set({ phase: 'conflict', conflict: { theirs, theirForm }, saving: { kind: 'unsaved' } });
    keepHere();
  }

  // --- Saving ---

  function change(edit: (values: FormValues) => FormValues, newFiles: FormFile[] = []): void {
    if (isOther()) return set({ phase: 'userChanged' });
    adoptNewer();
    move(changed(state, edit, newFiles), AUTOSAVE_DELAY_MS);
  }

  /** To what is kept at once and saved a while later. */
  function move(to: Partial<EntryState>, delayMs = 0): void {
    state = { ...state, ...to };
    keepHere();
    set({});
    scheduleSave(delayMs);
  }

  function scheduleSave(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), delayMs);
  }

  function retryLater(error: unknown): void {
    set({ saving: { kind: 'waiting', isOffline: isNetworkError(error) } });
    scheduleSave(retryDelayMs(failures));
    failures += 1;
  }

  async function save(isLeaving = false): Promise<void> {
    clearTimeout(timer);
    if (inFlight) return;
    adoptNewer();
    if (isSaved() || state.phase !== 'editing' || isUnderWay()) return;
    if (isOther()) return set({ phase: 'userChanged' });
    sent = [...new Set([...sent, fingerprint(state.values)])].slice(-MAX_FINGERPRINTS);
    set({ saving: { kind: 'saving' } });
    keepHere();
    inFlight = send(state, isLeaving);
    await inFlight;
  }

  async function send({ values, formVersion, form }: EntryState, isLeaving: boolean): Promise<void> {
    const asked = generation;
    try {
      const answer = await calls.save({ values, formVersion, version }, isLeaving);
      // Only the form as a whole says what another device has begun with.
      const theirForm =
        answer.result === 'Conflict' && answer.saved && answer.saved.formVersion !== formVersion
          ? await calls.load().then((now) => now.savedForm ?? now.form)
          : form;
      if (generation !== asked) return;
      failures = 0;
      if (answer.result === 'Conflict') return reconcile(answer.saved, theirForm);
      adoptNewer();
      ({ version } = answer);
      sent = [];
      const isLatest = differingAliases(state.values, values).length === 0 && state.formVersion === formVersion;
      set({ saving: isLatest ? { kind: 'saved', at: answer.savedAt } : { kind: 'unsaved' } });
      keepHere();
      onEntries();
      if (!isLatest) scheduleSave(AUTOSAVE_DELAY_MS);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (generation !== asked) return;
      if (isWorthRetrying(error)) retryLater(error);
      else set({ saving: { kind: 'refused', detail: error.issues?.[0]?.message ?? error.detail } });
    } finally {
      inFlight = undefined;
    }
  }

  // --- Submitting ---

  async function submit(): Promise<void> {
    if (isOther()) return set({ phase: 'userChanged' });
    if (state.submitting.kind === 'sending') return;
    clearTimeout(timer);
    key ??= crypto.randomUUID();
    const values = storedValues(state.form, state.values);
    set({ submitting: { kind: 'sending' } });
    keepHere();
    // A save that came after it would bring back what was sent.
    await inFlight;
    try {
      const receipt = await calls.submit({ values, formVersion: state.formVersion }, key);
      failures = 0;
      const { form, formVersion, files } = state;
      begin(form, formVersion);
      set({ phase: 'sent', files, receipt: { ...receipt, values } });
      onEntries();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isWorthRetrying(error)) {
        set({ submitting: { kind: 'waiting', isOffline: isNetworkError(error) } });
        submitAfter(retryDelayMs(failures));
        failures += 1;
      } else if (error.code === 'conflict') {
        // The saved entry went with the one that arrived.
        version = 0;
        set({ submitting: { kind: 'earlier' }, saving: { kind: 'unsaved' } });
      } else {
        // The server has said no: the next try is another one.
        key = undefined;
        set({ submitting: { kind: 'refused', detail: error.detail, issues: fieldIssues(error) } });
        if (!isSaved()) scheduleSave(AUTOSAVE_DELAY_MS);
      }
      keepHere();
    }
  }

  function submitAfter(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void submit(), delayMs);
  }

  const wakeUp = () => {
    failures = 0;
    uploads.retryOffline();
    if (state.submitting.kind === 'waiting') void submit();
    else if (isBehind) void load();
    else if (state.saving.kind === 'waiting' || state.saving.kind === 'unsaved') void save();
  };
  watchBrowser({
    onOnline: wakeUp,
    onHidden: () => void (readSession() && save(true)),
    onVisible: () => void (state.phase === 'editing' && adoptNewer()),
    asksBeforeLeaving: () => uploads.isSending() || (!isSaved() && !state.isStoredLocally),
  });

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // Nobody looks at it any more: what is typed goes now.
        if (listeners.size === 0 && readSession()) void save();
      };
    },
    load,
    setValue: (alias, value) => change((values) => ({ ...values, [alias]: value })),
    saveNow: () => void save(),
    discard: async () => {
      const before = state;
      uploads.cancelAll();
      const { form, formVersion } = state.present ?? state;
      const lastSave = inFlight;
      begin(form, formVersion);
      try {
        await lastSave;
        await calls.discard();
        onEntries();
      } catch (error) {
        move(restore(before));
        throw error;
      }
      return () => move(restore(before));
    },
    resolve: (values, files) => {
      const before = state;
      const theirs = state.conflict?.theirs;
      // After a choice that was taken back, the save of that choice is the last one.
      version = theirs ? Math.max(version, theirs.version) : 0;
      move(chosen(state, values, files));
      return () => set({ ...before, phase: 'conflict' });
    },
    startOver: () => {
      const before = state;
      if (state.present) move(withPresentForm(state, state.present));
      return () => move(restore(before));
    },
    submit,
    stopSubmitting: () => {
      clearTimeout(timer);
      set({ submitting: { kind: 'none' } });
      keepHere();
      if (!isSaved()) scheduleSave(AUTOSAVE_DELAY_MS);
    },
    submitAsNew: async () => {
      key = undefined;
      await submit();
    },
    again: async () => {
      set({ phase: 'loading', receipt: undefined });
      await load();
    },
    addFiles: (alias, files) => uploads.add(alias, files),
    removeFile: (alias, fileId) => {
      change((values) => ({ ...values, [alias]: filesIn(values, alias).filter((id) => id !== fileId) }));
      // What could not be removed now goes by itself a day later.
      calls.removeFile(fileId).catch(() => undefined);
    },
    uploads,
  };
}
