import { discardStudioItem, type StudioSummary } from '@portico/contracts/studio/studio';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';

const TOAST_DURATION_MS = 10_000;

/** Copies an item of the list and offers to open or discard the copy. Failures are shown and can be retried. */
export function useDuplicate(): (item: StudioSummary) => void {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const running = useRef(new Set<string>());
  const refresh = () => void cache.invalidateQueries({ queryKey: studioKey });
  const fail = (error: unknown, retry: () => void) =>
    showToast(reasonOf(error), {
      type: 'error',
      duration: TOAST_DURATION_MS,
      action: { label: t('shared.tryAgain'), onPress: retry },
    });
  const discard = async (copyId: string) => {
    try {
      await call(discardStudioItem, { params: { itemId: copyId } });
      showToast(t('studio.saidCopyDiscarded'));
    } catch (error) {
      fail(error, () => void discard(copyId));
    } finally {
      refresh();
    }
  };
  const duplicate = async (item: StudioSummary) => {
    if (running.current.has(item.id)) return;
    running.current.add(item.id);
    try {
      const { duplicateItem } = await import('./duplicateItem.ts');
      const copy = await duplicateItem(item);
      showToast(t('studio.saidCopyCreated'), {
        type: 'success',
        duration: TOAST_DURATION_MS,
        action: { label: t('studio.openCopy'), onPress: () => void navigate({ to: `/studio/${copy.id}` }) },
        otherAction: { label: t('studio.discardCopy'), onPress: () => void discard(copy.id) },
      });
      refresh();
    } catch (error) {
      fail(error, () => void duplicate(item));
    } finally {
      running.current.delete(item.id);
    }
  };
  return (item) => void duplicate(item);
}
