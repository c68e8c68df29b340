import { HOUR_MS } from '@portico/contracts/durations';
import { getEvent, type PortalEvent } from '@portico/contracts/events';
import {
  answerWatchingCheck,
  getOwnWatching,
  reportWatching,
  WATCH_REPORT_MS,
  type OwnWatching,
} from '@portico/contracts/watching';
import { anEvent, anId } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

const CHECK = anId();
const video = (source: object) =>
  [{ id: 'v', type: 'Video', title: 'Talk', captions: [], source }] as unknown as PortalEvent['components'];
const embedded = video({ host: 'YouTube', videoId: 'dQw4w9WgXcQ' });
const ofPortal = video({ host: 'Portal', documentId: anId(), format: 'WEBM' });

const watching = (own: Partial<OwnWatching> = {}): OwnWatching => ({
  what: 'Film',
  minutes: 45,
  checks: 3,
  answerSeconds: 120,
  opensAt: '2020-01-01T00:00:00.000Z',
  closesAt: null,
  mayWatch: true,
  isHere: false,
  seconds: 750,
  answered: 1,
  missed: 0,
  isOwn: false,
  check: null,
  ...own,
});

/** Opens the page of an event that is over, and whose film counts. */
async function openCard(components = embedded, own: Partial<OwnWatching> = {}) {
  const event = anEvent({
    startDate: new Date(Date.now() - 2 * HOUR_MS).toISOString(),
    endDate: new Date(Date.now() - HOUR_MS).toISOString(),
    components,
    isWatched: true,
  });
  const api = fakeApi();
  api.answer(getEvent, event);
  api.answer(getOwnWatching, watching(own));
  const reports: object[] = [];
  let next = watching({ isOwn: true });
  const says = (more: Partial<OwnWatching>) => {
    next = watching({ isOwn: true, ...more });
  };
  api.answer(reportWatching, ({ body: { watchId: _, ...body } }) => {
    reports.push(body);
    return next;
  });
  openPortal(`/events/${event.id}`, { api, person: 'ana' });
  const card = within(await screen.findByRole('region', { name: 'Minutes watched' }));
  return { api, card, reports, says, event };
}

/** Lets the page report again. */
const later = () => act(() => vi.advanceTimersByTimeAsync(WATCH_REPORT_MS));
const show = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the card says what counts and what is missing, and reports from Start to Pause [CREDIT-100]', async () => {
  const { card, reports, says } = await openCard();
  expect(card.getByText(/Watch 45 minutes on this page to be noted as there. 3 times/)).toBeDefined();
  expect(card.getByRole('progressbar', { name: 'Minutes' }).getAttribute('aria-valuetext')).toBe('12 of 45');
  expect(card.getByRole('progressbar', { name: 'Checks answered' }).getAttribute('aria-valuetext')).toBe('1 of 3');
  expect(card.getByText(/The player doesn’t tell the portal whether it plays/)).toBeDefined();
  await userEvent.click(card.getByRole('button', { name: 'Start' }));
  await card.findByText('Your time counts.');
  says({ seconds: 780 });
  await later();
  await waitFor(() =>
    expect(card.getByRole('progressbar', { name: 'Minutes' }).getAttribute('aria-valuetext')).toBe('13 of 45'),
  );
  await userEvent.click(card.getByRole('button', { name: 'Pause' }));
  await card.findByText('Your time doesn’t count now.');
  await waitFor(() => expect(reports).toHaveLength(3));
  expect(reports).toEqual([
    { hasMoreTime: false, isStart: true, isWatching: true },
    { hasMoreTime: false, isStart: false, isWatching: true },
    { hasMoreTime: false, isStart: false, isWatching: false },
  ]);
});

test('a video of the portal counts while it plays, without a button [CREDIT-100]', async () => {
  const { card, reports } = await openCard(ofPortal);
  expect(card.getByText('Time counts while the video plays and this page is in view.')).toBeDefined();
  expect(card.queryByRole('button', { name: 'Start' })).toBeNull();
  const film = document.querySelector('video')!;
  const paused = vi.spyOn(film, 'paused', 'get').mockReturnValue(false);
  act(() => void film.dispatchEvent(new Event('playing')));
  await card.findByText('Your time counts.');
  paused.mockReturnValue(true);
  act(() => void film.dispatchEvent(new Event('pause')));
  await waitFor(() => expect(reports).toMatchObject([{ isWatching: true }, { isWatching: false }]));
  paused.mockReturnValue(false);
  act(() => void film.dispatchEvent(new Event('playing')));
  await waitFor(() => expect(reports).toHaveLength(3));
  vi.spyOn(film, 'ended', 'get').mockReturnValue(true);
  act(() => void film.dispatchEvent(new Event('ended')));
  await waitFor(() => expect(reports.slice(2)).toMatchObject([{ isWatching: true }, { isWatching: false }]));
});

test('a video that begins while the page is not in view starts nothing until it is [CREDIT-100]', async () => {
  const { card, reports } = await openCard(ofPortal);
  show('hidden');
  const film = document.querySelector('video')!;
  vi.spyOn(film, 'paused', 'get').mockReturnValue(false);
  act(() => void film.dispatchEvent(new Event('playing')));
  await later();
  expect(reports).toEqual([]);
  show('visible');
  await card.findByText('Your time counts.');
  expect(reports).toMatchObject([{ isStart: true, isWatching: true }]);
});

test('a missed check and another page pause the video, so that it isn’t watched in vain [CREDIT-102]', async () => {
  for (const [said, text] of [
    [{ isOwn: false, missed: 1 }, /You didn’t answer in time/],
    [{ isOwn: false }, /You watch on another page or device/],
  ] as const) {
    const { card, says } = await openCard(ofPortal);
    const film = document.querySelector('video')!;
    vi.spyOn(film, 'paused', 'get').mockReturnValue(false);
    const pause = vi.spyOn(film, 'pause').mockReturnValue();
    act(() => void film.dispatchEvent(new Event('playing')));
    await card.findByText('Your time counts.');
    says(said);
    await later();
    await card.findByText(text);
    expect(pause).toHaveBeenCalledTimes(1);
    cleanup();
  }
});

test('nothing counts while the page is not in view [CREDIT-100]', async () => {
  const { card, reports } = await openCard();
  await userEvent.click(card.getByRole('button', { name: 'Start' }));
  await card.findByText('Your time counts.');
  show('hidden');
  await waitFor(() => expect(reports).toMatchObject([{ isWatching: true }, { isWatching: false }]));
  expect(card.getByText('Your time doesn’t count now.')).toBeDefined();
  show('visible');
  await waitFor(() => expect(reports).toHaveLength(3));
  expect(reports[2]).toMatchObject({ isStart: false, isWatching: true });
});

test('a check takes the focus but not a key meant for the player, pauses the video, and returns both [CREDIT-101]', async () => {
  const { api, card, says } = await openCard(ofPortal);
  const film = document.querySelector('video')!;
  const paused = vi.spyOn(film, 'paused', 'get').mockReturnValue(false);
  const pause = vi.spyOn(film, 'pause').mockImplementation(() => {
    paused.mockReturnValue(true);
    film.dispatchEvent(new Event('pause'));
  });
  const play = vi.spyOn(film, 'play').mockResolvedValue();
  act(() => void film.dispatchEvent(new Event('playing')));
  await card.findByText('Your time counts.');
  const heading = screen.getByRole('heading', { level: 1 });
  heading.tabIndex = -1;
  heading.focus();
  says({ check: { id: CHECK } });
  await later();
  const check = await card.findByRole('group', { name: 'Are you still there?' });
  expect(document.activeElement).toBe(check);
  expect(within(check).getByText('Nothing counts until you answer. You have 2 minutes.')).toBeDefined();
  expect(pause).toHaveBeenCalledTimes(1);
  await userEvent.keyboard(' {Enter}');
  expect(api.callsTo(answerWatchingCheck)).toHaveLength(0);
  api.answer(answerWatchingCheck, ({ body }) => watching({ isOwn: true, answered: body.checkId === CHECK ? 2 : 1 }));
  says({ answered: 2 });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(card.queryByText('Are you still there?')).toBeNull());
  expect(document.activeElement).toBe(heading);
  expect(play).toHaveBeenCalledTimes(1);
  expect(card.getByRole('progressbar', { name: 'Checks answered' }).getAttribute('aria-valuetext')).toBe('2 of 3');
});

test('a check leaves the focus to people who are typing, and is announced [CREDIT-101]', async () => {
  const { card, says, reports } = await openCard();
  await userEvent.click(card.getByRole('button', { name: 'Start' }));
  await card.findByText('Your time counts.');
  const field = document.createElement('textarea');
  document.body.append(field);
  field.focus();
  says({ check: { id: CHECK } });
  await later();
  expect(await card.findByRole('alert', { name: 'Are you still there?' })).toBeDefined();
  expect(document.activeElement).toBe(field);
  field.remove();
  await waitFor(() => expect(reports.at(-1)).toMatchObject({ isWatching: false }));
});

test('people who need more time say so before, and this browser remembers it [CREDIT-094]', async () => {
  const { card, reports, says } = await openCard();
  expect(card.getByText('You have 2 minutes for each check.')).toBeDefined();
  await userEvent.click(card.getByRole('switch', { name: 'I need more time to answer' }));
  expect(card.getByText('You have 20 minutes for each check.')).toBeDefined();
  says({ check: { id: CHECK } });
  await userEvent.click(card.getByRole('button', { name: 'Start' }));
  await card.findByText('Nothing counts until you answer. You have 20 minutes.');
  expect(reports[0]).toMatchObject({ hasMoreTime: true });
  cleanup();
  const again = await openCard(embedded, { answerSeconds: 45 });
  expect(again.card.getByText('You have 450 seconds for each check.')).toBeDefined();
});

test('a missed check, another page, a lost connection and a refusal each say why nothing counts [CREDIT-102]', async () => {
  const { api, card, says, reports } = await openCard();
  const start = async () => {
    await userEvent.click(card.getByRole('button', { name: 'Start' }));
    await card.findByText('Your time counts.');
  };
  await start();
  says({ isOwn: false, missed: 1, seconds: 300 });
  await later();
  await card.findByText(/You didn’t answer in time/);
  expect(card.getByRole('progressbar', { name: 'Minutes' }).getAttribute('aria-valuetext')).toBe('5 of 45');
  says({ missed: 1 });
  await start();
  expect(reports.at(-1)).toMatchObject({ isStart: true });
  says({ isOwn: false, missed: 1 });
  await later();
  await card.findByText(/You watch on another page or device/);
  says({ missed: 1 });
  await start();
  api.fail(reportWatching, 'offline');
  await later();
  await card.findByText(/The portal can’t be reached/);
  api.answer(reportWatching, watching({ isOwn: true, missed: 1 }));
  await later();
  await card.findByText('Your time counts.');
  api.fail(reportWatching, 'conflict', 'The meeting is over.');
  await later();
  await card.findByText('The meeting is over.');
  expect(card.getByRole('button', { name: 'Start' })).toBeDefined();
});

test('a pause is sent after the report that is still on its way [CREDIT-100]', async () => {
  const { api, card, reports } = await openCard();
  let arrive: () => void = () => undefined;
  api.answer(reportWatching, async ({ body: { watchId: _, ...body } }) => {
    reports.push(body);
    if (body.isWatching) await new Promise<void>((done) => (arrive = done));
    return watching({ isOwn: true });
  });
  await userEvent.click(card.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(reports).toHaveLength(1));
  await userEvent.click(card.getByRole('button', { name: 'Pause' }));
  await later();
  expect(reports).toHaveLength(1);
  arrive();
  await waitFor(() => expect(reports.at(-1)).toMatchObject({ isStart: false, isWatching: false }));
});

test('the message that everything has been watched gets the focus, and the event is loaded again [CREDIT-102]', async () => {
  const { api, card, says } = await openCard();
  await userEvent.click(card.getByRole('button', { name: 'Start' }));
  await card.findByText('Your time counts.');
  says({ isHere: true, isOwn: false, seconds: 2700, answered: 3 });
  await later();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('You are noted as there.'));
  await waitFor(() => expect(api.callsTo(getEvent)).toHaveLength(2));
  expect(card.queryByRole('button')).toBeNull();
});

test('who can’t watch now reads why, and what plays is left alone [CREDIT-102]', async () => {
  const past = '2020-01-02T00:00:00.000Z';
  for (const [own, text] of [
    [{ mayWatch: false }, 'You need a spot at this event.'],
    [{ opensAt: '2099-01-01T12:00:00.000Z' }, /^Minutes count from/],
    [{ what: 'Meeting', closesAt: past }, 'The meeting is over.'],
    [{ seconds: 2700, answered: 3 }, /an organizer noted that you weren’t there/],
  ] as const) {
    const { card, reports } = await openCard(ofPortal, own);
    expect(card.getByText(text)).toBeDefined();
    const film = document.querySelector('video')!;
    vi.spyOn(film, 'paused', 'get').mockReturnValue(false);
    act(() => void film.dispatchEvent(new Event('playing')));
    await later();
    expect(reports).toEqual([]);
    expect(card.queryByRole('button')).toBeNull();
    cleanup();
  }
});

test('without a video on the page, minutes count from Start [CREDIT-100]', async () => {
  const { card } = await openCard([]);
  expect(card.getByRole('button', { name: 'Start' })).toBeDefined();
});

test('for a meeting, the card says to keep the page in view [CREDIT-100]', async () => {
  const { card } = await openCard(ofPortal, { what: 'Meeting', closesAt: '2099-01-01T00:00:00.000Z' });
  expect(card.getByText(/Place it beside the window of the meeting/)).toBeDefined();
  expect(card.getByRole('button', { name: 'Start' })).toBeDefined();
});
