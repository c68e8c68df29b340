import { ApiError } from '@portico/client/ApiError';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { adminKey } from './admin.queries.ts';

/**
 * Runs a change, shows `done` or the reason why it failed, and refetches the administration's data. Resolves to whether
 * it succeeded.
 */
export function useAdminAction() {
  const cache = useQueryClient();
  return async (change: () => Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await change();
      showToast(done, { type: 'success' });
      return true;
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('shared.tryAgainSentence'), { type: 'error' });
      return false;
    } finally {
      void cache.invalidateQueries({ queryKey: adminKey });
    }
  };
}
