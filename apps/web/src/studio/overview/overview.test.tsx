import { listJobs } from '@portico/contracts/admin/jobs';
import { getStudioOverview, listStudioCalendar, type OverviewItem } from '@portico/contracts/studio/overview';
import { getSearchInsights, type SearchInsights } from '@portico/contracts/studio/insights';
import { listLeftItems } from '@portico/contracts/studio/owners';
import { listWaitingItems, type WaitingItem } from '@portico/contracts/studio/reviews';
import { listStudioItems } from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import { aCurrentUser } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { answerStudio } from '../testing/studioItems.ts';

const id = (number: number) => `5f9b1d4e-0000-4000-8000-${String(number).padStart(12, '0')}`;
const anItem = (number: number, own: Partial<OverviewItem> = {}): OverviewItem => ({
  id: id(number),
  kind: 'news',
  title: `Item ${number}`,
  at: '2026-03-04T14:00:00.000Z',
  reviewOn: null,
  ...own,
});
const none = { total: 0, items: [] };
const noneLeft = { items: [], page: 1, pageSize: 25, total: 0, all: 0, people: [] };
const insights: SearchInsights = {
  from: '2026-02-01',
  to: '2026-03-02',
  searches: 9,
  unanswered: 0,
  steps: [],
  terms: [],
  hasMore: false,
};
const waiting: WaitingItem = {
  id: id(9),
  kind: 'event',
  title: 'Forum',
  task: 'Approve',
  purpose: 'Publish',
  note: '',
  by: 'Aud',
  since: '2026-03-01T12:00:00.000Z',
  dueOn: null,
  isOverdue: false,
};

function overviewApi() {
  const api = answerStudio(fakeApi());
  api.answer(getStudioOverview, {
    Mine: { total: 7, items: [1, 2, 3, 4, 5].map((number) => anItem(number)) },
    MyReviews: none,
    Scheduled: { total: 1, items: [anItem(6, { title: '' })] },
    Ending: none,
    Reviews: none,
    BrokenLinks: { total: 1, items: [anItem(8, { at: null })] },
  });
  api.answer(listWaitingItems, { items: [waiting] });
  api.answer(listLeftItems, noneLeft);
  api.answer(listStudioCalendar, { entries: [] });
  api.answer(getSearchInsights, insights);
  return api;
}

const group = (name: RegExp) => screen.findByRole('region', { name });

const zone = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'America/New_York';
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T17:00:00Z') });
});
afterEach(() => {
  process.env['TZ'] = zone;
  vi.useRealTimers();
});

test('each group shows its number, the first items and a link to the list of all of them [DESK-180]', async () => {
  openPortal('/studio/overview', { api: overviewApi() });
  const mine = within(await group(/^Changed by me, not published 7$/));
  expect(mine.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    [1, 2, 3, 4, 5].map((number) => `Item ${number}News · changed Wed, Mar 4, 9:00 am`),
  );
  expect(mine.getByRole('link', { name: 'Changed by me, not published, all 7' }).getAttribute('href')).toBe(
    '/studio?show=Mine',
  );
  const scheduled = within(await group(/^Scheduled 1$/));
  expect(scheduled.getByRole('link', { name: 'Untitled' }).getAttribute('href')).toBe(`/studio/${id(6)}`);
  expect((await group(/^Ending within 30 days 0$/)).textContent).toContain('Nothing');
  expect((await group(/^With links that lead nowhere 1$/)).textContent).toContain('Item 8News');
  const forMe = within(await group(/^Waiting for me 1$/));
  expect(forMe.getByRole('link', { name: 'Forum' }).getAttribute('href')).toBe(`/studio/${id(9)}?panel=review`);
  expect(screen.queryByRole('region', { name: /^Failed jobs/ })).toBeNull();
});

test('administrators see how many jobs have failed [DESK-180]', async () => {
  const api = overviewApi();
  api.answer(getCurrentUser, aCurrentUser({ roles: ['editor', 'admin'] }));
  api.answer(listJobs, { items: [], page: 1, pageSize: 25, total: 2, names: [] });
  openPortal('/studio/overview', { api });
  const failed = within(await group(/^Failed jobs 2$/));
  expect(failed.getByRole('link', { name: 'Failed jobs, all 2' }).getAttribute('href')).toBe(
    '/admin/jobs?state=failed',
  );
});

test('who may answer searches sees those that found nothing, and no small number [DESK-180]', async () => {
  const api = overviewApi();
  const aTerm = { searches: 9, isPinned: false, isAbbreviation: false };
  api.answer(getSearchInsights, {
    ...insights,
    unanswered: 11,
    terms: [
      { ...aTerm, term: 'zebra', unanswered: 9 },
      { ...aTerm, term: 'quokka', unanswered: null },
    ],
  });
  openPortal('/studio/overview', { api });
  const vain = within(await group(/^Searched in vain in 30 days 11$/));
  expect(vain.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'zebrasearches: 9',
    'quokkasearches: fewer than 5',
  ]);
  expect(vain.getByRole('link', { name: 'Searched in vain in 30 days, all 11' }).getAttribute('href')).toBe(
    '/studio/insights',
  );
});

test('a failure to load it can be retried [DESK-180]', async () => {
  const api = overviewApi();
  api.fail(getStudioOverview, 'unavailable');
  expectErrorsInConsole();
  openPortal('/studio/overview', { api });
  const failed = (await screen.findByText('The overview couldn’t be loaded')).closest<HTMLElement>('[role]')!;
  api.answer(getStudioOverview, {
    Mine: none,
    MyReviews: none,
    Scheduled: none,
    Ending: none,
    Reviews: none,
    BrokenLinks: none,
  });
  await userEvent.click(within(failed).getByRole('button', { name: 'Try again' }));
  expect(await group(/^Changed by me, not published 0$/)).toBeTruthy();
});

test('the calendar marks days on which something starts or ends and lists the chosen one [DESK-181]', async () => {
  const api = overviewApi();
  api.answer(listStudioCalendar, {
    entries: [
      { itemId: id(1), kind: 'news', title: 'Fees', what: 'Starts', at: '2026-03-05T14:00:00.000Z' },
      { itemId: id(1), kind: 'news', title: 'Fees', what: 'Ends', at: '2026-03-06T04:30:00.000Z' },
      { itemId: id(2), kind: 'event', title: 'Forum', what: 'Ends', at: '2026-03-06T05:00:00.000Z' },
    ],
  });
  openPortal('/studio/overview', { api });
  expect(await screen.findByText('Nothing starts or ends on this day.')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Next: Thu, Mar 5' }));
  const list = await screen.findByRole('list', { name: 'What starts and ends on Thu, Mar 5' });
  // Entries belong to the day of the editor's time zone.
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['FeesStarts9:00 am · News', 'FeesEnds11:30 pm · News']);
  await userEvent.click(screen.getByRole('button', { name: /March 6, 2026, 1 item$/ }));
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'What starts and ends on Fri, Mar 6' }).textContent).toContain('Forum'),
  );
  expect(api.callsTo(listStudioCalendar).map(({ path }) => decodeURIComponent(path))).toEqual([
    '/api/v1/studio/calendar?from=2026-03-01T05:00:00.000Z&until=2026-04-01T04:00:00.000Z',
  ]);
});

test('the list of items has the groups as a filter, which its address keeps [DESK-180]', async () => {
  const api = overviewApi();
  api.answer(listStudioItems, { items: [], page: 1, pageSize: 25, total: 0 });
  const { address } = openPortal('/studio?show=Ending', { api });
  const filter = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Show' });
  expect(filter.value).toBe('Ending');
  await waitFor(() => expect(api.callsTo(listStudioItems).at(-1)?.path).toBe('/api/v1/studio/items?show=Ending'));
  await userEvent.selectOptions(filter, 'With broken links');
  await waitFor(() => expect(address()).toBe('/studio?show=BrokenLinks'));
});
