import type { PortalEvent } from '@portico/contracts/events';
import { getEvent, setRegistration } from '@portico/contracts/events';
import { anEvent, aRegistration, aText } from '@portico/testing/builders';
import { fromNow, NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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

/**
 * Opens an event on a fake server that records registrations and sends post-event content only to registered readers.
 */
async function openCard(own: Partial<PortalEvent> = {}) {
  let event = anEvent({ registration: aRegistration(), preEventData: before, ...own });
  const api = fakeApi();
  const eventAsSent = (): PortalEvent => ({
    ...event,
    postEventData: event.registrationStatus === 'Registered' || NOW >= new Date(event.endDate) ? after : null,
  });
  api.answer(getEvent, eventAsSent);
  api.answer(setRegistration, ({ body: { registrationStatus } }) => {
    const { spotsLeft, waiting } = event.registration!;
    const isFull = spotsLeft === 0;
    if (registrationStatus === 'Unregistered') event = { ...event, registrationStatus, waitingPosition: null };
    else event = isFull ? { ...event, waitingPosition: waiting + 1 } : { ...event, registrationStatus };
    return eventAsSent();
  });
  openPortal(`/events/${event.id}`, { api });
  const region = await screen.findByRole('region', { name: /^(Registration|After the event)$/ });
  const status = within(region).getByRole('status');
  return {
    api,
    card: within(region),
    status,
    change: (changed: Partial<PortalEvent>) => {
      event = { ...event, ...changed };
    },
    press: async (name: string) => await userEvent.click(within(region).getByRole('button', { name })),
  };
}

describe('the sign-up card', () => {
  test('names the delegate who registered the reader [ACT-007]', async () => {
    const { status } = await openCard({ registrationStatus: 'Registered', registeredBy: 'Nils Aldous' });
    expect(status.textContent).toContain('Registered by Nils Aldous for you.');
  });

  test('shows the pre-event content, spots, deadline, and Register button before registration [EVENTS-013]', async () => {
    const { card, status } = await openCard({
      registration: aRegistration({ closesAt: '2026-03-08T21:00:00.000Z' }),
    });
    expect(status.textContent).toMatch(/^12 of 50 spots leftRegister by March 8, 2026, \d{1,2}:00 [ap]m \S+\.$/);
    expect(card.getAllByText('Bring a pen.')).toHaveLength(1);
    expect(card.getAllByRole('button', { name: 'Register' })).toHaveLength(1);
    expect(card.queryByText('Room 12 is yours.')).toBeNull();
  });

  test('shows a registration immediately, then the post-event content, and keeps focus in the card [EVENTS-014, EVENTS-016]', async () => {
    const { api, card, status, press } = await openCard();
    const release = api.hold(setRegistration);
    await press('Register');
    expect(await card.findAllByText('You’re going')).toHaveLength(1);
    expect(card.queryByRole('button', { name: 'Register' })).toBeNull();
    expect(document.activeElement).toBe(status);
    await act(async () => release());
    expect(await card.findAllByText('Room 12 is yours.')).toHaveLength(1);
    expect(card.queryByText('Bring a pen.')).toBeNull();
    expect(card.getAllByRole('button', { name: 'Cancel registration' })).toHaveLength(1);
    expect(api.callsTo(setRegistration)).toHaveLength(1);
  });

  test('says that a registration is in progress only after a second, so never right after “You’re going”', async () => {
    const { api, card, press } = await openCard();
    const release = api.hold(setRegistration);
    // Each change of the page is seen at once, however busy the machine is.
    let shownAt = 0;
    const observer = new MutationObserver(() => {
      if (shownAt === 0 && card.queryByText('In progress')) shownAt = performance.now();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    onTestFinished(() => observer.disconnect());
    const pressedAt = performance.now();
    await press('Register');
    await card.findByText('You’re going');
    await card.findByText('In progress');
    // The timer starts after the press, and timers may be a millisecond early.
    expect(shownAt - pressedAt).toBeGreaterThan(999);
    await act(async () => release());
    await waitFor(() => expect(card.queryByText('In progress')).toBeNull());
  });

  test('restores the previous state, gives the reason, and refetches the event after a rejection [EVENTS-024]', async () => {
    const { api, card, change, press } = await openCard();
    api.fail(setRegistration, 'conflict', 'Registration for this event has closed.');
    change({ registration: aRegistration({ closesAt: fromNow({ hours: -1 }) }) });
    await press('Register');
    expect(
      await screen.findAllByText('We couldn’t register you. Registration for this event has closed.'),
    ).toHaveLength(1);
    expect(await card.findAllByText('Registration closed')).toHaveLength(1);
    expect(card.queryByRole('button')).toBeNull();
    expect(card.getAllByText('Bring a pen.')).toHaveLength(1);
  });

  test('restores the previous state immediately when the connection is lost [EVENTS-024]', async () => {
    const { api, card, press } = await openCard();
    api.fail(setRegistration, 'offline');
    await press('Register');
    expect(await screen.findAllByText('We couldn’t register you. We can’t reach the portal.')).toHaveLength(1);
    expect(card.getAllByRole('button', { name: 'Register' })).toHaveLength(1);
    expect(api.callsTo(getEvent)).toHaveLength(1);
  });

  test('ignores a second press while the first request is pending', async () => {
    const { api, card, press } = await openCard();
    const release = api.hold(setRegistration);
    await press('Register');
    await userEvent.click(await card.findByRole('button', { name: /Cancel registration/ }));
    await act(async () => release());
    await card.findByText('Room 12 is yours.');
    expect(api.callsTo(setRegistration)).toHaveLength(1);
  });

  test('cancels immediately and offers Undo when registering again is possible', async () => {
    const { api, card, press } = await openCard({ registrationStatus: 'Registered' });
    await press('Cancel registration');
    expect(await card.findAllByRole('button', { name: 'Register' })).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByText('Your registration is canceled.');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await card.findAllByText('You’re going')).toHaveLength(1);
    expect(await screen.findAllByText('You’re registered again.')).toHaveLength(1);
    expect(api.callsTo(setRegistration)).toHaveLength(2);
  });

  test('asks before a cancellation that loses the spot, and offers no Undo', async () => {
    const { api, card, press } = await openCard({
      registrationStatus: 'Registered',
      registration: aRegistration({ spotsLeft: 0, waiting: 3 }),
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
    expect(await card.findAllByRole('button', { name: 'Join the waiting list' })).toHaveLength(1);
    await screen.findByText('Your registration is canceled.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('offers the waiting list for a full event and shows the reader’s position', async () => {
    const { card, status, press } = await openCard({ registration: aRegistration({ spotsLeft: 0, waiting: 2 }) });
    expect(status.textContent).toContain('FullAll 50 spots are taken. 2 people are waiting.');
    await press('Join the waiting list');
    expect(await card.findAllByText('On the waiting list (3rd)')).toHaveLength(1);
    expect(card.getAllByText('Bring a pen.')).toHaveLength(1);
    expect(card.getAllByRole('button', { name: 'Leave the waiting list' })).toHaveLength(1);
  });

  test('explains that the last spot was just taken', async () => {
    const { card, change, press } = await openCard({ registration: aRegistration({ spotsLeft: 1 }) });
    change({ registration: aRegistration({ spotsLeft: 0, waiting: 0 }) });
    await press('Register');
    expect(await screen.findAllByText('The last spot was just taken. You’re on the waiting list (1st).')).toHaveLength(
      1,
    );
    expect(card.getAllByText('On the waiting list (1st)')).toHaveLength(1);
  });

  test('asks before leaving the waiting list unless the reader is last in line', async () => {
    const { press } = await openCard({
      waitingPosition: 1,
      registration: aRegistration({ spotsLeft: 0, waiting: 4 }),
    });
    await press('Leave the waiting list');
    expect(await screen.findAllByRole('dialog', { name: 'Leave the waiting list?' })).toHaveLength(1);
  });

  test('shows the post-event content to every reader and accepts no registration after the event ends [EVENTS-014, EVENTS-015]', async () => {
    const { card } = await openCard({ startDate: fromNow({ hours: -2 }), endDate: NOW.toISOString() });
    expect(card.getAllByText('Room 12 is yours.')).toHaveLength(1);
    expect(card.queryByText('Bring a pen.')).toBeNull();
    expect(card.queryByRole('button')).toBeNull();
  });

  test('offers no cancellation after the event starts', async () => {
    const { card } = await openCard({
      registrationStatus: 'Registered',
      startDate: NOW.toISOString(),
      registration: aRegistration({ closesAt: NOW.toISOString() }),
    });
    expect(card.getAllByText('The event has started.')).toHaveLength(1);
    expect(card.queryByRole('button')).toBeNull();
  });

  test('is hidden for an event without registration and without content', async () => {
    const event = anEvent();
    const api = fakeApi();
    api.answer(getEvent, event);
    openPortal(`/events/${event.id}`, { api });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('region', { name: 'Registration' })).toBeNull();
  });
});

test('registration closes at the deadline without a reload, and the event is refetched', async () => {
  vi.useRealTimers();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  const { api, card } = await openCard({ registration: aRegistration({ closesAt: fromNow({ hours: 0.5 }) }) });
  expect(card.getAllByRole('button', { name: 'Register' })).toHaveLength(1);
  await act(async () => await vi.advanceTimersByTimeAsync(30 * 60_000));
  expect(await card.findAllByText('Registration closed')).toHaveLength(1);
  await waitFor(() => expect(api.callsTo(getEvent)).toHaveLength(2));
});
