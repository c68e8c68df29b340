import { sql } from 'kysely';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { searchGroups, searchPortal, type SearchAnswer } from '@portico/contracts/search';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { INDEX_VERSION, indexItems } from '../index/indexItems.ts';
import { maintainSearchIndex } from '../index/maintainSearchIndex.ts';
import { createDb, createPool } from '../../db/pool.ts';
import { readRowOrThrow } from '../../db/rows.ts';
import { z } from 'zod/mini';

const Count = z.object({ count: z.int() });

/** Words that are their own stems; none is a prefix of another or one mistake away from it. */
const VOCABULARY = ['custodian', 'ledger', 'bond', 'trust', 'wallet', 'harbor', 'summit', 'orchid'];
const wordList = (min: number, max: number) =>
  fc.array(fc.constantFrom(...VOCABULARY), { minLength: min, maxLength: max });
const collections = fc.array(
  fc.record({
    title: wordList(1, 3),
    body: wordList(1, 12),
    audience: fc.constantFrom<Array<'AdvisorHybrid' | 'Nla'>>([], ['AdvisorHybrid'], ['Nla']),
    kind: fc.constantFrom('news' as const, 'resource' as const),
  }),
  { minLength: 1, maxLength: 10 },
);
const queries = fc.array(fc.uniqueArray(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 3,
});

interface Doc {
  id: string;
  title: string[];
  body: string[];
  kind: 'news' | 'resource';
  audience: string[];
}

/** What search assumes about a collection, or has measured. */
interface Measured {
  averageLength: number;
  /** The number of visible items by advisor type. */
  items: Map<string, number>;
}

/**
 * Textbook BM25 (k1 1.2, b 0.75, a title word counts twice), half as much again for all words, 60 % for all words in
 * the title and 30 % in the description, which is the body: the scores by id of docs with any of the words.
 */
function oracle(docs: Doc[], query: string[], measured: Measured, advisorType: string): Map<string, number> {
  const frequency = ({ title, body }: Doc, word: string) =>
    2 * title.filter((one) => one === word).length + body.filter((one) => one === word).length;
  const sizes = query.map((word) => docs.filter((doc) => frequency(doc, word) > 0).length);
  const collection = measured.items.get(advisorType) ?? Math.max(1000, ...sizes.map((size) => 2 * size));
  const idfs = sizes.map((size) => Math.log(1 + (Math.max(collection, size) - size + 0.5) / (size + 0.5)));
  const weightOf = (isCounted: (word: string, index: number) => boolean) =>
    query.reduce((sum, word, index) => sum + (isCounted(word, index) ? idfs[index]! : 0), 0);
  const total = weightOf((_word, index) => sizes[index]! > 0);
  const scores = docs.map((doc) => {
    const length = 2 * doc.title.length + doc.body.length + 1;
    const score = query.reduce((sum, word, index) => {
      const tf = frequency(doc, word);
      return sum + (idfs[index]! * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / measured.averageLength));
    }, 0);
    const inDoc = weightOf((word) => frequency(doc, word) > 0) / Math.max(total, 1e-9);
    const inTitle = weightOf((word) => doc.title.includes(word)) / Math.max(total, 1e-9);
    const inDescription = weightOf((word) => doc.body.includes(word)) / Math.max(total, 1e-9);
    return [doc.id, score * (1 + 0.5 * inDoc) * (1 + 0.6 * inTitle + 0.3 * inDescription)] as const;
  });
  return new Map(scores.filter(([, score]) => score > 0));
}

async function ask({ as }: TestPortal, name: string, query: string[]): Promise<SearchAnswer> {
  return as(name).call(searchPortal, { query: { term: query.join(' '), pageSize: '50' } });
}

async function measuredIn({ db }: TestPortal): Promise<Measured> {
  const rows = await db.selectFrom('search_statistics').selectAll().execute();
  return {
    averageLength: rows[0]?.average_length ?? 300,
    items: new Map(rows.map((row) => [row.advisor_type, row.items])),
  };
}

/** Whether the title equals the query, contains one of several words, or has several words, all in the query. */
const isNamed = ({ title }: Doc, query: string[]): boolean =>
  query.length === 1
    ? title.join(' ') === query[0]
    : ` ${title.join(' ')} `.includes(` ${query.join(' ')} `) ||
      (new Set(title).size > 1 && title.every((word) => query.includes(word)));

test('results, totals and order match BM25 over what the reader sees, before and after a merge', async () => {
  const portal = await testPortal();
  const docs: Doc[] = [];
  const check = async (query: string[]) => {
    const measured = await measuredIn(portal);
    for (const [name, advisorType] of [
      ['ana', 'AdvisorHybrid'],
      ['nils', 'Nla'],
      ['cora', 'AdvisorCorporate'],
    ] as const) {
      const seen = docs.filter(({ audience }) => audience.length === 0 || audience.includes(advisorType));
      const scores = oracle(seen, query, measured, advisorType);
      const answer = await ask(portal, name, query);
      for (const [group, kind] of [
        ['news', 'news'],
        ['resourcePages', 'resource'],
      ] as const) {
        const expected = seen.filter((doc) => doc.kind === kind && scores.has(doc.id)).map(({ id }) => id);
        const { results, totalResultCount } = answer[group];
        expect(totalResultCount).toBe(expected.length);
        expect(results.map(({ id }) => id).sort()).toEqual(expected.toSorted());
        // Adjacent words raise a score by up to a tenth, and rounding changes it by less than a hundredth.
        const slack = query.length > 1 ? 1.11 : 1.005;
        // A title that matches the query comes first, whatever its score [SEARCH-020].
        const named = new Set(seen.filter((doc) => isNamed(doc, query)).map(({ id }) => id));
        const inOrder = results.filter(({ id }) => !named.has(id)).map(({ id }) => scores.get(id)!);
        for (let i = 1; i < inOrder.length; i += 1) expect(inOrder[i]!).toBeLessThanOrEqual(inOrder[i - 1]! * slack);
      }
    }
  };
  await fc.assert(
    fc.asyncProperty(collections, queries, async (added, searches) => {
      for (const { title, body, audience, kind } of added) {
        // All of the same age, so that age makes no difference.
        const id = await portal.make[kind]({
          header: title.join(' '),
          description: `${body.join(' ')} x`,
          audience,
          authorDepartment: null,
          department: null,
          owner: null,
          components: [],
          publishedAt: new Date(portal.clock.now.getTime() - HOUR_MS).toISOString(),
        });
        docs.push({ id, title, body, kind, audience });
      }
      for (const query of searches) await check(query);
      await maintainSearchIndex(portal.db, portal.clock.now);
      for (const query of searches) await check(query);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('the top results are found among many more docs, whatever their order in the index', async () => {
  const portal = await testPortal();
  const docs: Doc[] = [];
  for (let index = 0; index < 60; index += 1) {
    // The best docs are neither first nor last.
    const body = Array.from({ length: 3 + (index % 7) }, (_, word) =>
      word <= (index * 37) % 11 ? 'custodian' : 'ledger',
    );
    const id = await portal.make.news({
      header: 'Note',
      description: body.join(' '),
      authorDepartment: null,
      department: null,
      owner: null,
      components: [],
      publishedAt: new Date(portal.clock.now.getTime() - HOUR_MS).toISOString(),
    });
    docs.push({ id, title: ['note'], body, kind: 'news', audience: [] });
  }
  const scores = oracle(docs, ['custodian'], await measuredIn(portal), 'AdvisorHybrid');
  const topScores = [...scores.values()].sort((a, b) => b - a);
  for (const [offset, pageSize] of [
    [0, 5],
    [20, 10],
  ] as const) {
    const { news } = await portal.as('ana').call(searchPortal, {
      query: { term: 'custodian', group: 'news', offset: String(offset), pageSize: String(pageSize) },
    });
    expect(news.totalResultCount).toBe(scores.size);
    news.results.forEach(({ id }, index) => expect(scores.get(id)! / topScores[offset + index]!).toBeCloseTo(1, 2));
    expect(news.results).toHaveLength(pageSize);
  }
});

test('merging segments and purging gone docs does not change results', async () => {
  const portal = await testPortal();
  const { make, db, clock } = portal;
  for (let i = 0; i < 25; i += 1)
    await make.news({
      header: `Custodian ${i}`,
      description: i % 2 ? 'About bonds.' : 'About trusts and bonds.',
      audience: i % 5 ? [] : ['Nla'],
    });
  const answers = async () => {
    const all: SearchAnswer[] = [];
    for (const name of ['ana', 'nils'])
      for (const term of ['custodian', 'trusts bonds', '"trusts and bonds"', 'custodain'])
        all.push(await ask(portal, name, [term]));
    return all.map((answer) =>
      searchGroups.map((group) => [answer[group].totalResultCount, answer[group].results.map(({ id }) => id)]),
    );
  };
  const segments = async () => (await readRowOrThrow(db, Count, sql`select count(*)::int from search_segments`)).count;
  await maintainSearchIndex(db, clock.now);
  const before = await answers();
  expect(await segments()).toBe(1);
  for (let i = 0; i < 9; i += 1) await make.page({ header: `Marsupial ${i}`, isDraft: i > 0 });
  await maintainSearchIndex(db, clock.now);
  expect(await answers()).toEqual(before);
  await sql`delete from search_items`.execute(db);
  await sql`delete from search_postings`.execute(db);
  await maintainSearchIndex(db, clock.now);
  expect((await answers()).map((groups) => groups.map(([total]) => total))).toEqual(
    before.map((groups) => groups.map(([total]) => total)),
  );
});

test('concurrent maintenance of the index by several processes leaves it intact', async () => {
  const portal = await testPortal();
  for (let i = 0; i < 30; i += 1) await portal.make.news({ header: 'Custodian' });
  await Promise.all([1, 2, 3].map(() => maintainSearchIndex(portal.db, portal.clock.now)));
  expect((await ask(portal, 'ana', ['custodian'])).news.totalResultCount).toBe(30);
});

test('missing items are listed once, and indexed once by processes that work concurrently [OPS-413]', async () => {
  const { db, make, clock, url } = await testPortal();
  // Three batches.
  const ITEMS = 23;
  const batches = { batchSize: 10 };
  for (let count = 0; count < ITEMS; count += 1) await make.news({ header: 'Custodian' });
  const outdate = () => db.updateTable('search_items').set({ index_version: 0 }).execute();
  const lastDoc = async () =>
    (await readRowOrThrow(db, Count, sql`select max(doc)::int as count from search_items`)).count;
  const pool = createPool({ url, max: 1, prepare: false, statementTimeoutMs: 60_000 });
  onTestFinished(() => pool.end());
  const lists: string[] = [];
  const observed = createDb(pool, ({ query }) => {
    if (query.sql.includes('nulls first limit')) lists.push(query.sql);
  });
  await outdate();
  const before = await lastDoc();
  await maintainSearchIndex(observed, clock.now, batches);
  expect([lists.length, await lastDoc()]).toEqual([1, before + ITEMS]);
  await outdate();
  await Promise.all([1, 2, 3].map(() => maintainSearchIndex(db, clock.now, batches)));
  expect(await lastDoc()).toBe(before + 2 * ITEMS);
});

test('an item that expired long ago is removed from the index, and returns if the clock is set back', async () => {
  const portal = await testPortal({ now: new Date('2026-06-01T00:00:00Z') });
  await portal.make.news({ header: 'Custodian', expiresAt: '2026-06-02T00:00:00Z' });
  const indexed = async () =>
    (await readRowOrThrow(portal.db, Count, sql`select count(*)::int from search_items`)).count;
  const after = async (instant: string) => {
    portal.clock.now = new Date(instant);
    await maintainSearchIndex(portal.db, portal.clock.now);
    return [await indexed(), (await ask(portal, 'ana', ['custodian'])).news.totalResultCount];
  };
  expect(await after('2026-07-01T23:00:00Z')).toEqual([1, 0]);
  expect(await after('2026-07-02T01:00:00Z')).toEqual([0, 0]);
  expect(await after('2026-06-01T12:00:00Z')).toEqual([1, 1]);
});

test('while everything is reindexed, every search finds what it found before [SEARCH-017]', async () => {
  const { db, as, make, clock } = await testPortal();
  const ITEMS = 24;
  const batches = { batchSize: 10 };
  const ids: string[] = [];
  for (let count = 0; count < ITEMS; count += 1) ids.push(await make.news({ header: `Rollover ${count}` }));
  const find = async () =>
    (await as('ana').call(searchPortal, { query: { term: 'rollover', exact: 'true' } })).news.totalResultCount;
  const versions = async () =>
    (await db.selectFrom('search_items').select('index_version').distinct().orderBy('index_version').execute()).map(
      (row) => row.index_version,
    );
  expect(await find()).toBe(ITEMS);
  // As left by an older version of the portal.
  await db.updateTable('search_items').set({ index_version: 0 }).execute();
  await db.transaction().execute(async (trx) => {
    await indexItems(trx, ids.slice(0, ITEMS / 3));
    expect(await find(), 'before a batch is committed').toBe(ITEMS);
  });
  expect(await versions()).toEqual([0, INDEX_VERSION]);
  expect(await find(), 'while both indexes exist').toBe(ITEMS);
  const [, ...counts] = await Promise.all([maintainSearchIndex(db, clock.now, batches), find(), find(), find()]);
  expect([...counts, await find()]).toEqual([ITEMS, ITEMS, ITEMS, ITEMS]);
  expect(await versions()).toEqual([INDEX_VERSION]);
  // A process of this version must not touch what a newer one has indexed, or the two would never finish.
  await db
    .updateTable('search_items')
    .set({ index_version: INDEX_VERSION + 1 })
    .execute();
  await maintainSearchIndex(db, clock.now);
  expect(await versions()).toEqual([INDEX_VERSION + 1]);
  expect(await find()).toBe(ITEMS);
});
