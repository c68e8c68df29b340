import type { CallInput, CallResult } from '@portico/contracts/endpoint';
import { changeMedia, checkLicenses, deleteMedia, type MediaDeletion } from '@portico/contracts/studio/media';
import { listStudioPictures } from '@portico/contracts/studio/pickers';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { mediaKey, mediaListKey } from './mediaDesk.queries.ts';

const UNDO_MS = 10_000;

type Targets = CallInput<typeof changeMedia>['body']['entries'];
export type MediaResult = CallResult<typeof changeMedia>['items'][number];

function refetch(cache: QueryClient): void {
  for (const queryKey of [mediaListKey, mediaKey, keyOf(listStudioPictures), keyOf(checkLicenses)])
    void cache.invalidateQueries({ queryKey });
}

function resultLabel(items: MediaResult[], done: 'changed' | 'undone'): string {
  const changed = items.filter(({ isChanged }) => isChanged).length;
  const stayed = items.filter(({ isChanged }) => !isChanged);
  const name = stayed.find(({ changedBy }) => changedBy !== null)?.changedBy ?? t('mediaDesk.someone');
  return [
    ...(changed > 0 ? [t(done === 'undone' ? 'mediaDesk.undone' : 'mediaDesk.changed', { count: changed })] : []),
    ...(stayed.length > 0 ? [t('mediaDesk.stayed', { count: stayed.length, name })] : []),
  ].join(' ');
}

/**
 * Changes details, says what happened and offers to undo it. Resolves to the outcome of each entry, or to undefined
 * after saying why nothing changed.
 */
export function useMediaChange(): (entries: Targets) => Promise<MediaResult[] | undefined> {
  const cache = useQueryClient();
  const send = async (entries: Targets, done: 'changed' | 'undone'): Promise<MediaResult[] | undefined> => {
    try {
      const { items } = await call(changeMedia, { body: { entries } });
      const changed = items.flatMap(({ id, version, before }) => (before ? [{ ...before, id, version }] : []));
      showToast(resultLabel(items, done), {
        type: changed.length === items.length ? 'success' : 'warning',
        duration: UNDO_MS,
        ...(done === 'changed' && changed.length > 0
          ? { action: { label: t('mediaDesk.undo'), onPress: () => void send(changed, 'undone') } }
          : {}),
      });
      return items;
    } catch (error) {
      showToast(reasonOf(error), { type: 'error', duration: UNDO_MS });
      return undefined;
    } finally {
      refetch(cache);
    }
  };
  return (entries) => send(entries, 'changed');
}

function deletionLabel(items: MediaDeletion[], wanted: 'deleted' | 'restored'): string {
  const done = items.filter(({ isDeleted }) => isDeleted === (wanted === 'deleted')).length;
  const stayed = items.length - done;
  return [
    ...(done > 0 ? [t(wanted === 'deleted' ? 'mediaDesk.wasDeleted' : 'mediaDesk.wasRestored', { count: done })] : []),
    ...(stayed > 0 ? [t('mediaDesk.inUse', { count: stayed })] : []),
  ].join(' ');
}

/**
 * Deletes pictures and files or brings them back, says what happened and offers to undo a deletion. Resolves to the
 * outcome of each, or to undefined after saying why nothing changed.
 */
export function useMediaDeletion(): (
  ids: string[],
  wanted: 'deleted' | 'restored',
) => Promise<MediaDeletion[] | undefined> {
  const cache = useQueryClient();
  const send = async (ids: string[], wanted: 'deleted' | 'restored'): Promise<MediaDeletion[] | undefined> => {
    try {
      const { items } = await call(deleteMedia, { body: { ids, isDeleted: wanted === 'deleted' } });
      const deleted = items.filter(({ isDeleted, isChanged }) => isDeleted && isChanged).map(({ id }) => id);
      showToast(deletionLabel(items, wanted), {
        type: wanted === 'deleted' && items.some(({ isDeleted }) => !isDeleted) ? 'warning' : 'success',
        duration: UNDO_MS,
        ...(deleted.length > 0
          ? { action: { label: t('mediaDesk.undo'), onPress: () => void send(deleted, 'restored') } }
          : {}),
      });
      return items;
    } catch (error) {
      showToast(reasonOf(error), { type: 'error', duration: UNDO_MS });
      return undefined;
    } finally {
      refetch(cache);
    }
  };
  return send;
}
