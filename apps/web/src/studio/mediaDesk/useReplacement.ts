import type { CallResult } from '@portico/contracts/endpoint';
import { replaceMedia, undoReplacement, type ReplacementPlace } from '@portico/contracts/studio/mediaReplacement';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';

const UNDO_MS = 20_000;

/** Replaces in all these items or, after saying why, in none; resolves to whether it did. Offers to undo it. */
export function useReplacement(mediaId: string, withId: string) {
  const cache = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const refresh = () => void cache.invalidateQueries({ queryKey: studioKey });
  const undo = async ({ batchId, items }: CallResult<typeof replaceMedia>) => {
    try {
      const { undone } = await call(undoReplacement, { params: { batchId }, body: { items } });
      showToast(t('mediaDesk.replaceUndone', { count: undone }), { type: 'success' });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error', duration: UNDO_MS });
    }
    refresh();
  };
  const replace = async (places: readonly ReplacementPlace[]): Promise<boolean> => {
    setPending(true);
    setRefusal(undefined);
    try {
      const items = places.map(({ itemId, version, sequence, effect }) => ({
        itemId,
        version,
        sequence,
        isPublished: effect === 'Published',
      }));
      const done = await call(replaceMedia, { params: { mediaId }, body: { with: withId, items } });
      showToast(t('mediaDesk.replaced', { count: done.items.length }), {
        type: 'success',
        duration: UNDO_MS,
        action: { label: t('mediaDesk.undo'), onPress: () => void undo(done) },
      });
      return true;
    } catch (error) {
      setRefusal(reasonOf(error));
      return false;
    } finally {
      setPending(false);
      refresh();
    }
  };
  return { replace, isPending, refusal };
}
