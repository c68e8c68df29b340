import { applyChanges } from '@portico/authoring/applyChange';
import { findComponent } from '@portico/authoring/tree/find';
import type { CallResult } from '@portico/contracts/endpoint';
import type { Change, Draft } from '@portico/contracts/studio/draft';
import type {
  changeStudioItem,
  Conflict,
  followStudioItem,
  SavedChanges,
  StudioItem,
} from '@portico/contracts/studio/studio';
import { keyOf } from './editing.ts';
import type { Batch, OpenConflict, PendingChange, SessionState, Step, Unsaved } from './sessionState.ts';
import { bytesOf, judged, sendable, withRefused } from './refusals.ts';
import { joined } from './unsavedStorage.ts';

/** Changes that one call may carry. */
const MAX_BATCH = 200;
/** Of one call, as JSON. A change that is larger goes alone. */
const MAX_BATCH_BYTES = 250_000;

/** An item as it was fetched, with what this browser still has of it. */
export function opened({ draft, people, sequence, ...item }: StudioItem, unsaved?: Unsaved): SessionState {
  const kept = unsaved ?? { inFlight: null, pending: [], conflicts: [] };
  const state: SessionState = {
    item,
    base: draft,
    sequence,
    view: draft,
    ...kept,
    undo: [],
    redo: [],
    people,
    isOffline: false,
    isKeptHere: true,
    batchSize: MAX_BATCH,
    problem: null,
    savedAt: null,
    isTooOld: false,
  };
  return { ...state, view: viewOf(state) };
}

const unsavedChanges = ({ inFlight, pending }: Pick<SessionState, 'inFlight' | 'pending'>): Change[] => [
  ...(inFlight?.changes ?? []),
  ...pending.map(({ change }) => change),
];

const viewOf = (state: Pick<SessionState, 'base' | 'inFlight' | 'pending'>): Draft =>
  applyChanges(state.base, unsavedChanges(state)).draft;

/** What another tab left is now this one's. */
export function adopted(state: SessionState, left: Unsaved): SessionState {
  const next = { ...state, ...joined(state, left) };
  return { ...next, view: viewOf(next) };
}

/** Takes the next changes out of the queue. They share a base, because the server judges them by it. */
export function startSave(state: SessionState, batchId: string): SessionState {
  if (state.inFlight || state.pending.length === 0) return state;
  const pending = state.pending.map(judged);
  const ready = sendable(pending);
  const [first] = ready;
  if (!first) return { ...state, pending };
  const end = ready.findIndex(({ base, batchId: sent }) => base !== first.base || sent !== first.batchId);
  const sent = fitting(ready.slice(0, Math.min(end === -1 ? ready.length : end, state.batchSize)));
  return {
    ...state,
    inFlight: { batchId: first.batchId ?? batchId, base: first.base, changes: sent.map(({ change }) => change) },
    pending: pending.filter((entry) => !sent.includes(entry)),
  };
}

/** As many of the first changes as one call can carry, and at least one. */
function fitting(ready: PendingChange[]): PendingChange[] {
  let bytes = 0;
  const end = ready.findIndex(({ change }, index) => {
    bytes += bytesOf(change);
    return index > 0 && bytes > MAX_BATCH_BYTES;
  });
  return end === -1 ? ready : ready.slice(0, end);
}

/** Something is on its way to the server or can be sent. */
export const hasWork = ({ inFlight, pending }: SessionState): boolean =>
  inFlight !== null || sendable(pending).length > 0;

/**
 * The server refused the batch for what is in it. The next calls carry half as many changes, until the one that it is
 * about is alone; that one waits, and all others are saved.
 */
export function saveRefused(state: SessionState, refusal: string): SessionState {
  const { inFlight, pending } = state;
  if (!inFlight) return state;
  const { base, changes } = inFlight;
  const [only, ...others] = changes.map((change): PendingChange => ({ base, change }));
  const isFound = others.length === 0;
  const next = {
    ...state,
    inFlight: null,
    batchSize: isFound ? MAX_BATCH : Math.ceil(changes.length / 2),
    pending: isFound ? withRefused({ ...only!, refusal }, pending) : [only!, ...others, ...pending],
  };
  return { ...next, view: viewOf(next) };
}

/** The server has the batch. Its conflicts stay with the editor, who chooses. */
export function saveAnswered(state: SessionState, answer: CallResult<typeof changeStudioItem>): SessionState {
  const { inFlight } = state;
  if (!inFlight) return state;
  const followed = withSaved({ ...state, inFlight: null }, answer, state.view, inFlight);
  const batchSize = Math.min(state.batchSize * 2, MAX_BATCH);
  return { ...followed, savedAt: answer.savedAt, isOffline: false, batchSize, problem: null };
}

/** Others saved, came or left. Ignored while a save is on its way, whose answer tells the same. */
export function followed(state: SessionState, answer: CallResult<typeof followStudioItem>): SessionState {
  const { version, state: itemState, isLive, needsApproval, review, allowed } = answer;
  const { publishedRevision, waitingRevision, waitingProblem, goesLiveAt, releaseId, releaseName } = answer;
  const waiting = { publishedRevision, waitingRevision, waitingProblem, goesLiveAt, releaseId, releaseName };
  const standing = { version, state: itemState, isLive, needsApproval, review, allowed };
  const item = { ...state.item, ...standing, ...waiting };
  const known = { ...state, item, people: answer.people, isOffline: false };
  if (state.inFlight) return known;
  return withSaved(known, { ...answer, conflicts: [] }, state.view);
}

interface News {
  sequence: number;
  saved: SavedChanges[];
  conflicts: Conflict[];
  isTooOld: boolean;
}

function withSaved(before: SessionState, news: News, viewBefore: Draft, sent?: Batch): SessionState {
  const state = withConflicts(before, news.conflicts, viewBefore, sent);
  // The changes missing from this answer load when the item is opened again.
  if (news.isTooOld) return { ...state, isTooOld: true };
  const fresh = news.saved.filter(({ sequence }) => sequence > state.sequence);
  const base = fresh.reduce((draft, { changes }) => applyChanges(draft, changes).draft, state.base);
  const next = {
    ...state,
    base,
    sequence: Math.max(state.sequence, news.sequence),
    ...withoutForeign(state, fresh, sent),
  };
  return { ...next, view: viewOf(next) };
}

/** What the server did not make is offered. What was typed meanwhile at the same place is part of it. */
function withConflicts(state: SessionState, found: Conflict[], view: Draft, sent?: Batch): SessionState {
  if (found.length === 0) return state;
  const conflicts = found.map((conflict): OpenConflict => {
    const mine = lastWritten(conflict.key, sent?.changes[conflict.index], state.pending);
    const place = conflict.current === null ? (findComponent(view, conflict.key)?.place ?? null) : null;
    return { key: conflict.key, by: conflict.by, mine, place };
  });
  const contested = new Set(conflicts.map(({ key }) => key));
  const pending = state.pending.filter(({ change }) => !contested.has(keyOf(change) ?? ''));
  return { ...state, pending, conflicts: [...state.conflicts, ...conflicts] };
}

/** The newest version of what this editor wrote. */
function lastWritten(key: string, sent: Change | undefined, pending: PendingChange[]): Change {
  const later = pending.findLast(({ change }) => keyOf(change) === key);
  const written = later?.change ?? sent!;
  // It was to come back, and somebody else brought it back first.
  return written.do === 'insert' ? { do: 'set', component: written.component } : written;
}

/** Undo must not take back what others wrote since: steps that would are dropped. */
function withoutForeign(
  { undo, redo }: SessionState,
  fresh: SavedChanges[],
  sent: Batch | undefined,
): Pick<SessionState, 'undo' | 'redo'> {
  const own = new Set((sent?.changes ?? []).map(keyOf));
  const foreign = new Set(
    fresh.flatMap(({ changes }) => changes.map(keyOf)).filter((key) => key !== undefined && !own.has(key)),
  );
  if (foreign.size === 0) return { undo, redo };
  const isOwn = ({ changes }: Step) => !changes.some((change) => foreign.has(keyOf(change)));
  return { undo: undo.filter(isOwn), redo: redo.filter(isOwn) };
}

/**
 * The editor chose. `mine` is written over what is stored; a component that was removed comes back. `shown` is the save
 * that the editor had seen: what others wrote after it is offered again.
 */
export function choose(state: SessionState, key: string, choice: 'mine' | 'theirs', shown: number): SessionState {
  const conflict = state.conflicts.find((open) => open.key === key);
  // What the other wrote is not on the screen before the item has been opened again.
  if (!conflict || state.isTooOld) return state;
  // What two tabs of this editor wrote may be contested at the same place; each is offered.
  const conflicts = state.conflicts.filter((open) => open !== conflict);
  if (choice === 'theirs') return { ...state, conflicts };
  const { mine, place } = conflict;
  const isGone = mine.do === 'set' && !findComponent(state.base, key);
  const after = state.base.trees.components.at(-1)?.id ?? null;
  const change: Change = isGone
    ? { do: 'insert', component: mine.component, place: place ?? { tree: 'components', parent: null, after } }
    : mine;
  const next = { ...state, conflicts, pending: [...state.pending, { base: shown, change }] };
  return { ...next, view: viewOf(next) };
}
