import { noteReading } from '@portico/contracts/readings';
import { getReadership, listReadership, type ReadershipItem } from '@portico/contracts/studio/readership';
import { getNewsItem } from '@portico/contracts/news';
import { aNewsItem } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { ACTING_FOR_KEY } from '../../sign-in/actingFor.ts';
import { openEditor } from '../testing/editorPage.ts';
import { aReadership, studioApi } from '../testing/studioApi.ts';
import { answerStudio, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';
import { stepsOf } from './readershipLabels.ts';

const exactly = (count: number) => ({ least: count, most: count });
const few = { least: 1, most: 4 };

afterEach(() => {
  sessionStorage.removeItem(ACTING_FOR_KEY);
  vi.restoreAllMocks();
});

function readershipApi(items: ReadershipItem[]) {
  const asked: unknown[] = [];
  const api = answerStudio(fakeApi());
  api.answer(listReadership, ({ query }) => {
    asked.push(query);
    return { items, page: 1, pageSize: 25, total: items.length };
  });
  return { api, asked };
}

const itemOf = ({ path: _path, days: _days, documents: _documents, ...item }: ReturnType<typeof aReadership>) => item;

test('each item has its readers, its audience and what else is counted, and leads to its days [DESK-271]', async () => {
  const { api, asked } = readershipApi([
    itemOf(aReadership()),
    itemOf(
      aReadership({
        id: '5f9b1d4e-0000-4000-8000-000000000002',
        title: 'Summit',
        kind: 'event',
        readers: { least: 9, most: 20 },
        best: { day: '2026-11-21', readers: few, audience: 1200 },
        registrations: exactly(6),
        confirmations: { confirmed: { least: 96, most: 100 }, people: 100 },
      }),
    ),
    itemOf(
      aReadership({
        id: '5f9b1d4e-0000-4000-8000-000000000003',
        title: 'Guide',
        kind: 'document',
        readers: exactly(0),
        best: null,
        downloads: { least: 0, most: 9 },
      }),
    ),
  ]);
  openPortal('/studio/readership', { api, person: 'edda' });
  const item = await screen.findByRole('link', { name: 'Wire cutoff moves' });
  expect(item.getAttribute('href')).toBe(`/studio/readership/${ITEM_ID}?days=30`);
  expect(screen.getByText('Readers of all days: 12 · Best day: 12 of 40 (30%), Nov 20, 2026')).toBeDefined();
  expect(
    screen.getByText(
      'Readers of all days: at least 9 · Best day: fewer than 5 of 1,200, Nov 21, 2026 · Registered: 6 · Confirmed: at least 96 of 100',
    ),
  ).toBeDefined();
  expect(screen.getByText('No readers in this period · Downloads: too few people to show')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 365 days');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Event');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Largest share on a day');
  await waitFor(() => expect(asked.at(-1)).toEqual({ days: '365', kind: 'event', sort: 'Share' }));
});

test('the days of an item are a chart with the same numbers as a table, and lead to what they are about [DESK-272]', async () => {
  const { api } = readershipApi([]);
  api.answer(
    getReadership,
    aReadership({
      registrations: exactly(6),
      documents: [{ id: '5f9b1d4e-0000-4000-8000-000000000003', title: 'Guide', readers: few, downloads: exactly(0) }],
    }),
  );
  openPortal(`/studio/readership/${ITEM_ID}?days=90`, { api, person: 'edda' });
  const scale = await screen.findByText('30%', { selector: 'p' });
  expect(scale.parentElement!.textContent).toBe('30%Nov 20, 2026Nov 21, 2026');
  expect(screen.getByText('40 people see it today')).toBeDefined();
  await userEvent.click(screen.getByText('Show as a table'));
  const rows = within(screen.getByRole('table', { name: 'Readers by day' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Day', 'Readers', 'Audience', 'Share'],
    ['Nov 20, 2026', '12', '40', '30%'],
    ['Nov 21, 2026', 'fewer than 5', '40', '–'],
  ]);
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Guide')).toBe('/studio/readership/5f9b1d4e-0000-4000-8000-000000000003?days=90');
  expect(hrefOf('Page of readers')).toBe(`/news/${ITEM_ID}`);
  expect(hrefOf('Who registered')).toBe(`/studio/events/${ITEM_ID}`);
});

test('a year has the day with the largest share of each week [DESK-272]', () => {
  const days = Array.from({ length: 15 }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    readers: exactly(index === 3 ? 30 : 5),
    audience: 40,
    downloads: exactly(0),
  }));
  expect(stepsOf(days, '90')).toHaveLength(15);
  expect(stepsOf(days, '365').map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-04', '2026-11-09']);
});

test('the settings of a published item have its readers, those of a draft have not [DESK-272]', async () => {
  window.innerWidth = 1440;
  openEditor(studioApi(aStudioItem()));
  const section = within(await screen.findByRole('region', { name: 'Readers' }));
  expect(await section.findByText('Readers of all days: 12 · Best day: 12 of 40 (30%), Nov 20, 2026')).toBeDefined();
  expect(section.getByRole('link', { name: 'All numbers of readers' }).getAttribute('href')).toBe(
    `/studio/readership/${ITEM_ID}?days=30`,
  );
  cleanup();
  const draft = studioApi(aStudioItem({ state: 'Draft', isLive: false }));
  openEditor(draft);
  await screen.findByRole('region', { name: 'Retention' });
  expect(screen.queryByRole('region', { name: 'Readers' })).toBeNull();
  expect(draft.callsTo(getReadership)).toEqual([]);
});

test('the page of an item is counted once it is visible, and not for somebody else [DESK-260, DESK-263]', async () => {
  const open = () => {
    const api = fakeApi();
    api.answer(getNewsItem, aNewsItem({ id: ITEM_ID, revisionId: '5f9b1d4e-0000-4000-8000-0000000000f1' }));
    openPortal(`/news/${ITEM_ID}`, { api });
    return { api };
  };
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { api } = open();
  await screen.findByRole('heading', { level: 1 });
  expect(api.callsTo(noteReading)).toEqual([]);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(api.callsTo(noteReading)).toHaveLength(1));
  expect(api.callsTo(noteReading)[0]!.path).toBe(`/api/v1/readings/${ITEM_ID}`);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(api.callsTo(noteReading)).toHaveLength(1);
  cleanup();
  sessionStorage.setItem(ACTING_FOR_KEY, '6f9b1d4e-0000-4000-8000-0000000000a1');
  const acting = open().api;
  await screen.findByRole('heading', { level: 1 });
  expect(acting.callsTo(noteReading)).toEqual([]);
});
