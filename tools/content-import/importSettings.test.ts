import { expect, test } from 'vitest';
import * as itemLimits from '@portico/kinds/itemParts';
import * as eventLimits from '@portico/kinds/items/event/shape';
import { DAY_MS } from '@portico/contracts/durations';
import { collection, eventLine, itemOf, newsLine, now, portal, shown, write } from './testing/testCollection.ts';

const limits = { ...itemLimits, ...eventLimits };

test('a collection’s settings define drafts, audiences, dates, category names and withdrawn items', async () => {
  const { db, run } = await portal();
  const settings = {
    categoryNames: { Markets: 'Economy', Other: 'Economy' },
    items: {
      draft: { draft: true },
      some: { audience: ['AdvisorHybrid'] },
      dated: { publishedAt: '2026-05-01T00:00:00Z', expiresAt: '2026-05-02T00:00:00Z' },
      nobody: { draft: true },
    },
  };
  const folder = await collection({
    'settings.json': settings,
    'news.jsonl': ['draft', 'some', 'dated'].map((id) => newsLine(id, { categories: ['Markets', 'Other', 'Rates'] })),
  });
  expect((await run(folder)).notes).toEqual([
    { file: 'settings.json', id: 'nobody', reason: 'the collection has no such item' },
  ]);
  expect(await itemOf(db, 'draft')).toMatchObject({ published_revision_id: null, published_at: null });
  expect(await itemOf(db, 'some')).toMatchObject({ audience: ['AdvisorHybrid'], categories: ['Economy', 'Rates'] });
  expect(await itemOf(db, 'dated')).toMatchObject({
    published_at: '2026-05-01T00:00:00Z',
    expires_at: '2026-05-02T00:00:00Z',
  });

  await write(folder, { 'settings.json': { ...settings, items: { some: { draft: true } } } });
  expect((await run(folder)).counts.get('news')).toEqual({ added: 0, updated: 3, unchanged: 0 });
  expect(await itemOf(db, 'draft')).toMatchObject({ published_at: '2026-03-01T10:00:00Z' });
  expect(await itemOf(db, 'some')).toMatchObject({ published_revision_id: null, audience: [] });
  expect((await run(folder)).counts.get('news')).toEqual({ added: 0, updated: 0, unchanged: 3 });
});

test('a mistake in a collection’s settings rejects all of them', async () => {
  const { run } = await portal();
  const report = await run(await collection({ 'settings.json': { shiftDate: true }, 'news.jsonl': [newsLine('n1')] }));
  expect(report.rejected).toMatchObject([{ file: 'settings.json', reason: expect.stringContaining('shiftDate') }]);
});

test('only the first import decides how dates move: a later one keeps them and shifts new lines the same way', async () => {
  const { db, run } = await portal();
  const lines = Array.from({ length: 8 }, (_, index) =>
    eventLine(`e${index}`, {
      startDate: `2020-0${index + 1}-01T10:00:00Z`,
      endDate: `2020-0${index + 1}-01T11:00:00Z`,
      publishedAt: `2020-0${index + 1}-01T09:00:00Z`,
    }),
  );
  const folder = await collection({ 'settings.json': { shiftDates: true }, 'events.jsonl': lines });
  const first = await run(folder);
  expect(first.shiftedByDays).toBeGreaterThan(2000);
  const ahead = await db
    .selectFrom('content_items')
    .select(['starts_at', 'published_at'])
    .where('starts_at', '>', now.toISOString())
    .execute();
  expect(ahead).toHaveLength(2);
  for (const { published_at } of ahead) expect(Date.parse(published_at!)).toBeLessThanOrEqual(now.getTime());

  await write(folder, {
    'events.jsonl': [
      ...lines,
      eventLine('new', { startDate: '2020-01-02T10:00:00Z', endDate: '2020-01-02T11:00:00Z' }),
    ],
  });
  const second = await run(folder, { now: new Date('2027-01-01T00:00:00Z') });
  expect(second.shiftedByDays).toBe(first.shiftedByDays);
  expect(second.counts.get('events')).toEqual({ added: 1, updated: 0, unchanged: 8 });
  const [old, added] = [await itemOf(db, 'e0'), await itemOf(db, 'new')];
  expect(Date.parse(added!.starts_at!) - Date.parse(old!.starts_at!)).toBe(DAY_MS);
  expect((await run(folder, { shiftDates: false })).counts.get('events')).toEqual({
    added: 0,
    updated: 9,
    unchanged: 0,
  });
});

test('a collection’s settings define registration, capacity, and the texts before and after an event', async () => {
  const { db, run } = await portal();
  await run(
    await collection({
      'events.jsonl': [eventLine('open'), eventLine('small'), eventLine('elsewhere', { source: 'OTHER' })],
      'settings.json': {
        registration: { FED: { capacity: 40 } },
        items: {
          small: {
            registration: { capacity: 2, closesAt: '2026-03-31T14:00:00Z' },
            timeZone: 'America/Denver',
            preEventBody: 'Come early.',
            postEventBody: 'Room 4.',
          },
        },
      },
    }),
  );
  expect((await shown(db, 'open'))?.details).toMatchObject({ registration: { capacity: 40 } });
  expect((await shown(db, 'small'))?.details).toMatchObject({
    registration: { capacity: 2, closesAt: '2026-03-31T14:00:00.000Z' },
    timeZone: 'America/Denver',
    preEventData: [{ type: 'BodyText' }],
    postEventData: [{ type: 'BodyText' }],
  });
  expect((await shown(db, 'elsewhere'))?.details).not.toHaveProperty('registration');
});

test('an event line can have a join link and a location of 500 characters; other links are rejected [EVENTS-046]', async () => {
  const { db, run } = await portal();
  const joinLink = 'https://meet.example.com/j/88213?pwd=a&b=c';
  const location = 'Harbor room '.padEnd(500, '.');
  const report = await run(
    await collection({
      'events.jsonl': [
        eventLine('linked', { joinLink, location }),
        eventLine('cleared', { joinLink: '' }),
        eventLine('guessed'),
        eventLine('bad', { joinLink: 'meet.example.com' }),
      ],
    }),
  );
  expect((await shown(db, 'linked'))?.details).toMatchObject({ joinLink, location });
  expect((await shown(db, 'cleared'))?.details).toMatchObject({ joinLink: '' });
  expect((await shown(db, 'guessed'))?.details).not.toHaveProperty('joinLink');
  expect(report.rejected).toMatchObject([{ id: 'bad', reason: expect.stringContaining('joinLink') as string }]);
});

test.each([
  ['title', limits.MAX_TITLE],
  ['description', limits.MAX_DESCRIPTION],
  ['authorDepartment', limits.MAX_DEPARTMENT],
  ['location', limits.MAX_LOCATION],
])('the import accepts the same length of %s as the studio, and names a longer one [FILE-007]', async (name, max) => {
  const { db, run } = await portal();
  const report = await run(
    await collection({
      'events.jsonl': [
        eventLine('fits', { [name]: 'Q&A'.padEnd(max, '.') }),
        // Characters that the source wrote as entities count once.
        eventLine('written-as-entity', { [name]: 'Q&amp;A'.padEnd(max + 4, '.') }),
        eventLine('too-long', { [name]: 'Q&A'.padEnd(max + 1, '.') }),
      ],
    }),
  );
  expect(await shown(db, 'fits')).toBeDefined();
  expect(await shown(db, 'written-as-entity')).toBeDefined();
  expect(report.rejected).toMatchObject([{ id: 'too-long', reason: `${name}: It has more than ${max} characters` }]);
});

test('the import accepts as many speakers and categories as the studio, and names a line with more [FILE-007]', async () => {
  const { db, run } = await portal();
  const names = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => `${index} `.padEnd(length, 'x'));
  const { MAX_SPEAKERS, MAX_SPEAKER, MAX_CATEGORIES, MAX_CATEGORY_LENGTH } = limits;
  const report = await run(
    await collection({
      'events.jsonl': [
        eventLine('fits', {
          speakers: names(MAX_SPEAKERS, MAX_SPEAKER),
          categories: names(MAX_CATEGORIES, MAX_CATEGORY_LENGTH),
        }),
        eventLine('many-speakers', { speakers: names(MAX_SPEAKERS + 1, 5) }),
        eventLine('long-speaker', { speakers: names(1, MAX_SPEAKER + 1) }),
        eventLine('many-categories', { categories: names(MAX_CATEGORIES + 1, 5) }),
        eventLine('long-category', { categories: names(1, MAX_CATEGORY_LENGTH + 1) }),
      ],
    }),
  );
  expect((await shown(db, 'fits'))?.details).toMatchObject({ speakers: names(MAX_SPEAKERS, MAX_SPEAKER) });
  expect(report.rejected.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
    `many-speakers: speakers: It has more than ${MAX_SPEAKERS} entries`,
    `long-speaker: speakers.0: It has more than ${MAX_SPEAKER} characters`,
    `many-categories: categories: It has more than ${MAX_CATEGORIES} entries`,
    `long-category: categories.0: It has more than ${MAX_CATEGORY_LENGTH} characters`,
  ]);
});
