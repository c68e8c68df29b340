import type { CallInput, CallResult } from '@portico/contracts/endpoint';
import { changeDeskEntries } from '@portico/contracts/studio/formsDesk';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { refetchEntries } from './formsDesk.queries.ts';

const UNDO_MS = 10_000;

type Targets = CallInput<typeof changeDeskEntries>['body']['entries'];
export type EntryResult = CallResult<typeof changeDeskEntries>['items'][number];

/** What happened: how many entries changed, and who changed the others a moment before. */
function resultLabel(items: EntryResult[], done: 'changed' | 'undone'): string {
  const stayed = items.filter(({ isChanged }) => !isChanged);
  const changed = items.length - stayed.length;
  const name = stayed.find(({ changedBy }) => changedBy !== null)?.changedBy ?? t('formsDesk.somebody');
  return [
    ...(changed > 0 ? [t(done === 'undone' ? 'formsDesk.undone' : 'formsDesk.changed', { count: changed })] : []),
    ...(stayed.length > 0 ? [t('formsDesk.stayed', { count: stayed.length, name })] : []),
  ].join(' ');
}

/**
 * Changes entries, says what happened and offers to undo it. Resolves to the outcome of each entry, or to undefined
 * after saying why nothing changed.
 */
export function useEntryChange(formId: string): (entries: Targets) => Promise<EntryResult[] | undefined> {
  const cache = useQueryClient();
  const send = async (entries: Targets, done: 'changed' | 'undone'): Promise<EntryResult[] | undefined> => {
    try {
      const body = { id: crypto.randomUUID(), entries };
      const { items } = await call(changeDeskEntries, { params: { formId }, body });
      const changed = items.flatMap(({ id, version, before }) => (before ? [{ id, version, ...before }] : []));
      const isWhole = changed.length === items.length;
      showToast(resultLabel(items, done), {
        type: isWhole ? 'success' : 'warning',
        duration: UNDO_MS,
        ...(done === 'changed' && changed.length > 0
          ? { action: { label: t('formsDesk.undo'), onPress: () => void send(changed, 'undone') } }
          : {}),
      });
      return items;
    } catch (error) {
      const reason = reasonOf(error);
      showToast(done === 'undone' ? t('formsDesk.undoFailed', { reason }) : reason, {
        type: 'error',
        duration: UNDO_MS,
      });
      return undefined;
    } finally {
      void refetchEntries(cache);
    }
  };
  return (entries) => send(entries, 'changed');
}
