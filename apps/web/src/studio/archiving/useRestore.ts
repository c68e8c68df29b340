import { restoreStudioItem } from '@portico/contracts/studio/retention';
import type { StudioItem } from '@portico/contracts/studio/studio';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';
import { asTheyAreNow } from './asTheyAreNow.ts';

/** Shows archived items to readers again, as they last saw them. Failures are shown and can be retried. */
export function useRestore(onRestored?: (item: StudioItem) => void) {
  const cache = useQueryClient();
  return useCallback(
    async function restore(items: ReadonlyArray<{ id: string; version: number }>): Promise<void> {
      const failed: Array<{ id: string; version: number }> = [];
      let reason: string | undefined;
      for (const item of items)
        try {
          const restored = await call(restoreStudioItem, {
            params: { itemId: item.id },
            body: { version: item.version },
          });
          onRestored?.(restored);
        } catch (error) {
          failed.push(item);
          reason = reasonOf(error);
        }
      void cache.invalidateQueries({ queryKey: studioKey });
      if (reason === undefined) showToast(t('releases.saidRestored'), { type: 'success' });
      else
        showToast(reason, {
          type: 'error',
          duration: 10_000,
          action: { label: t('shared.tryAgain'), onPress: () => void asTheyAreNow(failed).then(restore) },
        });
    },
    [cache, onRestored],
  );
}
