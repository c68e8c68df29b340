import { applyChange, applyChanges } from '@portico/authoring/applyChange';
import { withPlace } from '@portico/authoring/mergeChanges';
import { findComponent } from '@portico/authoring/tree/find';
import type { Change, ItemContent } from '@portico/contracts/studio/draft';
import type { SavedChanges } from '@portico/contracts/studio/studio';
import { isQuiet, keyOf, type OpenConflict, type SessionState, type Step } from './sessionState.ts';

type Shown = Pick<SessionState, 'base' | 'inFlight' | 'pending' | 'conflicts' | 'writing'>;

/** What the editor sees: the stored draft, everything unsaved, and their own version of what they are writing in. */
export function viewOf({ base, inFlight, pending, conflicts, writing }: Shown): ItemContent {
  const held = conflicts.filter((conflict) => isQuiet(conflict, writing) && conflict.mine.do !== 'remove');
  // Two tabs of this editor can have conflicts at the same place; the first one is shown.
  const own = held.toReversed().reduce((draft, conflict) => applyOwn(draft, conflict), base);
  return applyChanges(own, [...(inFlight?.changes ?? []), ...pending.map(({ change }) => change)]).draft;
}

const applyOwn = (draft: ItemContent, conflict: OpenConflict): ItemContent =>
  applyChange(draft, withPlace(draft, ownVersion(draft, conflict)))?.draft ?? draft;

/** The change that gives the draft the editor's version: a component that someone else removed is inserted again. */
export function ownVersion(draft: ItemContent, { key, mine, place }: OpenConflict): Change {
  if (mine.do !== 'set' || findComponent(draft, key)) return mine;
  const after = draft.trees.components.at(-1)?.id ?? null;
  return { do: 'insert', component: mine.component, place: place ?? { tree: 'components', parent: null, after } };
}

/** Undo and redo steps without those that change one of these things. */
export function withoutSteps(
  { undo, redo }: Pick<SessionState, 'undo' | 'redo'>,
  keys: ReadonlySet<string | undefined>,
): Pick<SessionState, 'undo' | 'redo'> {
  if (keys.size === 0) return { undo, redo };
  const isUnaffected = ({ changes }: Step) => !changes.some((change) => keys.has(keyOf(change)));
  return { undo: undo.filter(isUnaffected), redo: redo.filter(isUnaffected) };
}

/**
 * The editor writes in something else. Conflicts about what they leave are shown; undoing what they wrote there must
 * not replace the other version before they have chosen.
 */
export function writeIn(state: SessionState, writing: string | null): SessionState {
  if (writing === state.writing) return state;
  const left = state.conflicts.filter((conflict) => isQuiet(conflict, state.writing) && !isQuiet(conflict, writing));
  const next = { ...state, writing, ...withoutSteps(state, new Set(left.map(({ key }) => key))) };
  return state.conflicts.length === 0 ? next : { ...next, view: viewOf(next) };
}

export const stopWriting = (state: SessionState): SessionState => writeIn(state, null);

/** `next` with the text of `before` where this editor is writing: if others removed it, it is a conflict. */
export function withWritten(
  before: SessionState,
  next: SessionState,
  fresh: readonly SavedChanges[] = [],
): SessionState {
  const shown = { ...next, view: viewOf(next) };
  const written = new Set([
    before.writing,
    ...next.pending.flatMap(({ change }) => (change.do === 'set' ? change.component.id : [])),
  ]);
  const found = [...written].flatMap((key): OpenConflict[] => {
    if (key === null || next.conflicts.some((conflict) => conflict.key === key)) return [];
    const component = findComponent(before.view, key)?.component;
    if (!component) return [];
    const mine: Change = { do: 'set', component };
    const place = findComponent(before.view, key)?.place ?? null;
    if (findComponent(shown.view, key)) return [];
    const save = fresh.findLast(({ changes }) => changes.some((change) => keyOf(change) === key));
    return [{ key, by: (save ?? fresh.at(-1))?.by ?? '', mine, place }];
  });
  if (found.length === 0) return shown;
  const contested = new Set(found.map(({ key }) => key));
  const pending = next.pending.filter(({ change }) => !contested.has(keyOf(change) ?? ''));
  const held = { ...next, pending, conflicts: [...next.conflicts, ...found] };
  return { ...held, view: viewOf(held) };
}
