import { ApiError } from '@portico/client/ApiError';
import { setRegistration, type RegistrationStatus } from '@portico/contracts/events';
import { showToast } from '@portico/ui/toasts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventQuery } from './events.queries.ts';
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
    mutationFn: ({ status }: Change) => call(setRegistration, { params: { eventId }, body: { registrationStatus: status } }),
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
        const words = guess?.before.registrationStatus === 'Registered' ? 'Your registration is cancelled.' : 'You have left the waiting list.';
        const undo = { label: 'Undo', onPress: () => registration.mutate({ status: 'Registered', isUndo: true }) };
        showToast(words, { type: 'success', duration: UNDO_OFFER_MS, ...(guess?.isForGood ? {} : { action: undo }) });
      } else if (event.waitingPosition !== null && guess?.expected.registrationStatus === 'Registered') {
        showToast(`The last place was taken a moment ago. You are on the waiting list (${ordinal(event.waitingPosition)}).`, { type: 'warning', duration: UNDO_OFFER_MS });
      } else if (isUndo) {
        showToast(event.waitingPosition === null ? 'You are registered again.' : 'You are on the waiting list again.', { type: 'success' });
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
  for (const queryKey of [['events', 'list'], ['events', 'calendar'], ['home']]) void cache.invalidateQueries({ queryKey });
}

function refusalOf(error: unknown, { status }: Change): string {
  const what = status === 'Registered' ? 'You could not be registered.' : 'Your registration could not be cancelled.';
  if (!(error instanceof ApiError)) return `${what} Try again.`;
  if (error.status === 404) return `${what} The event is no longer there.`;
  return `${what} ${error.detail}`;
}
