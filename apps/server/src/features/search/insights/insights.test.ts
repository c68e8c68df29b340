import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { startViewing, VIEWING_PREFIX } from '@portico/contracts/admin/people';
import { changePinnedAnswers } from '@portico/contracts/pinnedAnswers';
import { createAbbreviation, searchPortal } from '@portico/contracts/search';
import { getSearchInsights, searchInsightsExportPath, type InsightQuery } from '@portico/contracts/studio/insights';
import { createApi } from '../../../app.ts';
import { addJob } from '../../../jobs/queue.ts';
import { createCallers } from '../../../testing/callers.ts';
import { actingOn } from '../../acting/testing/actingPortal.ts';
import { testPortal, type TestPortalOptions } from '../../../testing/testPortal.ts';

const people = Array.from({ length: 6 }, (_, index) => `reader${index}`);

/** A portal whose searches are counted by another process, which writes when it closes. */
async function counted(options: TestPortalOptions = {}) {
  const shared = await testPortal({ now: new Date('2026-03-10T15:00:00Z'), ...options });
  const { parts, issuer, clock, as, db } = shared;
  const search = async (searches: Array<[term: string, names: string[], filters?: object]>) => {
    const portal = await createApi({ ...parts });
    try {
      const callers = createCallers({ portal, issuer, clock });
      for (const [term, names, filters] of searches)
        for (const name of names) await callers(name).call(searchPortal, { query: { term, ...filters } });
    } finally {
      await portal.close();
    }
  };
  const read = (query: Partial<InsightQuery> = {}) =>
    as('edda').call(getSearchInsights, { query: { days: '30', kind: 'All', ...query } });
  const rows = () =>
    db.selectFrom('search_term_counts').select(['term', 'searches', 'unanswered']).orderBy('term').execute();
  return { ...shared, ...actingOn(shared), search, read, rows };
}

test('searches are counted by day and term, with those that found nothing, and fewer than five are never shown [DESK-165, DESK-166]', async () => {
  const { make, search, read, rows, clock } = await counted();
  await make.news({ header: 'Rollover of accounts' });
  await search([
    ['Rollover', people.slice(0, 5)],
    ['quokka', people.slice(0, 4)],
    ['Zebra-crossing', people],
  ]);
  expect(await rows()).toEqual([
    { term: 'quokka', searches: 4, unanswered: 4 },
    { term: 'rollover', searches: 5, unanswered: 0 },
    { term: 'zebra crossing', searches: 6, unanswered: 6 },
  ]);
  const all = await read();
  expect(all).toMatchObject({ from: '2026-02-09', to: '2026-03-10', searches: 15, unanswered: 10, hasMore: false });
  expect(all.terms.map(({ term, searches, unanswered }) => [term, searches, unanswered])).toEqual([
    ['zebra crossing', 6, 6],
    ['rollover', 5, 0],
    ['quokka', null, null],
  ]);
  expect((await read({ kind: 'Unanswered' })).terms.map(({ term }) => term)).toEqual(['zebra crossing', 'quokka']);
  expect(all.steps).toHaveLength(30);
  expect(all.steps.at(-1)).toEqual({ from: '2026-03-10', searches: 15, unanswered: 10 });
  expect(all.steps[0]).toEqual({ from: '2026-02-09', searches: 0, unanswered: 0 });

  // The next day in the firm's time zone, although it is the same one in UTC until then.
  clock.now = new Date('2026-03-11T05:00:00Z');
  await search([['quokka', people.slice(0, 2)]]);
  const week = await read({ days: '7' });
  expect(week.steps.slice(-2)).toEqual([
    { from: '2026-03-10', searches: 15, unanswered: 10 },
    { from: '2026-03-11', searches: null, unanswered: null },
  ]);
  expect(week.terms.find(({ term }) => term === 'quokka')).toMatchObject({ searches: 6, unanswered: 6 });
  const year = await read({ days: '365' });
  expect([year.steps.length, year.steps.at(-1)]).toEqual([
    53,
    { from: '2026-03-11', searches: null, unanswered: null },
  ]);
  expect(year.searches).toBe(17);
});

test('a search counts once per person and minute, and only without filters or pages [DESK-165]', async () => {
  const { search, rows } = await counted();
  await search([
    ['quokka', ['ana', 'ana']],
    ['QUOKKA', ['ana']],
    ['quokka', ['nils'], { scope: 'News' }],
    ['quokka', ['nils'], { group: 'news', offset: '5' }],
  ]);
  expect(await rows()).toEqual([{ term: 'quokka', searches: 1, unanswered: 1 }]);
  await search([['quokka', ['ana']]]);
  expect(await rows()).toEqual([{ term: 'quokka', searches: 2, unanswered: 2 }]);
});

test('nothing about a person is stored: no reader, no name, no address and no account number [DESK-165]', async () => {
  const { make, search, rows, as, db } = await counted();
  await make.news({ header: 'Grant writing' });
  await as('cora').call(searchPortal, { query: { term: 'warm up' } });
  await search([
    ['Cordelia Finch', ['ana']],
    ['someone@firm.example', ['ana']],
    ['123-45-6789', ['ana']],
    ['Form 1099', ['ana']],
  ]);
  expect((await rows()).map(({ term }) => term)).toEqual(['form 1099']);
  const columns = await db.introspection.getTables();
  expect(columns.find(({ name }) => name === 'search_term_counts')!.columns.map(({ name }) => name)).toEqual(
    'day term searches unanswered'.split(' '),
  );
});

test('terms are marked that have a pinned answer or an abbreviation, which answers the next search [DESK-167]', async () => {
  const { make, search, read, rows, as } = await counted();
  const id = await make.news({ header: 'Time away' });
  await search([['quokka', ['ana']]]);
  const state = async () => {
    const [term] = (await read()).terms;
    return [term!.isPinned, term!.isAbbreviation];
  };
  expect(await state()).toEqual([false, false]);
  const change = { do: 'Save' as const, id, terms: ['Quokka'], itemIds: [id] };
  await as('edda').call(changePinnedAnswers, { body: { version: 0, change } });
  await as('edda').call(createAbbreviation, { body: { abbreviation: 'quokka', meaning: 'time away' } });
  expect(await state()).toEqual([true, true]);
  await search([['quokka', ['nils']]]);
  expect(await rows()).toEqual([{ term: 'quokka', searches: 2, unanswered: 1 }]);
});

test('counts are exported for spreadsheets without formulas or small numbers, and the export is in the audit log [DESK-168]', async () => {
  const { search, portal, as, db } = await counted();
  await search([
    ['=cmd quokka', people],
    ['zebra', ['ana']],
  ]);
  await db
    .insertInto('search_term_counts')
    .values({ day: '2026-03-09', term: '=1+1', searches: 5, unanswered: 5 })
    .execute();
  const get = async (name: string, format: 'csv' | 'xlsx', query = '?days=30&kind=All') =>
    portal.inject({ url: searchInsightsExportPath(format, query), headers: await as(name).headers() });
  const csv = await get('edda', 'csv');
  expect(csv.body.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'Term,Searches,Without results,Pinned answer,Abbreviation',
    'cmd quokka,6,6,no,no',
    "'=1+1,5,5,no,no",
    'zebra,fewer than 5,fewer than 5,no,no',
  ]);
  expect((await get('edda', 'xlsx')).headers['content-disposition']).toContain('Searches 2026-03-10.xlsx');
  expect((await get('edda', 'csv', '?days=8&kind=All')).statusCode).toBe(400);
  for (const name of ['ana', 'eve']) expect((await get(name, 'csv')).statusCode, name).toBeGreaterThan(402);
  const audits = await db.selectFrom('audit_log').select('action').where('object_kind', '=', 'insights').execute();
  expect(audits).toHaveLength(2);
});

test('counts are deleted after the days that the firm keeps them [DESK-165]', async () => {
  const { search, rows, runJobs, clock, db } = await counted({ env: { INSIGHTS_RETENTION_DAYS: '10' } });
  await search([['quokka', ['ana']]]);
  const purge = async (days: number) => {
    clock.now = new Date(Date.parse('2026-03-10T15:00:00Z') + days * DAY_MS);
    await addJob(db, 'purge-insights', {});
    await runJobs();
    return (await rows()).length;
  };
  expect([await purge(10), await purge(11)]).toEqual([1, 0]);
});

test('what an administrator searches while seeing the portal as somebody is not counted [DESK-146, DESK-165]', async () => {
  const { parts, issuer, clock, as, rows, idOf } = await counted();
  const body = { reason: 'They don’t find it' };
  await as('adam').call(getSearchInsights, { query: { days: '30', kind: 'All' } });
  const { id } = await as('adam').call(startViewing, { params: { userId: await idOf('ana') }, body });
  const portal = await createApi({ ...parts });
  const callers = createCallers({ portal, issuer, clock });
  const query = { term: 'quokka' };
  await callers('adam').call(searchPortal, { query }, { 'acting-for': VIEWING_PREFIX + id });
  await callers('adam').call(searchPortal, { query: { term: 'zebra' } });
  await portal.close();
  expect((await rows()).map(({ term }) => term)).toEqual(['zebra']);
});
