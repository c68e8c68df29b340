import { ApiError } from '@portico/client/ApiError';
import { setSeriesRegistration } from '@portico/contracts/events';
import type { CallInput } from '@portico/contracts/endpoint';
import { showToast } from '@portico/ui/toasts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { t } from '../../../locale/text.ts';
import { eventQuery } from '../events.queries.ts';
import { refreshEventLists } from './useRegistration.ts';

const UNDO_OFFER_MS = 10_000;

type Step = CallInput<typeof setSeriesRegistration>['body'];

/** Registers the reader for dates of a series, or cancels them, with the number of dates and an undo. */
export function useSeriesRegistration(eventId: string) {
  const cache = useQueryClient();
  const registration = useMutation({
    mutationFn: (body: Step) => call(setSeriesRegistration, { params: { eventId }, body }),
    onSuccess: ({ event, changed, waiting }, { registrationStatus }) => {
      cache.setQueryData(eventQuery(eventId).queryKey, event);
      const isRegistered = registrationStatus === 'Registered';
      const said = isRegistered
        ? t('events.seriesSaidRegistered', { count: changed.length })
        : t('events.seriesSaidCanceled', { count: changed.length });
      const undo = {
        label: t('shared.undo'),
        onPress: () =>
          registration.mutate({ registrationStatus: isRegistered ? 'Unregistered' : 'Registered', eventIds: changed }),
      };
      showToast(waiting === 0 ? said : `${said} ${t('events.seriesSaidWaiting', { count: waiting })}`, {
        type: waiting === 0 ? 'success' : 'warning',
        duration: UNDO_OFFER_MS,
        ...(changed.length === 0 ? {} : { action: undo }),
      });
    },
    onError: (error, { registrationStatus }) => {
      const reason = error instanceof ApiError ? error.detail : t('shared.tryAgainSentence');
      const isRegistered = registrationStatus === 'Registered';
      showToast(isRegistered ? t('events.notRegistered', { reason }) : t('events.notCanceled', { reason }), {
        type: 'error',
        duration: UNDO_OFFER_MS,
      });
    },
    onSettled: () => {
      // The other dates show it too.
      void cache.invalidateQueries({ queryKey: eventQuery(eventId).queryKey.slice(0, 1) });
      refreshEventLists(cache);
    },
  });
  return registration;
}
