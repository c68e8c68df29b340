import { ApiError } from '@portico/client/ApiError';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DraftSession } from '../session/draftSession.ts';
import { saveAll } from '../session/saveAll.ts';
import { studioKey } from '../studio.queries.ts';

interface ReviewAction {
  /** The action on its way. */
  pending: string | null;
  /** Why the last one failed, as a sentence. */
  error: string | undefined;
  /** Saves what is written, acts, and shows where the item is then. False when it failed. */
  act: (name: string, work: () => Promise<unknown>, said: string) => Promise<boolean>;
}

/** Steps of an approval, one at a time. */
export function useReviewAction(session: DraftSession): ReviewAction {
  const cache = useQueryClient();
  const [pending, setPending] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const act: ReviewAction['act'] = async (name, work, said) => {
    setPending(name);
    setError(undefined);
    try {
      await saveAll(session);
      await work();
      showToast(said, { type: 'success' });
      return true;
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.detail : (failure as Error).message);
      return false;
    } finally {
      await session.refresh().catch(() => undefined);
      void cache.invalidateQueries({ queryKey: studioKey });
      setPending(null);
    }
  };
  return { pending, error, act };
}
