import type { PortalEvent } from '@portico/contracts/events';
import { getEvent, setRegistration } from '@portico/contracts/events';
import { anEvent, aRegistration, aText } from '@portico/testing/builders';
import { fromNow, NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  act(() => clearToasts());
});

const before = [{ id: 'before', type: 'BodyText' as const, body: aText('Bring a pen.') }];
const after = [{ id: 'after', type: 'BodyText' as const, body: aText('Room 12 is yours.') }];

/** A server with one event; registrations change it, and what comes after registration is sent only to those who are registered. */
async function openCard(own: Partial<PortalEvent> = {}) {
  let event = anEvent({ registration: aRegistration(), preEventData: before, ...own });
  const api = fakeApi();
  const asSent = (): PortalEvent => ({
    ...event,
    postEventData: event.registrationStatus === 'Registered' || NOW >= new Date(event.endDate) ? after : null,
  });
  api.answer(getEvent, asSent);
  api.answer(setRegistration, ({ body: { registrationStatus } }) => {
    const { placesLeft, waiting } = event.registration!;
    const isFull = placesLeft === 0;
    if (registrationStatus === 'Unregistered') event = { ...event, registrationStatus, waitingPosition: null };
    else event = isFull ? { ...event, waitingPosition: waiting + 1 } : { ...event, registrationStatus };
    return asSent();
  });
  openPortal(`/events/${event.id}`, { api });
  const region = await screen.findByRole('region', { name: 'Registration' });
  const standing = within(region).getByRole('status');
  return {
    api,
    card: within(region),
    standing,
    change: (changed: Partial<PortalEvent>) => {
      event = { ...event, ...changed };
    },
    press: async (name: string) => await userEvent.click(within(region).getByRole('button', { name })),
  };
}

describe('the sign-up card', () => {
  test('[EVENTS-013] before registration shows what is said beforehand, the places, the deadline and the way in', async () => {
    const { card, standing } = await openCard({
      registration: aRegistration({ closesAt: '2026-03-08T21:00:00.000Z' }),
    });
    expect(standing.textContent).toMatch(
      /^Registration open12 of 50 spots left\.Register by March 8, 2026, \d{1,2}:00 [ap]m \S+\.$/,
    );
    expect(card.getByText('Bring a pen.')).toBeTruthy();
    expect(card.getByRole('button', { name: 'Register' })).toBeTruthy();
    expect(card.queryByText('Room 12 is yours.')).toBeNull();
  });

  test('[EVENTS-014, EVENTS-016] registering shows at once, then what is said afterwards, and the focus stays in the card', async () => {
    const { api, card, standing, press } = await openCard();
    const letGo = api.hold(setRegistration);
    await press('Register');
    expect(await card.findByText('Registered')).toBeTruthy();
    expect(card.queryByRole('button', { name: 'Register' })).toBeNull();
    expect(document.activeElement).toBe(standing);
    await act(async () => letGo());
    expect(await card.findByText('Room 12 is yours.')).toBeTruthy();
    expect(card.queryByText('Bring a pen.')).toBeNull();
    expect(card.getByRole('button', { name: 'Cancel registration' })).toBeTruthy();
    expect(api.callsTo(setRegistration)).toHaveLength(1);
  });

  test('a refusal takes the change back, says why and asks how the event stands now [EVENTS-024]', async () => {
    const { api, card, change, press } = await openCard();
    api.fail(setRegistration, 'conflict', 'Registration for this event has closed.');
    change({ registration: aRegistration({ closesAt: fromNow({ hours: -1 }) }) });
    await press('Register');
    expect(await screen.findByText('You couldn’t be registered. Registration for this event has closed.')).toBeTruthy();
    expect(await card.findByText('Registration closed')).toBeTruthy();
    expect(card.queryByRole('button')).toBeNull();
    expect(card.getByText('Bring a pen.')).toBeTruthy();
  });

  test('a lost connection takes the change back at once [EVENTS-024]', async () => {
    const { api, card, press } = await openCard();
    api.fail(setRegistration, 'offline');
    await press('Register');
    expect(await screen.findByText('You couldn’t be registered. The server could not be reached.')).toBeTruthy();
    expect(card.getByRole('button', { name: 'Register' })).toBeTruthy();
    expect(api.callsTo(getEvent)).toHaveLength(1);
  });

  test('a second press while the first is under way does nothing', async () => {
    const { api, card, press } = await openCard();
    const letGo = api.hold(setRegistration);
    await press('Register');
    await userEvent.click(await card.findByRole('button', { name: /Cancel registration/ }));
    await act(async () => letGo());
    await card.findByText('Room 12 is yours.');
    expect(api.callsTo(setRegistration)).toHaveLength(1);
  });

  test('a cancellation that can be taken back is done at once, with Undo in the message', async () => {
    const { api, card, press } = await openCard({ registrationStatus: 'Registered' });
    await press('Cancel registration');
    expect(await card.findByRole('button', { name: 'Register' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByText('Your registration is canceled.');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await card.findByText('Registered')).toBeTruthy();
    expect(await screen.findByText('You’re registered again.')).toBeTruthy();
    expect(api.callsTo(setRegistration)).toHaveLength(2);
  });

  test('a cancellation that loses the place is asked about first, and has no Undo', async () => {
    const { api, card, press } = await openCard({
      registrationStatus: 'Registered',
      registration: aRegistration({ placesLeft: 0, waiting: 3 }),
    });
    await press('Cancel registration');
    let dialog = await screen.findByRole('dialog', { name: 'Cancel registration?' });
    expect(dialog.textContent).toContain('3 people are waiting. Your spot goes to the first person on the list');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep registration' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsTo(setRegistration)).toEqual([]);
    await press('Cancel registration');
    dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel registration' }));
    expect(await card.findByRole('button', { name: 'Join the waiting list' })).toBeTruthy();
    await screen.findByText('Your registration is canceled.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('when it is full leads to the waiting list, and says the position there', async () => {
    const { card, standing, press } = await openCard({ registration: aRegistration({ placesLeft: 0, waiting: 2 }) });
    expect(standing.textContent).toContain('FullAll 50 spots are taken. 2 people are waiting.');
    await press('Join the waiting list');
    expect(await card.findByText('On the waiting list (3rd)')).toBeTruthy();
    expect(card.getByText('Bring a pen.')).toBeTruthy();
    expect(card.getByRole('button', { name: 'Leave the waiting list' })).toBeTruthy();
  });

  test('says so when the last place was taken a moment before', async () => {
    const { card, change, press } = await openCard({ registration: aRegistration({ placesLeft: 1 }) });
    change({ registration: aRegistration({ placesLeft: 0, waiting: 0 }) });
    await press('Register');
    expect(await screen.findByText('The last spot was just taken. You’re on the waiting list (1st).')).toBeTruthy();
    expect(card.getByText('On the waiting list (1st)')).toBeTruthy();
  });

  test('whoever is not last on the waiting list is asked before leaving it', async () => {
    const { press } = await openCard({
      waitingPosition: 1,
      registration: aRegistration({ placesLeft: 0, waiting: 4 }),
    });
    await press('Leave the waiting list');
    expect(await screen.findByRole('dialog', { name: 'Leave the waiting list?' })).toBeTruthy();
  });

  test('[EVENTS-014, EVENTS-015] once the event is over shows what is said afterwards to everybody, and takes no registration', async () => {
    const { card } = await openCard({ startDate: fromNow({ hours: -2 }), endDate: NOW.toISOString() });
    expect(card.getByText('Room 12 is yours.')).toBeTruthy();
    expect(card.queryByText('Bring a pen.')).toBeNull();
    expect(card.queryByRole('button')).toBeNull();
  });

  test('after the start a registration can no longer be cancelled', async () => {
    const { card } = await openCard({
      registrationStatus: 'Registered',
      startDate: NOW.toISOString(),
      registration: aRegistration({ closesAt: NOW.toISOString() }),
    });
    expect(card.getByText('The event has started.')).toBeTruthy();
    expect(card.queryByRole('button')).toBeNull();
  });

  test('is not there when the event takes no registration and has nothing to say', async () => {
    const event = anEvent();
    const api = fakeApi();
    api.answer(getEvent, event);
    openPortal(`/events/${event.id}`, { api });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('region', { name: 'Registration' })).toBeNull();
  });
});

test('the card closes by itself at the deadline, and the event is asked for again', async () => {
  vi.useRealTimers();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  const { api, card } = await openCard({ registration: aRegistration({ closesAt: fromNow({ hours: 0.5 }) }) });
  expect(card.getByRole('button', { name: 'Register' })).toBeTruthy();
  await act(async () => await vi.advanceTimersByTimeAsync(30 * 60_000));
  expect(await card.findByText('Registration closed')).toBeTruthy();
  await waitFor(() => expect(api.callsTo(getEvent)).toHaveLength(2));
});
