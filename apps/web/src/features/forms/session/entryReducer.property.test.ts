import type { FormState } from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differingAliases } from '../entryAnswers.ts';
import { aForm, aFormState, offline, rejection } from './driveSession.ts';
import { reduceEntry } from './entryReducer.ts';
import { isBlank } from './entrySteps.ts';
import type { UnsentEntry } from './unsentEntry.ts';
import {
  unloadedSession,
  type EntryAction,
  type EntryEffect,
  type Restorable,
  type SessionState,
  type TimedTask,
} from './sessionState.ts';

type Call = Extract<EntryEffect, { type: 'load' | 'save' | 'submit' | 'discard' }>;

/** Events around one session, in any order. `call` is an index into the open calls, modulo their number. */
type SessionEvent =
  | { kind: 'type'; alias: string }
  | {
      kind:
        | 'timer'
        | 'reload'
        | 'load'
        | 'online'
        | 'submit'
        | 'stop'
        | 'asNew'
        | 'another'
        | 'discard'
        | 'undo'
        | 'choose';
    }
  /** The server processes a call; its response has not arrived yet. */
  | { kind: 'arrive'; call: number }
  | { kind: 'answer'; call: number }
  /** The connection is lost; the server may already have processed the call. */
  | { kind: 'lose'; call: number }
  | { kind: 'reject'; call: number }
  | { kind: 'otherDevice' };

/** A person, a browser, a network and a server around the reducer. */
class World {
  session: SessionState = unloadedSession(aForm());
  unsentEntry: UnsentEntry | undefined;
  timer: TimedTask | undefined;
  open: { call: Call; outcome?: () => EntryAction }[] = [];
  discarded: Restorable | undefined;
  /** Available once the discard has succeeded. */
  undo: Restorable | undefined;
  keys = 0;
  typed = 0;
  /** Values by alias that the person typed, can expect to see, and has neither sent nor discarded. */
  live = new Map<string, string>();
  saved: FormState['saved'] = null;
  version = 0;
  entries = new Map<string, FormValues>();
  /** Keys of submissions that the person chose to send as another entry. */
  chosenTwice = new Set<string>();

  constructor() {
    this.dispatch({ type: 'loadRequested' });
  }

  dispatch(action: EntryAction): void {
    const [next, effects] = reduceEntry(this.session, action);
    this.session = next;
    for (const effect of effects) this.run(effect);
  }

  run(effect: EntryEffect): void {
    switch (effect.type) {
      case 'load':
      case 'save':
      case 'submit':
      case 'discard':
        this.open.push({ call: effect });
        break;
      case 'startTimer':
      case 'startBackoff':
        this.timer = effect.task;
        break;
      case 'stopTimer':
        this.timer = undefined;
        break;
      case 'writeUnsentEntry':
        this.unsentEntry = { ...effect.unsentEntry, stamp: '' };
        break;
      case 'removeUnsentEntry':
        this.unsentEntry = undefined;
        break;
      case 'cancelUploads':
      case 'refreshLists':
        break;
    }
  }

  handle(event: SessionEvent): void {
    const { entry } = this.session;
    const isInert = entry.submitting.kind === 'sending' || entry.submitting.kind === 'waiting';
    switch (event.kind) {
      case 'type':
        if (entry.phase !== 'editing' || isInert) return;
        this.typed += 1;
        this.live.set(event.alias, `typed ${this.typed}`);
        return this.dispatch({ type: 'valueChanged', alias: event.alias, value: `typed ${this.typed}` });
      case 'timer': {
        const task = this.timer;
        this.timer = undefined;
        if (task) this.dispatch(task === 'save' ? { type: 'saveDue', isLeaving: false } : { type: 'submitDue' });
        return;
      }
      case 'reload':
        return this.reload();
      case 'load':
        return entry.phase === 'sent' ? undefined : this.dispatch({ type: 'loadRequested' });
      case 'online':
        return this.dispatch({ type: 'cameOnline' });
      case 'submit':
        return entry.phase === 'editing' && this.live.size > 0 ? this.submit(false) : undefined;
      case 'asNew':
        return entry.phase === 'editing' && entry.submitting.kind === 'earlier' ? this.submit(true) : undefined;
      case 'stop':
        return entry.submitting.kind === 'waiting' ? this.dispatch({ type: 'submitStopped' }) : undefined;
      case 'another':
        return entry.phase === 'sent' ? this.dispatch({ type: 'anotherRequested' }) : undefined;
      case 'discard':
        return this.discard();
      case 'undo':
        return this.undoDiscard();
      case 'choose':
        return this.choose();
      case 'otherDevice':
        return this.saveOnOtherDevice();
      default:
        return this.settle(event);
    }
  }

  submit(isNew: boolean): void {
    this.keys += 1;
    if (isNew) this.chosenTwice.add(`key ${this.keys}`);
    this.dispatch({ type: 'submitRequested', newKey: `key ${this.keys}`, isNew });
  }

  reload(): void {
    this.session = unloadedSession(aForm());
    this.timer = undefined;
    this.undo = undefined;
    this.discarded = undefined;
    // The server may have received these calls, but nobody will see the responses.
    this.open = [];
    if (this.unsentEntry) this.dispatch({ type: 'unsentEntryFound', unsentEntry: this.unsentEntry });
    this.dispatch({ type: 'loadRequested' });
  }

  discard(): void {
    const { entry, key } = this.session;
    if (entry.phase !== 'editing' && entry.phase !== 'conflict') return;
    this.discarded ??= { entry, key };
    this.live.clear();
    this.dispatch({ type: 'discardRequested' });
  }

  undoDiscard(): void {
    if (!this.undo) return;
    this.expectTyped(this.undo.entry.values);
    this.dispatch({ type: 'restored', before: this.undo });
    this.undo = undefined;
  }

  /** Keeps the values typed here, and the other device's where nothing was typed. */
  choose(): void {
    const { entry } = this.session;
    if (entry.phase !== 'conflict') return;
    const values = { ...entry.conflict?.theirs?.values, ...entry.values };
    this.dispatch({ type: 'conflictResolved', values, files: [] });
  }

  /** Adds to the saved entry, like a person who continues on another device. */
  saveOnOtherDevice(): void {
    this.version += 1;
    const { values, submissionKey } = this.saved ?? {};
    this.saved = { ...this.stored(), values: { ...values, note: `other ${this.version}` }, submissionKey };
  }

  stored() {
    return { values: {}, files: [], formVersion: 1, version: this.version, savedAt: '2026-03-02T12:00:00Z' };
  }

  settle(event: { kind: 'arrive' | 'answer' | 'lose' | 'reject'; call: number }): void {
    const at = event.call % Math.max(1, this.open.length);
    const open = this.open[at];
    if (!open) return;
    if (event.kind === 'arrive') {
      open.outcome ??= this.work(open.call);
      return;
    }
    this.open.splice(at, 1);
    const outcome =
      event.kind === 'answer'
        ? (open.outcome ?? this.work(open.call))
        : this.failure(open.call, event.kind === 'reject' && !open.outcome);
    const action = outcome();
    if (action.type === 'discardAnswered') this.undo = this.discarded;
    if (open.call.type === 'discard') this.discarded = undefined;
    if (action.type === 'submitAnswered') this.forgetSent(action.submission.values);
    if (action.type === 'discardFailed' && isBlank(this.session.entry))
      this.expectTyped(this.session.discarding?.entry.values ?? {});
    this.dispatch(action);
  }

  /** Processes a call on the server. Returns the response as an action. */
  work(call: Call): () => EntryAction {
    switch (call.type) {
      case 'load': {
        const answer = aFormState({ saved: structuredClone(this.saved) });
        return () => ({ type: 'loadAnswered', answer, context: call.context });
      }
      case 'save': {
        const theirForm = call.form;
        if (call.save.version !== (this.saved?.version ?? 0)) {
          const saved = structuredClone(this.saved);
          return () => ({ type: 'saveAnswered', call, answer: { result: 'Conflict', saved }, theirForm });
        }
        this.version += 1;
        const { version, savedAt } = this.stored();
        const { values, submissionKey } = call.save;
        this.saved = { ...this.stored(), values, submissionKey };
        return () => ({ type: 'saveAnswered', call, answer: { result: 'Saved', version, savedAt }, theirForm });
      }
      case 'discard':
        this.saved = null;
        return () => ({ type: 'discardAnswered' });
      case 'submit':
        return this.receive(call);
    }
  }

  receive({ submission }: Extract<Call, { type: 'submit' }>): () => EntryAction {
    const known = this.entries.get(submission.key);
    if (known && differingAliases(known, submission.values).length > 0)
      return () => ({ type: 'submitFailed', submission, error: rejection('conflict', 'Known.', 409) });
    if (!known || JSON.stringify(this.saved?.values) === JSON.stringify(submission.values)) this.saved = null;
    this.entries.set(submission.key, submission.values);
    const receipt = { entryId: submission.key, receivedAt: '2026-03-02T12:00:00Z', isMailed: false };
    return () => ({ type: 'submitAnswered', submission, receipt });
  }

  failure(call: Call, isRejected: boolean): () => EntryAction {
    // The server doesn't reject a submission that it has already accepted.
    const isKnown = call.type === 'submit' && this.entries.has(call.submission.key);
    const error = isRejected && !isKnown ? rejection('invalid_input') : offline();
    switch (call.type) {
      case 'load':
        return () => ({
          type: 'loadFailed',
          error,
          context: call.context,
          hasUnsentEntry: this.unsentEntry !== undefined,
        });
      case 'save':
        return () => ({ type: 'saveFailed', call, error });
      case 'submit':
        return () => ({ type: 'submitFailed', submission: call.submission, error });
      case 'discard':
        return () => ({ type: 'discardFailed' });
    }
  }

  forgetSent(values: FormValues): void {
    for (const [alias, value] of this.live) if (values[alias] === value) this.live.delete(alias);
  }

  expectTyped(values: FormValues): void {
    const typed = Object.entries(values).map(([alias, value]) => [alias, String(value)] as const);
    this.live = new Map(typed.filter(([, value]) => value.startsWith('typed')));
  }

  check(): void {
    const { values, isGoneElsewhere } = this.session.entry;
    // The page says that the entry is gone. What the server has accepted is among the sent entries.
    if (isGoneElsewhere) for (const accepted of this.entries.values()) this.forgetSent(accepted);
    for (const [alias, value] of this.live) expect(values[alias], `${alias} was lost`).toBe(value);
    const sent = [...this.entries].filter(([key]) => !this.chosenTwice.has(key)).map(([, entry]) => entry);
    const tokens = sent.flatMap((entry) => Object.values(entry)).filter((value) => String(value).startsWith('typed'));
    expect(new Set(tokens).size, 'an answer was sent twice').toBe(tokens.length);
  }
}

const call = fc.nat({ max: 3 });
const event: fc.Arbitrary<SessionEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('type' as const), alias: fc.constantFrom('purpose', 'amount') }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('answer' as const), call }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('arrive' as const, 'lose' as const, 'reject' as const), call }),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom({ kind: 'timer' as const }, { kind: 'submit' as const }, { kind: 'load' as const }),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...(['reload', 'online', 'stop', 'asNew', 'another', 'discard', 'undo', 'choose', 'otherDevice'] as const).map(
        (kind) => ({ kind }),
      ),
    ),
  },
);

test('no order of events makes a form lose a typed value or send it twice [B1, B2]', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 10, maxLength: 60, size: 'max' }), (events) => {
      const world = new World();
      world.settle({ kind: 'answer', call: 0 });
      for (const event of events) {
        world.handle(event);
        world.check();
      }
    }),
    { numRuns: 2000 },
  );
});
