import { applyChanges } from '@portico/authoring/applyChange';
import { editsBetween } from '@portico/authoring/merging/editsBetween';
import { changeKey, currentOf, mergeChange } from '@portico/authoring/merging/mergeChange';
import { isSame } from '@portico/authoring/merging/mergeValues';
import type { Change, ItemContent } from '@portico/contracts/studio/draft';
import { mergeIntoRefused } from './refusals.ts';
import { isQuiet, keyOf, type OpenConflict, type PendingChange, type SessionState, type Step } from './sessionState.ts';
import { stopWriting } from './writing.ts';

/** A pause in typing longer than this starts a new undo step. */
const MAX_MERGE_PAUSE_MS = 1200;
const MAX_STEPS = 500;

/**
 * The editor changed something. Consecutive edits with the same `mergeKey`, such as typed letters, are undone together.
 */
export function edit(
  before: SessionState,
  asked: readonly Change[],
  { mergeKey, at }: { mergeKey?: string | undefined; at: number },
): SessionState {
  const { state, changes } = withoutContested(before, asked);
  const applied = applyChanges(state.view, changes);
  if (applied.inverse.length === 0) return state;
  const last = state.undo.at(-1);
  const isContinued =
    mergeKey !== undefined &&
    last?.mergeKey === mergeKey &&
    at - last.at < MAX_MERGE_PAUSE_MS &&
    state.redo.length === 0;
  const left = valuesIn(applied.draft, changes);
  const step: Step = isContinued ? { ...last, left, at } : { changes: applied.inverse, left, mergeKey, at };
  const undo = [...(isContinued ? state.undo.slice(0, -1) : state.undo), step].slice(-MAX_STEPS);
  return { ...state, view: applied.draft, ...recorded(state, changes), undo, redo: [], problem: null };
}

/** The values that changes have set. */
const valuesIn = (draft: ItemContent, changes: readonly Change[]): Change[] =>
  changes.flatMap((change) => currentOf(draft, change) ?? []);

/**
 * A change that takes back an edit, with what others have changed in the meantime; undefined if that is impossible,
 * because they have changed the same setting.
 */
function backwards({ view, base }: SessionState, { left }: Step, change: Change): Change | undefined {
  const key = changeKey(change);
  const seen = left.findLast((each) => changeKey(each) === key);
  const current = key === undefined ? undefined : currentOf(view, change);
  if (!seen || !current || isSame(seen, current)) return change;
  const [before, after] = [mergeChange(seen, change, current), mergeChange(seen, current, change)];
  const stored = currentOf(base, change);
  // Words that return to where others have written go to the side of theirs on which the server still has them. If it
  // has none, they go after those of others, as in a save that comes later.
  return before && after && stored && distance(stored, after) <= distance(stored, before) ? after : before;
}

/** By how many characters two values differ, as JSON. */
function distance(one: Change, other: Change): number {
  const edits = editsBetween(JSON.stringify(one).split(''), JSON.stringify(other).split(''));
  return edits?.reduce((sum, { from, to, start, end }) => sum + to - from + end - start, 0) ?? Infinity;
}

export const undo = (state: SessionState): SessionState => step(state, 'undo', 'redo');
export const redo = (state: SessionState): SessionState => step(state, 'redo', 'undo');

function step(before: SessionState, from: 'undo' | 'redo', to: 'undo' | 'redo'): SessionState {
  const lastStep = before[from].at(-1);
  if (!lastStep) return before;
  const possible = lastStep.changes.map((change) => backwards(before, lastStep, change));
  const wanted = possible.filter((change) => change !== undefined);
  // Someone else has changed all of it again: the step before it is next.
  if (wanted.length === 0) return step({ ...before, [from]: before[from].slice(0, -1) }, from, to);
  const { state, changes } = withoutContested(before, wanted);
  if (changes.length === 0) return state;
  const applied = applyChanges(state.view, changes);
  const left = valuesIn(applied.draft, changes);
  const inverseStep: Step = { changes: applied.inverse, left, mergeKey: undefined, at: 0 };
  return {
    ...state,
    view: applied.draft,
    ...recorded(state, changes),
    [from]: state[from].filter((each) => each !== lastStep),
    [to]: [...state[to], inverseStep],
    problem: null,
  };
}

const contestedBy = ({ conflicts, writing }: SessionState, change: Change): OpenConflict | undefined =>
  conflicts.find((conflict) => conflict.key === keyOf(change) && isQuiet(conflict, writing));

/** Without the removal of what two people have changed: the editor sees both versions of that instead. */
function withoutContested(
  state: SessionState,
  asked: readonly Change[],
): { state: SessionState; changes: readonly Change[] } {
  const changes = asked.filter((change) => change.do !== 'remove' || !contestedBy(state, change));
  return { state: changes.length === asked.length ? state : stopWriting(state), changes };
}

/** Adds changes to the queue, or to the editor's version of what someone else has changed too. */
function recorded(state: SessionState, changes: readonly Change[]): Pick<SessionState, 'pending' | 'conflicts'> {
  const mine = new Map(
    changes.flatMap((change) => {
      const conflict = contestedBy(state, change);
      return conflict ? [[conflict, change] as const] : [];
    }),
  );
  if (mine.size === 0) return { pending: queued(state, changes), conflicts: state.conflicts };
  const others = changes.filter((change) => !contestedBy(state, change));
  return {
    pending: queued(state, others),
    // Unchanged conflicts stay the same objects, so that their panels are not rendered with every letter.
    conflicts: state.conflicts.map((conflict) => {
      const change = mine.get(conflict);
      return change ? { ...conflict, mine: change } : conflict;
    }),
  };
}

/**
 * Adds changes to the queue. Repeated edits of one component are sent once, even if others have saved in between: what
 * they saved to that component is then a conflict with the first of these edits.
 */
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
      last.batchId === undefined &&
      (change.do === 'set' || change.do === 'field') &&
      last.change.do === change.do &&
      keyOf(last.change) === keyOf(change);
    if (isRepeated) queue[queue.length - 1] = { base: last.base, change };
    else queue.push({ base: sequence, change });
  }
  return queue;
}
