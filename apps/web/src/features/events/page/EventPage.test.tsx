import type { ErrorCode } from '@portico/contracts/errors';
import { getEvent, inviteMe, previewEvent, setRegistration } from '@portico/contracts/events';
import { anEvent, anId, aText } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../../testPortal.ts';

const zone = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'America/New_York';
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  process.env['TZ'] = zone;
});

/** Opens the event and returns the lines of its info block as `name: value`. */
async function openFacts(own: Parameters<typeof anEvent>[0]) {
  const event = anEvent(own);
  const api = fakeApi();
  api.answer(getEvent, event);
  openPortal(`/events/${event.id}`, { api });
  const facts = await screen.findByRole('complementary', { name: 'Event info' });
  return within(facts)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
}

describe('an event', () => {
  test('offers its receipt to who was there, and to nobody else [PROOF-020]', async () => {
    await openFacts({ receipt: 7 });
    const link = screen.getByRole('link', { name: 'Save receipt' });
    expect(link.getAttribute('href')).toBe('/media/proofs/7.tlog-proof');
    expect(link.hasAttribute('download')).toBe(true);
    expect(screen.getByText(/no witness has signed/)).toBeDefined();
    cleanup();
    await openFacts({ receipt: null });
    expect(screen.queryByRole('link', { name: 'Save receipt' })).toBeNull();
  });

  test('shows its time in the reader’s zone, location, speakers, and body [ROUTE-011, EVENTS-009, EVENTS-010, EVENTS-011, EVENTS-012]', async () => {
    const facts = await openFacts({
      header: 'Plans in practice',
      startDate: '2026-03-09T19:05:00.000Z',
      endDate: '2026-03-09T20:30:00.000Z',
      location: 'Boston',
      speakers: ['Lee Park', 'Lee Park', 'Ida Berg'],
    });
    expect(screen.getAllByRole('heading', { level: 1, name: 'Plans in practice' })).toHaveLength(1);
    expect(facts).toEqual([
      'Date: Mon, Mar 9',
      'Time: 3:05 pm – 4:30 pm EDT',
      'Where: Boston',
      'Speakers: Lee ParkIda Berg',
      'Department: Training',
    ]);
    expect(screen.getAllByText('March 9, 2026')).toHaveLength(1);
    expect(screen.getAllByText('Bring your questions.')).toHaveLength(1);
    expect(document.title).toBe('Plans in practice - Portico');
  });

  test('links people who may know it to where they join online, by the name of that place [EVENTS-046]', async () => {
    const joinLink = 'https://meet.example.com/j/88213?pwd=a';
    const facts = await openFacts({ locationType: 'Virtual', location: null, joinLink });
    expect(facts).toContain('Online: Join at meet.example.com');
    const link = screen.getByRole('link', { name: 'Join at meet.example.com' });
    expect(link.getAttribute('href')).toBe(joinLink);
    cleanup();
    expect(await openFacts({ joinLink: null })).not.toContainEqual(expect.stringMatching(/^Online/));
    cleanup();
    const past = { startDate: '2026-03-01T19:05:00.000Z', endDate: '2026-03-01T20:30:00.000Z' };
    expect(await openFacts({ ...past, joinLink })).not.toContainEqual(expect.stringMatching(/^Online/));
  });

  test('shows the author department and the creator, and only one of them if they are the same [EVENTS-030]', async () => {
    const shown = (name: string) => screen.queryAllByText(name).length;
    await openFacts({ authorDepartment: 'Training', creatorInfo: { kind: 'Admin', name: 'Sam Cole' } });
    expect([shown('Training'), shown('Sam Cole')]).toEqual([1, 1]);
    cleanup();
    await openFacts({ authorDepartment: 'Training', creatorInfo: { kind: 'Admin', name: 'Training' } });
    expect(shown('Training')).toBe(1);
    cleanup();
    await openFacts({ authorDepartment: null, creatorInfo: { kind: 'System' } });
    expect([shown('Training'), shown('System')]).toEqual([0, 0]);
  });

  test('also shows its local time when that differs from the reader’s [EVENTS-011]', async () => {
    const facts = await openFacts({
      startDate: '2026-03-09T19:05:00.000Z',
      endDate: '2026-03-09T20:30:00.000Z',
      timeZone: 'America/Los_Angeles',
      locationType: 'Virtual',
      location: null,
    });
    expect(facts.slice(0, 4)).toEqual([
      'Date: Mon, Mar 9',
      'Time: 3:05 pm – 4:30 pm EDT',
      'Los Angeles time: 12:05 pm – 1:30 pm PDT',
      'Where: Virtual',
    ]);
  });

  test('also shows its local date when that differs from the reader’s [R13]', async () => {
    const facts = await openFacts({
      startDate: '2026-03-09T23:30:00.000Z',
      endDate: '2026-03-10T00:30:00.000Z',
      timeZone: 'Asia/Tokyo',
    });
    expect(facts.slice(0, 3)).toEqual([
      'Date: Mon, Mar 9',
      'Time: 7:30 pm – 8:30 pm EDT',
      'Tokyo time: Tue, Mar 10, 8:30 am – 9:30 am GMT+9',
    ]);
  });

  test.each([
    ['Europe/Berlin', 'Date: Sun, Mar 8', 'Time: 7:30 am – 8:30 am GMT+1'],
    ['America/Los_Angeles', 'Date: Sat, Mar 7', 'Time: 10:30 pm – 11:30 pm PST'],
    ['Asia/Tokyo', 'Date: Sun, Mar 8', 'Time: 3:30 pm – 4:30 pm GMT+9'],
    ['America/New_York', 'Date: Sun, Mar 8', 'Time: 1:30 am EST – 3:30 am EDT'],
  ])(
    'shows a reader in %s their local date and time across a daylight saving change in New York [R13]',
    async (readerZone, date, time) => {
      process.env['TZ'] = readerZone;
      const facts = await openFacts({ startDate: '2026-03-08T06:30:00.000Z', endDate: '2026-03-08T07:30:00.000Z' });
      expect(facts.slice(0, 2)).toEqual([date, time]);
    },
  );

  test('shows start and end in both time zones when it lasts several days', async () => {
    const facts = await openFacts({ startDate: '2026-03-07T15:00:00.000Z', endDate: '2026-03-09T21:00:00.000Z' });
    expect(facts.slice(0, 2)).toEqual(['Starts: Sat, Mar 7, 10:00 am EST', 'Ends: Mon, Mar 9, 5:00 pm EDT']);
  });

  test('offers a calendar file to download', async () => {
    const event = anEvent();
    const api = fakeApi();
    api.answer(getEvent, event);
    openPortal(`/events/${event.id}`, { api });
    const link = await screen.findByRole('link', { name: 'Add to calendar' });
    expect(link.getAttribute('href')).toBe(`/media/events/${event.id}.ics`);
    expect(link.hasAttribute('download')).toBe(true);
  });

  test('emails an invitation on request and confirms it [EVENTS-020]', async () => {
    const event = anEvent();
    const api = fakeApi();
    api.answer(getEvent, event);
    api.answer(inviteMe, undefined);
    openPortal(`/events/${event.id}`, { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Email me an invitation' }));
    await waitFor(() =>
      expect(screen.getByText('Your invitation is on its way.').closest('[role=status]')).not.toBeNull(),
    );
    expect(api.callsTo(inviteMe)).toHaveLength(1);
  });

  test.each([
    ['conflict', 'We know no e-mail address of yours.', 'We know no e-mail address of yours.'],
    ['unavailable', 'The mail service is down.', 'The invitation couldn’t be sent. The mail service is down.'],
    ['offline', undefined, 'The invitation couldn’t be sent. We can’t reach the portal.'],
  ] as const)('explains why an invitation can’t be emailed: %s [EVENTS-020]', async (code, detail, message) => {
    const event = anEvent();
    const api = fakeApi();
    api.answer(getEvent, event);
    api.fail(inviteMe, code, detail);
    openPortal(`/events/${event.id}`, { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Email me an invitation' }));
    expect((await screen.findByText(message)).closest('[role=status]')).not.toBeNull();
  });

  test('offers no calendar file after it ends', async () => {
    await openFacts({ startDate: '2026-03-01T15:00:00.000Z', endDate: NOW.toISOString() });
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Email me an invitation' })).toBeNull();
  });

  test.each([
    [
      'upcoming, shows its sign-up card before its description',
      '2026-03-09T19:05:00.000Z',
      Node.DOCUMENT_POSITION_PRECEDING,
    ],
    [
      'over, shows its post-event content after its description, with more space',
      '2026-03-01T15:00:00.000Z',
      Node.DOCUMENT_POSITION_FOLLOWING,
    ],
  ])('when it is %s', async (_, date, order) => {
    await openFacts({
      startDate: date,
      endDate: date,
      registration: { capacity: null, spotsLeft: null, waiting: 0, closesAt: date },
      postEventData: [{ id: 'after', type: 'BodyText', body: aText('What was said.') }],
    });
    const card = screen.getByRole('region', { name: /^(Registration|After the event)$/ });
    expect(
      screen.getByText('Bring your questions.').compareDocumentPosition(card) &
        (Node.DOCUMENT_POSITION_PRECEDING | Node.DOCUMENT_POSITION_FOLLOWING),
    ).toBe(order);
  });

  test.each<ErrorCode>(['forbidden', 'not_found'])(
    'is "Page Not Found" with status 404 when the server answers %s [ERROR-007]',
    async (code) => {
      const api = fakeApi();
      api.fail(getEvent, code);
      expectErrorsInConsole();
      openPortal(`/events/${anId()}`, { api });
      await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
      expect(document.title).toBe('Page Not Found - Portico');
    },
  );
});

describe('the preview of an event', () => {
  const part = (text: string) => [{ id: 'part', type: 'BodyText' as const, body: aText(text) }];

  test('shows the draft and both contents of the card with disabled buttons, without top bar and search bar [ROUTE-012]', async () => {
    const event = anEvent({
      header: 'Plans in practice',
      registration: { capacity: 50, spotsLeft: 50, waiting: 0, closesAt: '2026-03-08T12:00:00.000Z' },
      preEventData: part('Said before.'),
      postEventData: part('Said after.'),
    });
    const api = fakeApi();
    api.answer(previewEvent, event);
    openPortal(`/events/${event.id}/preview`, { api });
    expect(await screen.findAllByRole('heading', { level: 1, name: 'Plans in practice' })).toHaveLength(1);
    expect(screen.getByRole('main').textContent).toContain('Preview.');
    expect(screen.queryByRole('navigation', { name: /breadcrumb/i })).toBeNull();
    expect(screen.queryByRole('search')).toBeNull();
    const card = within(screen.getByRole('region', { name: 'Registration' }));
    expect(card.getAllByText('Said before.')).toHaveLength(1);
    expect(card.getAllByText('Said after.')).toHaveLength(1);
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Register' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Email me an invitation' }).disabled).toBe(true);
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull();
    expect(api.callsTo(setRegistration)).toEqual([]);
  });

  test.each<ErrorCode>(['forbidden', 'not_found'])(
    'is "Page Not Found" when the server answers %s [ERROR-007]',
    async (code) => {
      const api = fakeApi();
      api.fail(previewEvent, code);
      expectErrorsInConsole();
      openPortal(`/events/${anId()}/preview`, { api });
      await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
    },
  );
});
