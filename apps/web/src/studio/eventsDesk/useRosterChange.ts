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
