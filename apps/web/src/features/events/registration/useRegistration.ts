import { ApiError } from '@portico/client/ApiError';
import { setRegistration, type RegistrationStatus } from '@portico/contracts/events';
import { showToast } from '@portico/ui/toasts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { t } from '../../../locale/text.ts';
import { eventQuery } from '../events.queries.ts';
import { expectedAfter, lossOf, ordinal } from './registrationState.ts';

/** Long enough to be read, and to be reached by keyboard. */
const UNDO_OFFER_MS = 10_000;

interface Change {
  status: RegistrationStatus;
  /** Takes back a cancellation of a moment ago. */
  isUndo?: boolean;
}

/**
 * Registers the reader for an event, or cancels that. The cached event shows the change at once; it is undone when the
 * server refuses, and a message says why. What the server answered replaces the guess.
 */
export function useRegistration(eventId: string) {
  const cache = useQueryClient();
  const { queryKey } = eventQuery(eventId);
  const registration = useMutation({
    mutationFn: ({ status }: Change) =>
      call(setRegistration, { params: { eventId }, body: { registrationStatus: status } }),
    onMutate: async ({ status }) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData(queryKey);
      if (!before) return undefined;
      const now = new Date();
      const expected = expectedAfter(before, status, now);
      cache.setQueryData(queryKey, expected);
      return { before, expected, isForGood: lossOf(before, now) !== undefined };
    },
    onSuccess: (event, { status, isUndo }, guess) => {
      cache.setQueryData(queryKey, event);
      if (status === 'Unregistered') {
        const words = guess?.before.registrationStatus === 'Registered' ? t('events.canceled') : t('events.leftList');
        const undo = {
          label: t('shared.undo'),
          onPress: () => registration.mutate({ status: 'Registered', isUndo: true }),
        };
        showToast(words, { type: 'success', duration: UNDO_OFFER_MS, ...(guess?.isForGood ? {} : { action: undo }) });
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
      showToast(refusalOf(error, change), { type: 'error', duration: UNDO_OFFER_MS });
      // The server knows better how the event stands.
      if (error instanceof ApiError && error.status >= 400) void cache.invalidateQueries({ queryKey });
    },
    onSettled: () => refreshLists(cache),
  });
  return registration;
}

/** Cards show registrations too. */
function refreshLists(cache: QueryClient): void {
  for (const queryKey of [['events', 'list'], ['events', 'calendar'], ['home']])
    void cache.invalidateQueries({ queryKey });
}

function refusalOf(error: unknown, { status }: Change): string {
  const reason = !(error instanceof ApiError)
    ? t('shared.tryAgainSentence')
    : error.status === 404
      ? t('events.eventGone')
      : error.detail;
  return status === 'Registered' ? t('events.notRegistered', { reason }) : t('events.notCanceled', { reason });
}
