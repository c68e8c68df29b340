import { applyChange } from '@portico/authoring/applyChange';
import { blankDraft } from '@portico/authoring/blankDraft';
import { walkComponents, type ContentComponent } from '@portico/kinds/content';
import { MAX_CHANGE_BYTES, MAX_CHANGE_KEYS, type Change } from '@portico/contracts/studio/draft';
import { t } from '../../locale/text.ts';
import type { PendingChange, SessionState } from './sessionState.ts';

// A change that the server refuses stays in the queue, so that the page still shows it, and later changes are sent.

const encoder = new TextEncoder();
export const bytesOf = (change: Change): number => encoder.encode(JSON.stringify(change)).length;

export const refusedIn = ({ pending }: Pick<SessionState, 'pending'>): PendingChange[] =>
  pending.filter(({ refusal }) => refusal !== undefined);

/** Why some changes are not saved, as a sentence. */
export const notSavedReason = (state: SessionState): string =>
  refusedIn(state).length > 0 ? t('studio.partNotSaved') : t('studio.notSavedYet');

/** Marks a change as refused if it is too large for any call. */
export const refuseIfTooLarge = (entry: PendingChange): PendingChange =>
  entry.refusal === undefined && isTooLarge(entry.change) ? { ...entry, refusal: t('studio.changeTooLarge') } : entry;

function isTooLarge(change: Change): boolean {
  const bytes = bytesOf(change);
  // Each key takes at least four bytes, so most changes need no counting.
  return bytes > MAX_CHANGE_BYTES || (bytes > 4 * MAX_CHANGE_KEYS && keysIn(change) > MAX_CHANGE_KEYS);
}

function keysIn(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0;
  const values: unknown[] = Object.values(data);
  return values.reduce<number>((sum, value) => sum + keysIn(value), Array.isArray(data) ? 0 : values.length);
}

const idsInside = (component: ContentComponent): string[] =>
  [...walkComponents([component])].map((found) => found.component.id);

/** The component that a change is about; undefined for a field. */
function componentOf(change: Change): string | undefined {
  if (change.do === 'field') return undefined;
  return change.do === 'insert' || change.do === 'set' ? change.component.id : change.id;
}

const parentOf = (change: Change): string | undefined =>
  change.do === 'insert' || change.do === 'move' ? change.place.parent?.id : undefined;

/** The changes that can be sent: not refused, and not about a component whose insertion was refused. */
export function sendable(pending: readonly PendingChange[]): PendingChange[] {
  const missing = new Set<string>();
  return pending.filter(({ change, refusal }) => {
    const isWaiting = [componentOf(change), parentOf(change)].some((id) => id !== undefined && missing.has(id));
    if (refusal === undefined && !isWaiting) return true;
    if (change.do === 'insert') for (const id of idsInside(change.component)) missing.add(id);
    return false;
  });
}

/**
 * Merges a change into the refused change it affects: the refused change is then retried, or dropped if the component
 * is removed. Undefined if the change affects no refused one.
 */
export function mergeIntoRefused(queue: readonly PendingChange[], change: Change): PendingChange[] | undefined {
  for (const [index, entry] of queue.entries()) {
    if (entry.refusal === undefined) continue;
    if (change.do === 'remove' && change.id === componentOf(entry.change)) {
      const rest = queue.toSpliced(index, 1);
      return entry.change.do === 'insert' ? rest : [...rest, { base: entry.base, change }];
    }
    const mergedChange = merged(entry.change, change);
    if (mergedChange) return queue.with(index, { base: entry.base, change: mergedChange });
  }
  return undefined;
}

function merged(refused: Change, change: Change): Change | undefined {
  if (refused.do === 'insert') return inside(refused, change);
  const isRewritten =
    refused.do === change.do && (change.do === 'set' || change.do === 'field') && nameOf(refused) === nameOf(change);
  return isRewritten ? change : undefined;
}

const nameOf = (change: Change): string | undefined => (change.do === 'field' ? change.name : componentOf(change));

/** An insertion with a change applied to the inserted component. */
function inside(insert: Extract<Change, { do: 'insert' }>, change: Change): Change | undefined {
  const isInside = change.do === 'set' || change.do === 'remove' || (change.do === 'insert' && change.place.parent);
  if (!isInside) return undefined;
  const { tree } = insert.place;
  const alone = { ...blankDraft, trees: { ...blankDraft.trees, [tree]: [insert.component] } };
  const component = applyChange(alone, change)?.draft.trees[tree][0];
  return component && { ...insert, component };
}

/** The queue after a change in it was refused: later changes that affect it are merged into it. */
export function withRefused(refused: PendingChange, later: readonly PendingChange[]): PendingChange[] {
  return later.reduce<PendingChange[]>(
    (queue, entry) => mergeIntoRefused(queue, entry.change) ?? [...queue, entry],
    [refused],
  );
}

/** Clears all refusals, so that the changes are sent again. */
export const retried = (state: SessionState): SessionState => ({
  ...state,
  pending: state.pending.map(({ refusal: _refusal, ...entry }) => entry),
});
