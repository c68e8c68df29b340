import { showToast } from '@portico/ui/toasts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { t } from '../../locale/text.ts';
import type { DraftSession } from '../session/draftSession.ts';

/** Duplicates the open item and opens the copy. */
export function useDuplicateOpen(session: DraftSession): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    void import('../starting/duplicateOpenItem.ts').then(
      ({ duplicateOpenItem }) => duplicateOpenItem(session, (path) => navigate({ to: path })),
      () => showToast(t('shared.tryAgainSentence'), { type: 'error' }),
    );
  }, [session, navigate]);
}
