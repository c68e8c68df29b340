import { ApiError } from '@portico/client/ApiError';
import { listCalendarEvents, setRegistration, type RegistrationStatus } from '@portico/contracts/events';
import { showToast } from '@portico/ui/toasts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { keyOf } from '../../../api/query.ts';
import { t } from '../../../locale/text.ts';
import { eventListsKey, eventQuery } from '../events.queries.ts';
import { expectedAfter, cancellationLoss, ordinal } from './registrationState.ts';

/** Leaves time to read the message and reach its button by keyboard. */
const UNDO_OFFER_MS = 10_000;

interface RegistrationStep {
  status: RegistrationStatus;
  /** Reverses the cancellation the reader just made. */
  isUndo?: boolean;
}

/**
 * Registers the reader for an event or cancels the registration. The cached event changes immediately; the server's
 * response replaces it. On an error, the previous event is restored and a toast gives the reason.
 */
export function useRegistration(eventId: string) {
  const cache = useQueryClient();
  const { queryKey } = eventQuery(eventId);
  const registration = useMutation({
    mutationFn: ({ status }: RegistrationStep) =>
      call(setRegistration, { params: { eventId }, body: { registrationStatus: status } }),
    onMutate: async ({ status }) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData(queryKey);
      if (!before) return undefined;
      const now = new Date();
      const expected = expectedAfter(before, status, now);
      cache.setQueryData(queryKey, expected);
      return { before, expected, isPermanent: cancellationLoss(before, now) !== undefined };
    },
    onSuccess: (event, { status, isUndo }, guess) => {
      cache.setQueryData(queryKey, event);
      if (status === 'Unregistered') {
        const message = guess?.before.registrationStatus === 'Registered' ? t('events.canceled') : t('events.leftList');
        const undo = {
          label: t('shared.undo'),
          onPress: () => registration.mutate({ status: 'Registered', isUndo: true }),
        };
        showToast(message, {
          type: 'success',
          duration: UNDO_OFFER_MS,
          ...(guess?.isPermanent ? {} : { action: undo }),
        });
      } else if (event.waitingPosition !== null && guess?.expected.registrationStatus === 'Registered') {
        showToast(t('events.lastSpotTaken', { position: ordinal(event.waitingPosition) }), {
          type: 'warning',
          duration: UNDO_OFFER_MS,
        });
      } else if (isUndo) {
        showToast(event.waitingPosition === null ? t('events.registeredAgain') : t('events.waitingAgain'), {
          type: 'success',
        });
      }
    },
    onError: (error, change, guess) => {
      if (guess) cache.setQueryData(queryKey, guess.before);
      showToast(failureMessage(error, change), { type: 'error', duration: UNDO_OFFER_MS });
      // The server's registration state wins over the cached one.
      if (error instanceof ApiError && error.status >= 400) void cache.invalidateQueries({ queryKey });
    },
    onSettled: () => refreshEventLists(cache),
  });
  return registration;
}

/** Refetches what else shows the reader's registrations. */
export function refreshEventLists(cache: QueryClient): void {
  for (const queryKey of [eventListsKey, keyOf(listCalendarEvents), ['home']])
    void cache.invalidateQueries({ queryKey });
}

function failureMessage(error: unknown, { status }: RegistrationStep): string {
  const reason = !(error instanceof ApiError)
    ? t('shared.tryAgainSentence')
    : error.status === 404
      ? t('events.eventGone')
      : error.detail;
  return status === 'Registered' ? t('events.notRegistered', { reason }) : t('events.notCanceled', { reason });
}
