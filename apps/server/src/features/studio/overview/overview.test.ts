import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { getStudioOverview, listStudioCalendar, MAX_CALENDAR_DAYS } from '@portico/contracts/studio/overview';
import { changeStudioItem, listStudioItems, publishStudioItem, StudioGroup } from '@portico/contracts/studio/studio';
import { addJob } from '../../../jobs/queue.ts';
import { testPortal } from '../../../testing/testPortal.ts';

const now = new Date('2026-11-20T12:00:00Z');
const day = (days: number, ms = 0) => new Date(now.getTime() + days * DAY_MS + ms).toISOString();

async function studio() {
  const portal = await testPortal({ now, env: { DEPARTMENTS_CLAIM: 'custom:departments', VISIT_LINKS: 'false' } });
  const { as, db, runJobs } = portal;
  const overview = (name = 'edda') => as(name).call(getStudioOverview, {});
  const titles = async (group: StudioGroup, name?: string) =>
    (await overview(name))[group].items.map(({ title }) => title);
  const listed = async (show: StudioGroup, name = 'edda') =>
    (await as(name).call(listStudioItems, { query: { show } })).items.map(({ title }) => title);
  const change = async (itemId: string, header: string, name = 'edda') =>
    as(name).call(changeStudioItem, {
      params: { itemId },
      body: {
        clientId: randomUUID(),
        batchId: randomUUID(),
        base: 0,
        changes: [{ do: 'field', name: 'header', value: header }],
      },
    });
  const findBrokenLinks = async () => {
    await addJob(db, 'find-broken-links', {}, { key: 'find-broken-links' });
    await runJobs();
  };
  return { ...portal, overview, titles, listed, change, findBrokenLinks };
}

const linking = (...hrefs: string[]) => ({
  components: [
    {
      id: 'b1',
      type: 'BodyText' as const,
      body: {
        type: 'doc' as const,
        content: [
          {
            type: 'paragraph' as const,
            content: hrefs.map((href) => ({
              type: 'text' as const,
              text: 'there',
              marks: [{ type: 'link' as const, attrs: { href } }],
            })),
          },
        ],
      },
    },
  ],
});

test('of items with the same date, the first by title are named, and all are counted [DESK-180]', async () => {
  const { make, overview } = await studio();
  for (const letter of ['F', 'B', 'G', 'A', 'D', 'C', 'E'])
    await make.news({ header: `Ends ${letter}`, expiresAt: day(2) });
  await make.news({ header: 'Ends first', expiresAt: day(1) });
  const { Ending } = await overview();
  expect(Ending.total).toBe(8);
  expect(Ending.items.map(({ title }) => title)).toEqual(['Ends first', 'Ends A', 'Ends B', 'Ends C', 'Ends D']);
});

test('the overview counts and names what the person may open, and each count is that of the list behind it [DESK-180]', async () => {
  const { make, overview, listed, change } = await studio();
  for (const title of ['A', 'B', 'C', 'D', 'E', 'F'])
    await make.news({ header: `Soon ${title}`, publishedAt: day(1, title.charCodeAt(0)) });
  await make.news({ header: 'Next year', publishedAt: day(60), authorDepartment: 'Compliance' });
  await make.news({ header: 'Ends tomorrow', expiresAt: day(1) });
  await make.news({ header: 'Ends on the last day', expiresAt: day(30), authorDepartment: 'Compliance' });
  await make.news({ header: 'Ends later', expiresAt: day(30, 1) });
  await make.news({ header: 'Ends now', expiresAt: day(0) });
  await make.news({ header: 'Never published', isDraft: true, expiresAt: day(1) });
  const own = await make.news({ header: 'Old title' });
  await change(own, 'New title');
  const others = await make.news({ header: 'Of somebody else' });
  await change(others, 'By the author', 'aud');

  const all = await overview();
  expect(all.Scheduled.total).toBe(7);
  expect(all.Scheduled.items.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D', 'E'].map((one) => `Soon ${one}`));
  expect(all.Scheduled.items[0]?.at).toBe(day(1, 'A'.charCodeAt(0)));
  expect(all.Ending.items.map(({ title }) => title)).toEqual(['Ends tomorrow', 'Ends on the last day']);
  expect(all.Mine.items.map(({ title }) => title)).toEqual(['New title']);
  expect(all.BrokenLinks).toEqual({ total: 0, items: [] });
  const authors = await overview('aud');
  expect(authors.Scheduled.total).toBe(6);
  expect(authors.Ending.items.map(({ title }) => title)).toEqual(['Ends tomorrow']);
  expect(authors.Mine.items.map(({ title }) => title)).toEqual(['By the author']);
  for (const [name, found] of [
    ['edda', all],
    ['aud', authors],
  ] as const)
    for (const group of StudioGroup.options)
      expect((await listed(group, name)).length, `${group} of ${name}`).toBe(found[group].total);
});

test('a next version with a date is scheduled [DESK-180]', async () => {
  const { make, as, titles, change } = await studio();
  const itemId = await make.news({ header: 'Published' });
  const { sequence } = await change(itemId, 'Next version');
  expect(await titles('Scheduled')).toEqual([]);
  await as('edda').call(publishStudioItem, {
    params: { itemId },
    body: { version: 2, sequence, goesLiveAt: day(3) } as never,
  });
  expect(await titles('Scheduled')).toEqual(['Next version']);
});

test('the calendar has what starts and ends in a period of at most 62 days [DESK-181]', async () => {
  const { make, as } = await studio();
  await make.news({ header: 'First instant', publishedAt: day(10) });
  await make.news({ header: 'Last instant', publishedAt: day(20) });
  await make.news({ header: 'Before', publishedAt: day(10, -1) });
  await make.news({ header: 'Ends', expiresAt: day(12) });
  await make.news({ header: 'Of compliance', expiresAt: day(11), authorDepartment: 'Compliance' });
  await make.news({ header: 'Draft', isDraft: true, expiresAt: day(12) });
  const entries = async (name: string) =>
    (await as(name).call(listStudioCalendar, { query: { from: day(10), until: day(20) } })).entries.map(
      ({ title, what, at }) => `${what} ${at.slice(0, 10)} ${title}`,
    );
  expect(await entries('edda')).toEqual([
    'Starts 2026-11-30 First instant',
    'Ends 2026-12-01 Of compliance',
    'Ends 2026-12-02 Ends',
  ]);
  expect(await entries('aud')).toEqual(['Starts 2026-11-30 First instant', 'Ends 2026-12-02 Ends']);
  await as('edda').call(listStudioCalendar, { query: { from: day(0), until: day(MAX_CALENDAR_DAYS) } });
  for (const query of [
    { from: day(0), until: day(MAX_CALENDAR_DAYS, 1) },
    { from: day(1), until: day(1) },
    { from: day(2), until: day(1) },
  ])
    expect(await as('edda').fail(listStudioCalendar, { query })).toMatchObject({ status: 400 });
});

test('links of published items that lead nowhere are found, and no longer once they lead somewhere [DESK-182]', async () => {
  const { make, titles, listed, findBrokenLinks } = await studio();
  const target = await make.news({ header: 'Target' });
  const linked = await make.news({ header: 'Linked', ...linking(`/news/${target}`, '/events') });
  await make.news({ header: 'Draft', isDraft: true, ...linking('/nothing') });
  const wrong = await make.news({ header: 'Wrong', authorDepartment: 'Compliance', ...linking('/nothing') });
  await findBrokenLinks();
  expect(await titles('BrokenLinks')).toEqual(['Wrong']);
  expect(await listed('BrokenLinks', 'aud')).toEqual([]);
  await make.withdraw(target);
  await findBrokenLinks();
  expect(await titles('BrokenLinks')).toEqual(['Linked', 'Wrong']);
  expect(await listed('BrokenLinks', 'aud')).toEqual(['Linked']);
  await make.republish(wrong, linking('/events'));
  await make.withdraw(linked);
  expect(await titles('BrokenLinks')).toEqual([]);
});

test('links of many items are looked up in batches, and one of any length does no harm [DESK-182]', async () => {
  const { make, db, titles, findBrokenLinks } = await studio();
  for (const title of ['First', 'Second', 'Third'])
    await make.news({
      header: title,
      ...linking(...Array.from({ length: 170 }, (_, index) => `/nothing/${title}/${index}`)),
    });
  const long = Array.from({ length: 1000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)));
  await make.news({ header: 'Long', ...linking(`https://far.example/${long.join('')}`) });
  await findBrokenLinks();
  expect(await titles('BrokenLinks')).toEqual(['First', 'Second', 'Third']);
  const unmarked = await db.selectFrom('published_links').where('problem', 'is', null).selectAll().execute();
  expect(unmarked).toEqual([]);
});
