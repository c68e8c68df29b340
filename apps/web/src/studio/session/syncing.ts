import { applyChanges } from '@portico/authoring/applyChange';
import { changeKey, currentOf, mergeChange } from '@portico/authoring/merging/mergeChange';
import { isSame } from '@portico/authoring/merging/mergeValues';
import { asSplice, madeTo } from '@portico/authoring/merging/splices';
import { findComponent } from '@portico/authoring/tree/find';
import type { CallResult } from '@portico/contracts/endpoint';
import type { Change, ItemContent, SentChange } from '@portico/contracts/studio/draft';
import type {
  AnnouncedSave,
  changeStudioItem,
  Conflict,
  followStudioItem,
  SavedChanges,
  StudioItem,
  StudioPerson,
} from '@portico/contracts/studio/studio';
import {
  keyOf,
  type Batch,
  type OpenConflict,
  type PendingChange,
  type SessionState,
  type Step,
  type Unsaved,
} from './sessionState.ts';
import { bytesOf, refuseIfTooLarge, sendable, withRefused } from './refusals.ts';
import { joined } from './unsavedStorage.ts';
import { ownVersion, viewOf, withoutSteps, withWritten } from './writing.ts';

/** Maximum number of changes in one call. */
const MAX_BATCH = 200;
/** Maximum size of one call as JSON. A larger change is sent alone. */
const MAX_BATCH_BYTES = 250_000;

/** The state of a fetched item, with the unsaved changes in this browser. */
export function opened({ draft, people, sequence, ...item }: StudioItem, unsaved?: Unsaved): SessionState {
  const stored = unsaved ?? { inFlight: null, pending: [], conflicts: [] };
  const state: SessionState = {
    item,
    base: draft,
    sequence,
    view: draft,
    ...stored,
    writing: null,
    isComposing: false,
    undo: [],
    redo: [],
    people,
    isOffline: false,
    isStoredLocally: true,
    batchSize: MAX_BATCH,
    problem: null,
    savedAt: null,
    isTooOld: false,
  };
  return { ...state, view: viewOf(state) };
}

/** The state of an open item that was fetched again. */
export function reloaded(state: SessionState, item: StudioItem): SessionState {
  const { inFlight, pending, conflicts, writing, isComposing, undo, redo, isStoredLocally } = state;
  // What was typed since a batch was sent is made to the draft that includes the batch.
  const unsent = inFlight ? pending : rebased(state, [], item);
  const next = opened(item, { inFlight, pending: unsent, conflicts });
  return withWritten(state, withEndedStep(state, { ...next, writing, isComposing, undo, redo, isStoredLocally }));
}

/**
 * The unsent changes, made to the draft that is stored now: texts contain what others have written in the meantime.
 * `sent` are changes that were processed since then. A change that can't be merged keeps its base, so that the server
 * reports a conflict.
 */
function rebased(
  { base, sequence, pending }: Pick<SessionState, 'base' | 'sequence' | 'pending'>,
  sent: readonly Change[],
  stored: { draft: ItemContent; sequence: number },
): PendingChange[] {
  if (pending.length === 0) return pending;
  const sentKeys = new Set(sent.map(changeKey));
  let seen = applyChanges(base, sent).draft;
  let current = stored.draft;
  return pending.map((entry) => {
    const { change, batchId } = entry;
    const key = changeKey(change);
    const isKnown = key !== undefined && batchId === undefined && (entry.base >= sequence || sentKeys.has(key));
    const [before, now] = isKnown ? [currentOf(seen, change), currentOf(current, change)] : [];
    seen = applyChanges(seen, [change]).draft;
    const merged = before && now && (isSame(before, now) ? change : mergeChange(before, change, now));
    current = applyChanges(current, [merged ?? change]).draft;
    return merged ? { ...entry, base: stored.sequence, change: merged } : entry;
  });
}

/** What is typed after others have changed the text is undone separately, so that their words stay. */
function withEndedStep(before: SessionState, next: SessionState): SessionState {
  const last = next.undo.at(-1);
  if (!last?.mergeKey) return next;
  const isUntouched = last.left.every((value) => isSame(currentOf(before.view, value), currentOf(next.view, value)));
  return isUntouched ? next : { ...next, undo: [...next.undo.slice(0, -1), { ...last, mergeKey: undefined }] };
}

/** Takes over the unsaved changes of another tab. */
export function adoptUnsaved(state: SessionState, left: Unsaved): SessionState {
  const next = { ...state, ...joined(state, left) };
  return { ...next, view: viewOf(next) };
}

/** Takes the next changes out of the queue. They share a base, because the server detects conflicts against it. */
export function startSave(state: SessionState, batchId: string): SessionState {
  if (state.inFlight || state.pending.length === 0) return state;
  const pending = state.pending.map(refuseIfTooLarge);
  const ready = sendable(pending);
  const [first] = ready;
  if (!first) return { ...state, pending };
  const end = ready.findIndex(({ base, batchId: sent }) => base !== first.base || sent !== first.batchId);
  const sent = firstBatch(ready.slice(0, Math.min(end === -1 ? ready.length : end, state.batchSize)));
  return {
    ...state,
    inFlight: { batchId: first.batchId ?? batchId, base: first.base, changes: sent.map(({ change }) => change) },
    pending: pending.filter((entry) => !sent.includes(entry)),
  };
}

/** The changes of a batch as they are sent: short, if they are based on the draft that this tab has. */
export const sentChanges = ({ base, sequence }: Pick<SessionState, 'base' | 'sequence'>, batch: Batch): SentChange[] =>
  batch.base === sequence ? batch.changes.map((change) => asSplice(base, change)) : batch.changes;

/** The first changes that fit into one call, at least one. */
function firstBatch(ready: PendingChange[]): PendingChange[] {
  let bytes = 0;
  const end = ready.findIndex(({ change }, index) => {
    bytes += bytesOf(change);
    return index > 0 && bytes > MAX_BATCH_BYTES;
  });
  return end === -1 ? ready : ready.slice(0, end);
}

/** Whether changes are being sent or can be sent. */
export const hasWork = ({ inFlight, pending }: SessionState): boolean =>
  inFlight !== null || sendable(pending).length > 0;

/**
 * The server refused the content of the batch. The next calls carry half as many changes until the offending one is
 * alone; that one waits, and all others are saved.
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

/** The server has processed the batch. Its conflicts are left for the editor to resolve. */
export function saveAnswered(state: SessionState, response: CallResult<typeof changeStudioItem>): SessionState {
  const { inFlight } = state;
  if (!inFlight) return state;
  const { sequence } = response;
  const own = response.isAsSent ? [{ sequence, clientId: '', by: '', changes: inFlight.changes }] : [];
  const update = { ...response, saved: [...response.saved, ...own] };
  const followed = withSaved({ ...state, inFlight: null }, update, state.view, inFlight);
  const batchSize = Math.min(state.batchSize * 2, MAX_BATCH);
  return { ...followed, savedAt: response.savedAt, isOffline: false, batchSize, problem: null };
}

/**
 * Others saved, joined or left. Their saves are ignored while a save is in flight, because its response includes them.
 */
export function followed(state: SessionState, response: CallResult<typeof followStudioItem>): SessionState {
  const { version, state: itemState, isLive, needsApproval, review, allowed } = response;
  const { publishedRevision, waitingRevision, waitingProblem, goesLiveAt, releaseId, releaseName } = response;
  const waiting = { publishedRevision, waitingRevision, waitingProblem, goesLiveAt, releaseId, releaseName };
  const standing = { version, state: itemState, isLive, needsApproval, review, allowed };
  const item = { ...state.item, ...standing, ...waiting };
  const known = { ...state, item, people: response.people, isOffline: false };
  if (state.inFlight || state.isComposing) return known;
  return withSaved(known, { ...response, conflicts: [] }, state.view);
}

/** A save as it is heard of: of a long one, what differs from the save before it. */
export type HeardSave = Omit<AnnouncedSave, 'changes'> & { changes: SentChange[] };

/** The saves, which are the next ones, with whole changes; without those from the first one on that does not fit. */
export function wholeSaves({ base }: Pick<SessionState, 'base'>, heard: readonly HeardSave[]): AnnouncedSave[] {
  const whole: AnnouncedSave[] = [];
  let draft = base;
  for (const save of heard) {
    const changes = madeTo(draft, save.changes);
    if (!changes) break;
    draft = applyChanges(draft, changes).draft;
    whole.push({ ...save, changes });
  }
  return whole;
}

/** Others made these saves, which are the next ones. */
export function announced(state: SessionState, saves: readonly AnnouncedSave[]): SessionState {
  const places = new Map(saves.flatMap(({ clientId, position }) => (position ? [[clientId, position] as const] : [])));
  const people = state.people.map(({ caret: before, ...person }): StudioPerson => {
    const { focus, caret } = places.get(person.clientId) ?? { focus: person.focus, caret: before };
    return { ...person, focus, ...(caret && { caret }) };
  });
  const { sequence } = saves.at(-1)!;
  return withSaved({ ...state, people }, { sequence, saved: saves, conflicts: [], isTooOld: false }, state.view);
}

interface Update {
  sequence: number;
  saved: readonly SavedChanges[];
  conflicts: Conflict[];
  isTooOld: boolean;
}

function withSaved(before: SessionState, update: Update, viewBefore: ItemContent, sent?: Batch): SessionState {
  const state = withConflicts(before, update.conflicts, viewBefore, sent);
  // The missing changes load when the item is reloaded. Until then, what was typed is based on what was sent.
  if (update.isTooOld)
    return { ...state, base: applyChanges(state.base, acceptedOf(update, sent)).draft, isTooOld: true };
  const sequence = Math.max(state.sequence, update.sequence);
  // A save after that number comes again: what was typed in the meantime would be merged with it twice.
  const fresh = update.saved.filter((save) => save.sequence > state.sequence && save.sequence <= sequence);
  const base = fresh.reduce((draft, { changes }) => applyChanges(draft, changes).draft, state.base);
  const next = {
    ...state,
    base,
    sequence,
    pending: rebased(state, sent?.changes ?? [], { draft: base, sequence }),
    ...withoutForeignSteps(state, fresh, sent),
  };
  const shown = { ...state, view: viewBefore };
  return withEndedStep(shown, withWritten(shown, next, fresh));
}

/** The changes of a batch that the server has applied. */
const acceptedOf = ({ conflicts }: Update, sent: Batch | undefined): Change[] =>
  (sent?.changes ?? []).filter((_change, position) => !conflicts.some(({ index }) => index === position));

/**
 * Adds changes that the server did not apply as conflicts, including what was typed at the same place in the meantime.
 */
function withConflicts(state: SessionState, found: Conflict[], view: ItemContent, sent?: Batch): SessionState {
  if (found.length === 0) return state;
  // A batch can change one thing several times.
  const last = new Map(found.map((conflict) => [conflict.key, conflict]));
  const conflicts = [...last.values()].map((conflict): OpenConflict => {
    const mine = lastWritten(conflict.key, sent?.changes[conflict.index], state.pending);
    const place = conflict.current === null ? (findComponent(view, conflict.key)?.place ?? null) : null;
    return { key: conflict.key, by: conflict.by, at: conflict.at, mine, place };
  });
  const contested = new Set(conflicts.map(({ key }) => key));
  const pending = state.pending.filter(({ change }) => !contested.has(keyOf(change) ?? ''));
  return { ...state, pending, conflicts: [...state.conflicts, ...conflicts] };
}

/** The latest version of what this editor wrote. */
function lastWritten(key: string, sent: Change | undefined, pending: PendingChange[]): Change {
  const later = pending.findLast(({ change }) => keyOf(change) === key);
  const written = later?.change ?? sent!;
  // This editor was restoring a component that someone else restored first.
  return written.do === 'insert' ? { do: 'set', component: written.component } : written;
}

/** Drops the undo and redo steps that would remove what others have changed since. */
function withoutForeignSteps(
  { undo, redo, conflicts }: SessionState,
  fresh: SavedChanges[],
  sent: Batch | undefined,
): Pick<SessionState, 'undo' | 'redo'> {
  const own = new Set([...(sent?.changes ?? []).map(keyOf), ...conflicts.map(({ key }) => key)]);
  const foreign = new Set(
    fresh.flatMap(({ changes }) => changes.map(keyOf)).filter((key) => key !== undefined && !own.has(key)),
  );
  const removes = ({ changes }: Step) => changes.some((change) => change.do === 'remove' && foreign.has(change.id));
  return { undo: undo.filter((step) => !removes(step)), redo: redo.filter((step) => !removes(step)) };
}

/**
 * The editor resolved a conflict. `mine` overwrites the stored version; a removed component is restored. `shown` is the
 * save that the editor had seen: later changes of others become a new conflict. Undo brings the other version back.
 */
export function choose(state: SessionState, key: string, choice: 'mine' | 'theirs', shown: number): SessionState {
  const conflict = state.conflicts.find((open) => open.key === key);
  // The other version is not on the screen until the item has been reloaded.
  if (!conflict || state.isTooOld) return state;
  // Two tabs of this editor can have conflicts at the same place; each is resolved separately.
  const conflicts = state.conflicts.filter((open) => open !== conflict);
  const change = ownVersion(state.base, conflict);
  const steps = withoutSteps(state, new Set([key]));
  const choosing = (changes: Change[]): Pick<SessionState, 'undo' | 'redo'> => ({
    undo: [...steps.undo, { changes, left: [], mergeKey: undefined, at: 0 }],
    redo: [],
  });
  if (choice === 'theirs') return { ...state, conflicts, ...choosing([change]) };
  const { inverse } = applyChanges(state.base, [change]);
  const next = { ...state, conflicts, pending: [...state.pending, { base: shown, change }], ...choosing(inverse) };
  return { ...next, view: viewOf(next) };
}
