import { randomUUID } from 'node:crypto';
import { contentMaker } from '@portico/server/testing/contentMaker';
import { expect, test } from 'vitest';
import { collection, now, portal } from './testing/testCollection.ts';

const imports = async (run: (folder: string) => ReturnType<Awaited<ReturnType<typeof portal>>['run']>, desk: object) =>
  run(await collection({ 'desk.json': desk }));

test('an import changes what desk.json has differently, replaces all abbreviations, and writes one entry in the audit log for each list [DESK-284]', async () => {
  const { db, run } = await portal();
  const orion = { application: 'Orion', address: 'https://orion.example/' };
  const { length: before } = await db.selectFrom('search_abbreviations').select('id').execute();
  const first = await imports(run, {
    abbreviations: [
      { abbreviation: 'ZZRMD', meaning: 'required minimum distribution' },
      { abbreviation: 'ZZQCD', meaning: 'qualified charitable distribution' },
    ],
    applications: [orion],
  });
  expect(first.notes).toHaveLength(before);
  const { rejected, counts, notes } = await imports(run, {
    abbreviations: [{ abbreviation: 'zzrmd', meaning: 'a required distribution' }],
    applications: [orion],
  });
  expect(rejected).toEqual([]);
  expect(notes.map(({ id }) => id)).toEqual(['ZZQCD']);
  expect([...counts]).toEqual([
    ['abbreviations', { added: 0, updated: 1, unchanged: 0 }],
    ['application addresses', { added: 0, updated: 0, unchanged: 1 }],
  ]);
  const stored = await db
    .selectFrom('search_abbreviations')
    .select(['abbreviation', 'meaning', 'version'])
    .orderBy('meaning')
    .execute();
  expect(stored).toEqual([{ abbreviation: 'zzrmd', meaning: 'a required distribution', version: 2 }]);
  const entries = await db.selectFrom('audit_log').select('details').where('action', '=', 'desk.imported').execute();
  expect(entries.map(({ details }) => details)).toEqual([
    { what: 'abbreviations', entries: 2 + before },
    { what: 'application addresses', entries: 1 },
    { what: 'abbreviations', entries: 2 },
  ]);
});

test('an import names entries of desk.json and series.jsonl that it can’t store, and stores the others [DESK-284]', async () => {
  const { db, run } = await portal();
  const make = contentMaker(db, { now });
  const [page, news, event] = [await make.page(), await make.news(), await make.event()];
  const missing = randomUUID();
  const taken = randomUUID();
  const { rejected } = await run(
    await collection({
      'desk.json': {
        redirects: [
          { from: '/support', item: page },
          { from: '/explore', item: news },
          { from: '/records', item: page },
        ],
        pinnedAnswers: [
          { id: randomUUID(), terms: ['Fees'], items: [news] },
          { id: taken, terms: ['fees'], items: [news] },
        ],
      },
      'series.jsonl': [
        {
          id: missing,
          rule: { unit: 'Day', every: 1, weekdays: [], monthDay: 'SameDay', count: 2, until: null },
          startDate: '2026-04-01T14:00:00Z',
          endDate: '2026-04-01T15:00:00Z',
          timeZone: 'America/New_York',
          dates: [
            { event, originalDate: '2026-04-01T14:00:00Z' },
            { event: news, originalDate: '2026-04-02T14:00:00Z' },
          ],
        },
      ],
    }),
  );
  expect(rejected.map(({ id, reason }) => [id, reason])).toEqual([
    [missing, `${news} is not an event of the portal, or is in another series`],
    ['/support', 'a page has the address /support'],
    ['/explore', `${news} is not a page of the portal`],
    [taken, 'another pinned answer has one of its terms'],
  ]);
  expect(await db.selectFrom('content_redirects').select('from_path').execute()).toEqual([{ from_path: '/records' }]);
  expect(await db.selectFrom('event_series').select('id').execute()).toEqual([]);
});

test('a mistake in desk.json is named, and nothing of it is stored [DESK-284]', async () => {
  const { db, run } = await portal();
  const { rejected } = await imports(run, {
    formerNames: [{ scope: 'category', name: 'Old', current: 'New' }],
    applications: [{ application: 'Orion', address: 'javascript:alert(1)' }],
  });
  expect(rejected).toEqual([{ file: 'desk.json', reason: 'applications.0.address: Not an http or https address' }]);
  expect(await db.selectFrom('filing_names').select('scope').execute()).toEqual([]);
});
