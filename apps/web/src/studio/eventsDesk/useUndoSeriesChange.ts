import { undoSeriesChange } from '@portico/contracts/studio/eventSeries';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';

/** Restores what readers saw of several dates before a change, and says what happened. */
export function useUndoSeriesChange(itemId: string) {
  const cache = useQueryClient();
  return async (changeId: string): Promise<void> => {
    try {
      const { dates } = await call(undoSeriesChange, { params: { itemId, changeId } });
      showToast(t('series.saidUndone', { count: dates }), { type: 'success' });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error', duration: 10_000 });
    } finally {
      void cache.invalidateQueries({ queryKey: studioKey });
    }
  };
}
