import { expect, test } from 'vitest';
import { collection, eventLine, itemOf, newsLine, now, portal, shown, write } from './testing/testCollection.ts';

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
  expect(Date.parse(added!.starts_at!) - Date.parse(old!.starts_at!)).toBe(86_400_000);
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
