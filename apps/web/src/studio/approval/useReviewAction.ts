import { ApiError } from '@portico/client/ApiError';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DraftSession } from '../session/draftSession.ts';
import { saveAll } from '../session/saveAll.ts';
import { studioKey } from '../studio.queries.ts';

interface ReviewAction {
  /** Name of the action in progress. */
  pending: string | null;
  /** Why the last action failed, as a sentence. */
  error: string | undefined;
  /** Saves unsaved changes, runs the action, and refreshes the item. Returns false if it failed. */
  act: (name: string, request: () => Promise<unknown>, successMessage: string) => Promise<boolean>;
}

/** Runs the steps of an approval, one at a time. */
export function useReviewAction(session: DraftSession): ReviewAction {
  const cache = useQueryClient();
  const [pending, setPending] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const act: ReviewAction['act'] = async (name, request, successMessage) => {
    setPending(name);
    setError(undefined);
    try {
      await saveAll(session);
      await request();
      showToast(successMessage, { type: 'success' });
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
