import { applyChanges } from '@portico/authoring/applyChange';
import type { Change } from '@portico/contracts/studio/draft';
import { fieldKey } from '@portico/contracts/studio/draft';
import { mergeIntoRefused } from './refusals.ts';
import type { PendingChange, SessionState, Step } from './sessionState.ts';

/** A pause in typing longer than this starts a new undo step. */
const MAX_MERGE_PAUSE_MS = 1200;
const MAX_STEPS = 500;

/** What a change overwrites: a component or a field; undefined for changes that overwrite nothing. */
export function keyOf(change: Change): string | undefined {
  if (change.do === 'set') return change.component.id;
  if (change.do === 'field') return fieldKey(change.name);
  return change.do === 'remove' ? change.id : undefined;
}

/**
 * The editor changed something. Consecutive edits with the same `mergeKey`, such as typed letters, are undone together.
 */
export function edit(
  state: SessionState,
  changes: readonly Change[],
  { mergeKey, at }: { mergeKey?: string | undefined; at: number },
): SessionState {
  const applied = applyChanges(state.view, changes);
  if (applied.inverse.length === 0) return state;
  const last = state.undo.at(-1);
  const isContinued =
    mergeKey !== undefined &&
    last?.mergeKey === mergeKey &&
    at - last.at < MAX_MERGE_PAUSE_MS &&
    state.redo.length === 0;
  const step: Step = isContinued ? { ...last, at } : { changes: applied.inverse, mergeKey, at };
  const undo = [...(isContinued ? state.undo.slice(0, -1) : state.undo), step].slice(-MAX_STEPS);
  return { ...state, view: applied.draft, pending: queued(state, changes), undo, redo: [], problem: null };
}

export const undo = (state: SessionState): SessionState => step(state, 'undo', 'redo');
export const redo = (state: SessionState): SessionState => step(state, 'redo', 'undo');

function step(state: SessionState, from: 'undo' | 'redo', to: 'undo' | 'redo'): SessionState {
  const lastStep = state[from].at(-1);
  if (!lastStep) return state;
  const applied = applyChanges(state.view, lastStep.changes);
  const inverseStep: Step = { changes: applied.inverse, mergeKey: undefined, at: 0 };
  return {
    ...state,
    view: applied.draft,
    pending: queued(state, lastStep.changes),
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], inverseStep],
    problem: null,
  };
}

/** Adds changes to the queue. Repeated edits of one component are sent once. */
function queued({ pending, sequence }: SessionState, changes: readonly Change[]): PendingChange[] {
  let queue = [...pending];
  for (const change of changes) {
    const joined = mergeIntoRefused(queue, change);
    if (joined) {
      queue = joined;
      continue;
    }
    const last = queue.at(-1);
    const isRepeated =
      last !== undefined &&
      last.base === sequence &&
      last.batchId === undefined &&
      (change.do === 'set' || change.do === 'field') &&
      last.change.do === change.do &&
      keyOf(last.change) === keyOf(change);
    if (isRepeated) queue[queue.length - 1] = { base: sequence, change };
    else queue.push({ base: sequence, change });
  }
  return queue;
}
