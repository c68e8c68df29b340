import { ApiError } from '@portico/client/ApiError';
import type { CallInput } from '@portico/contracts/endpoint';
import {
  changeRoster,
  undoRosterChange,
  type RosterChange,
  type RosterStatus,
} from '@portico/contracts/studio/eventsDesk';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { t, type TextKey } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';

const UNDO_MS = 10_000;

const results: Record<RosterStatus, TextKey> = {
  Registered: 'desk.saidRegistered',
  Waiting: 'desk.saidWaiting',
  Canceled: 'desk.saidCanceled',
  None: 'desk.saidUndone',
};

/** What happened, and who else got a spot through it. */
function resultLabel({ status, person, promoted }: RosterChange): string {
  const said = t(results[status], { name: person.name });
  return promoted.length === 0 ? said : `${said} ${t('desk.saidPromoted', { names: promoted.join(', ') })}`;
}

/**
 * Changes the roster, says what happened and offers to undo it. Throws a sentence that says why it failed. A repeated
 * change needs the same `id`.
 */
export function useRosterChange(itemId: string) {
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: studioKey });
  const undo = async (changeId: string) => {
    try {
      const result = await call(undoRosterChange, { params: { itemId, changeId } });
      showToast(resultLabel(result), { type: 'success' });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error', duration: UNDO_MS });
    } finally {
      refresh();
    }
  };
  return async (body: CallInput<typeof changeRoster>['body']): Promise<void> => {
    try {
      const result = await call(changeRoster, { params: { itemId }, body });
      showToast(resultLabel(result), {
        type: 'success',
        duration: UNDO_MS,
        action: { label: t('desk.undo'), onPress: () => void undo(result.id) },
      });
    } catch (error) {
      throw new Error(reasonOf(error), { cause: error });
    } finally {
      refresh();
    }
  };
}

/**
 * Adds a person to several dates of a series, one after the other, and offers to undo that. Dates where the person has
 * another status by now stay as they are. Throws a sentence if that is so for all, or if a call fails otherwise.
 */
export function useAddToDates() {
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: studioKey });
  const undo = async (changes: Array<{ itemId: string; changeId: string }>) => {
    try {
      for (const params of changes) await call(undoRosterChange, { params });
      showToast(t('desk.saidRemovedFromDates', { count: changes.length }), { type: 'success' });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error', duration: UNDO_MS });
    } finally {
      refresh();
    }
  };
  return async (additions: Array<CallInput<typeof changeRoster>>): Promise<void> => {
    const added: Array<{ itemId: string; changeId: string }> = [];
    let name = '';
    let refusal: unknown;
    try {
      for (const addition of additions) {
        try {
          const { id: changeId, person } = await call(changeRoster, addition);
          added.push({ itemId: addition.params.itemId, changeId });
          name = person.name;
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 409)) throw error;
          refusal = error;
        }
      }
    } catch (error) {
      throw new Error(reasonOf(error), { cause: error });
    } finally {
      refresh();
    }
    if (added.length === 0) throw new Error(reasonOf(refusal), { cause: refusal });
    showToast(t('desk.saidAddedToDates', { name, count: added.length }), {
      type: 'success',
      duration: UNDO_MS,
      action: { label: t('desk.undo'), onPress: () => void undo(added) },
    });
  };
}
