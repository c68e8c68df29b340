import { ApiError } from '@portico/client/ApiError';
import { getDailyEmail, setDailyEmail, type DailyEmail } from '@portico/contracts/notifications';
import { showToast } from '@portico/ui/toasts';
import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';
import { t } from '../../locale/text.ts';

/** Leaves time to read the message and reach its button by keyboard. */
const RETRY_OFFER_MS = 10_000;

/**
 * A failure shows beside the switch, not on the whole page. The call has its own area, because a new notification must
 * not move the switch back while a change is pending.
 */
export const dailyEmailQuery = () =>
  queryOptions({
    ...query(getDailyEmail, {}, { area: 'daily-email' }),
    throwOnError: false,
  });

/**
 * Turns the daily email on or off, one change at a time. The switch moves immediately; after an error it returns to the
 * server's state, and a toast offers a retry.
 */
export function useSetDailyEmail(): UseMutationResult<DailyEmail, Error, boolean> {
  const cache = useQueryClient();
  const { queryKey } = dailyEmailQuery();
  const put = (isOn: boolean) => cache.setQueryData(queryKey, (known) => known && { ...known, isOn });
  const change: UseMutationResult<DailyEmail, Error, boolean> = useMutation({
    mutationKey: queryKey,
    scope: { id: 'daily-email' },
    mutationFn: (isOn: boolean) => call(setDailyEmail, { body: { isOn } }),
    onMutate: async (isOn) => {
      const canceled = cache.cancelQueries({ queryKey });
      put(isOn);
      await canceled;
    },
    onError: (error, isOn) => {
      const reason = error instanceof ApiError ? error.detail : t('shared.tryAgainSentence');
      showToast(t(isOn ? 'notifications.dailyEmailNotOn' : 'notifications.dailyEmailNotOff', { reason }), {
        type: 'error',
        duration: RETRY_OFFER_MS,
        action: { label: t('shared.tryAgain'), onPress: () => change.mutate(isOn) },
      });
      // A later change decides what the switch shows.
      if (cache.isMutating({ mutationKey: queryKey }) <= 1) put(!isOn);
    },
    onSettled: () => {
      if (cache.isMutating({ mutationKey: queryKey }) <= 1) void cache.invalidateQueries({ queryKey });
    },
  });
  return change;
}
