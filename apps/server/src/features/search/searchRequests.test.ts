import { brotliDecompressSync } from 'node:zlib';
import { withConnection } from '@portico/dev-database/databases';
import { expect, test } from 'vitest';
import { searchPortal, type SearchAnswer } from '@portico/contracts/search';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';
import { asking } from './testing/searches.ts';

const shared = sharedPortal();

test.for([
  'abcd',
  '  abcd  ',
  '\u{1f4c8}\u{1f4c8}\u{1f4c8}\u{1f4c8}',
  'x'.repeat(200),
  '????',
  "'; drop table search_items; --",
  '((((',
  '& | ! :* <->',
  '%%%%',
  '\\\\\\\\',
  'the and of',
  'naïve café',
  '日本語検索',
  '\u0000\u0001abcd',
  '\ud800abcd',
  '"""""',
  '"a b" "c d"',
  'e\u0301'.repeat(60),
  `${'a '.repeat(99)}b`,
  '__proto__',
  '1e999',
  '½ ¾ ①②③',
])('any term of 4 characters or more gets an answer: %j [SEARCH-007, D1, D2]', async (term) => {
  const answer = await shared().portal.inject({
    url: '/api/v1/search',
    query: { term },
    headers: await shared().as('ana').headers(),
  });
  expect(answer.statusCode, answer.body).toBe(200);
});

test.for(['', 'abc', '   abc   ', 'x'.repeat(201)])(
  'a term that is too short after trimming or too long is rejected: %j [SEARCH-007]',
  async (term) => {
    expect(await shared().as('ana').fail(searchPortal, { query: { term } })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
  },
);

test.for<Record<string, string>>([
  { scope: 'all' },
  { group: 'events' },
  { offset: '501' },
  { offset: '-1' },
  { pageSize: '51' },
  { pageSize: '0' },
  { from: 'now' },
  { exact: '1' },
])('a search query beyond its limits is rejected: %j', async (query) => {
  expect(
    await shared()
      .as('ana')
      .failWith(searchPortal, { query: { term: 'abcd', ...query } }),
  ).toMatchObject({ status: 400, code: 'invalid_input' });
});

test('a search longer than two seconds is canceled with a clear message, and the next one works [SEARCH-016, D5]', async () => {
  const portal = await testPortal({ env: { DATABASE_STATEMENT_TIMEOUT_MS: '2000' } });
  await portal.make.news({ header: 'Custodian' });
  const ask = asking(portal);
  await withConnection(portal.url, async (client) => {
    await client.query('begin');
    await client.query('lock table search_postings in access exclusive mode');
    const startedAt = performance.now();
    expect(await portal.as('ana').fail(searchPortal, { query: { term: 'custodian' } })).toMatchObject({
      status: 503,
      code: 'unavailable',
      detail: 'Your search has too many matches. Try fewer or more specific words.',
    });
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
    await client.query('rollback');
  });
  expect((await ask('custodian')).news.totalResultCount).toBe(1);
});

test('search terms never appear in the log [L1]', async () => {
  const portal = shared();
  await portal.make.news({ header: 'Confidentialword' });
  const ask = asking(portal);
  for (const term of ['confidentialword', 'confidentialwrod']) await ask(term);
  await portal.as('ana').failWith(searchPortal, { query: { term: 'confidentialword', scope: 'x' } });
  expect(JSON.stringify(portal.logged).toLowerCase()).not.toContain('confidential');
});

test('a response is compressed for clients that accept brotli, and not for others', async () => {
  const { as, make, portal } = await testPortal();
  for (let i = 1; i <= 5; i += 1) await make.news({ header: `Rollover news ${i}` });
  const ask = async (accepted: string) =>
    portal.inject({
      url: `${searchPortal.path}?term=rollover`,
      headers: { ...(await as('ana').headers()), 'accept-encoding': accepted },
    });
  const [plainly, compressed] = [await ask('identity'), await ask('gzip, deflate, br, zstd')];
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', etag: plainly.headers.etag });
  expect(String(compressed.headers.vary).toLowerCase()).toContain('accept-encoding');
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plainly.body);
  expect(plainly.json<SearchAnswer>().news.totalResultCount).toBe(5);
  expect((await ask('br;q=0')).headers['content-encoding']).toBeUndefined();
});
