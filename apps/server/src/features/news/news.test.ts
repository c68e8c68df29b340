import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { getNewsItem, listNews, previewNewsItem } from '@portico/contracts/news';
import { listDocuments } from '@portico/contracts/documents';
import { listResources } from '@portico/contracts/resources';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';

/** Without news, for queries whose results do not matter. */
const shared = sharedPortal();

const headers = (page: { items: Array<{ header: string }> }) => page.items.map((item) => item.header);

test('news is listed newest first, in pages, with the total [NEWS-001, BASE-005]', async () => {
  const { as, make } = await testPortal();
  for (let i = 1; i <= 12; i += 1) await make.news({ header: `News ${i}` });
  const first = await as('ana').call(listNews, { query: {} });
  expect(first).toMatchObject({ page: 1, pageSize: 10, total: 12 });
  expect(headers(first)).toEqual([
    'News 12',
    'News 11',
    'News 10',
    'News 9',
    'News 8',
    'News 7',
    'News 6',
    'News 5',
    'News 4',
    'News 3',
  ]);
  expect(headers(await as('ana').call(listNews, { query: { page: '2' } }))).toEqual(['News 2', 'News 1']);
  expect(await as('ana').call(listNews, { query: { page: '3' } })).toMatchObject({ items: [], total: 12 });
});

test('pages far from the first have no gaps or duplicates [NEWS-001]', async () => {
  const { as, make } = await testPortal();
  const all = Array.from({ length: 104 }, (_, index) => `News ${index + 1}`);
  for (const header of all) await make.news({ header });
  const page = async (number: number, pageSize: number) =>
    headers(await as('ana').call(listNews, { query: { page: String(number), pageSize: String(pageSize) } }));
  const newestFirst = all.toReversed();
  const listed: string[] = [];
  for (let number = 1; number <= 15; number += 1) listed.push(...(await page(number, 7)));
  expect(listed).toEqual(newestFirst);
  expect(await page(2, 50)).toEqual(newestFirst.slice(50, 100));
  expect(await page(3, 50)).toEqual(newestFirst.slice(100));
  expect(await page(1000, 50)).toEqual([]);
});

test('news can be sorted oldest first [NEWS-003]', async () => {
  const { as, make } = await testPortal();
  for (const header of ['First', 'Second']) await make.news({ header });
  expect(headers(await as('ana').call(listNews, { query: { sort: 'Ascending' } }))).toEqual(['First', 'Second']);
});

test('the date filter includes its first instant and excludes its last [NEWS-004]', async () => {
  const { as, make } = await testPortal({ now: new Date('2026-03-10T12:00:00Z') });
  for (const day of ['01', '02', '03']) await make.news({ header: day, publishedAt: `2026-03-${day}T00:00:00Z` });
  const query = { from: '2026-03-01T00:00:00Z', to: '2026-03-03T00:00:00Z' };
  expect(headers(await as('ana').call(listNews, { query }))).toEqual(['02', '01']);
  expect(headers(await as('ana').call(listNews, { query: { from: '2026-03-02T01:00:00+01:00' } }))).toEqual([
    '03',
    '02',
  ]);
});

test('filtering by several categories finds news in any of them', async () => {
  const { as, make } = await testPortal();
  await make.news({ header: 'Tax', categories: ['Tax'] });
  await make.news({ header: 'Both', categories: ['Tax', 'Audit'] });
  await make.news({ header: 'Other', categories: ['Travel'] });
  expect(headers(await as('ana').call(listNews, { query: { category: ['Audit', 'Travel'] } }))).toEqual([
    'Other',
    'Both',
  ]);
  expect(headers(await as('ana').call(listNews, { query: { category: 'Tax' } }))).toEqual(['Both', 'Tax']);
});

test.for<Record<string, string | string[]>>([
  { page: '0' },
  { page: '1001' },
  { page: '1.5' },
  { page: 'x' },
  { pageSize: '0' },
  { pageSize: '51' },
  { sort: 'Up' },
  { from: '2026-02-30T00:00:00Z' },
  { from: 'yesterday' },
  { category: 'x'.repeat(81) },
  { category: Array.from({ length: 21 }, () => 'a') },
])('a query beyond its limits is rejected, naming the parameter: %j', async (query) => {
  const problem = await shared().as('ana').failWith(listNews, { query });
  expect(problem).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(problem.issues![0]!.path).toContain(`querystring.${Object.keys(query)[0]}`);
});

test.for([
  { page: '1' },
  { page: '1000' },
  { pageSize: '1' },
  { pageSize: '50' },
  { category: 'x'.repeat(80) },
  { category: Array.from({ length: 20 }, () => 'a') },
])('a query at its limits is accepted: %j', async (query) => {
  await shared().as('ana').call(listNews, { query });
});

test("drafts and scheduled, expired or other people's news appear in no list, total or detail [BASE-006, A3, A4]", async () => {
  const { as, make, clock } = await testPortal();
  const later = new Date(clock.now.getTime() + HOUR_MS).toISOString();
  const before = (hours: number) => new Date(clock.now.getTime() - hours * HOUR_MS).toISOString();
  const hidden = await Promise.all([
    make.news({ isDraft: true }),
    make.news({ publishedAt: later }),
    make.news({ publishedAt: before(3), expiresAt: before(1) }),
    make.news({ audience: ['InsuranceOnly', 'Nla'] }),
  ]);
  const shown = await make.news({ header: 'For hybrids', audience: ['AdvisorHybrid'] });
  expect(await as('ana').call(listNews, { query: {} })).toMatchObject({ total: 1, items: [{ id: shown }] });
  for (const newsId of hidden)
    expect(await as('ana').fail(getNewsItem, { params: { newsId } })).toMatchObject({ status: 404, code: 'not_found' });
  expect(await as('nils').call(listNews, { query: {} })).toMatchObject({ total: 1, items: [{ id: hidden[3] }] });
  expect(await as('stranger').call(listNews, { query: {} })).toMatchObject({ total: 0, items: [] });
});

test('a scheduled item appears and an expiring one disappears at the exact instant', async () => {
  const { as, make, clock } = await testPortal({ now: new Date('2026-03-10T12:00:00Z') });
  await make.news({ publishedAt: '2026-03-10T13:00:00Z', expiresAt: '2026-03-10T14:00:00Z' });
  const totalAt = async (instant: string) => {
    clock.now = new Date(instant);
    return (await as('ana').call(listNews, { query: {} })).total;
  };
  expect(await totalAt('2026-03-10T12:59:59.999Z')).toBe(0);
  expect(await totalAt('2026-03-10T13:00:00.000Z')).toBe(1);
  expect(await totalAt('2026-03-10T13:00:01Z')).toBe(1);
  expect(await totalAt('2026-03-10T13:59:59.999Z')).toBe(1);
  expect(await totalAt('2026-03-10T14:00:00Z')).toBe(0);
});

test('a news item has its stored components and the newest related news [NEWS-009, NEWS-002]', async () => {
  const { as, make } = await testPortal();
  for (const header of ['Oldest', 'Older', 'Old', 'New']) await make.news({ header, categories: ['Tax'] });
  await make.news({ header: 'Unrelated', categories: ['Travel'] });
  const newsId = await make.news({
    header: 'This one',
    categories: ['Tax', 'Audit'],
    creatorInfo: { kind: 'User', name: 'Ana Brandt' },
  });
  const item = await as('ana').call(getNewsItem, { params: { newsId } });
  expect(item).toMatchObject({
    id: newsId,
    header: 'This one',
    creatorInfo: { kind: 'User', name: 'Ana Brandt' },
    components: [{ type: 'BodyText' }],
  });
  expect(item.related.map((one) => one.header)).toEqual(['New', 'Old', 'Older']);
});

test('an invalid id is rejected, and an unknown one is not found', async () => {
  const { as } = shared();
  expect(await as('ana').fail(getNewsItem, { params: { newsId: 'abc' } })).toMatchObject({
    status: 400,
    code: 'invalid_input',
  });
  expect(
    await as('ana').fail(getNewsItem, { params: { newsId: '00000000-0000-4000-8000-000000000000' } }),
  ).toMatchObject({ status: 404 });
});

test('an editor previews a draft with published related items; others get 404 for everything [NEWS-010, PREVIEW-003, A4]', async () => {
  const { as, make, portal } = await testPortal();
  await make.news({ header: 'Related', categories: ['Tax'] });
  await make.news({ header: 'Other draft', categories: ['Tax'], isDraft: true });
  const newsId = await make.news({ header: 'Draft', categories: ['Tax'], isDraft: true });
  const preview = await as('edda').call(previewNewsItem, { params: { newsId } });
  expect(preview).toMatchObject({ id: newsId, header: 'Draft', components: [{ type: 'BodyText' }] });
  expect(preview.related.map(({ header }) => header)).toEqual(['Related']);
  expect(await as('edda').fail(getNewsItem, { params: { newsId } })).toMatchObject({ status: 404 });
  const missing = await as('ana').fail(previewNewsItem, { params: { newsId: '00000000-0000-4000-8000-000000000000' } });
  expect({ ...(await as('ana').fail(previewNewsItem, { params: { newsId } })), requestId: '' }).toEqual({
    ...missing,
    requestId: '',
  });
  expect(missing.status).toBe(404);
  const { headers: answered } = await portal.inject({
    url: `/api/v1/news/${newsId}/preview`,
    headers: await as('edda').headers(),
  });
  expect(answered['cache-control']).toBe('no-store');
});

test('lists can be searched by words of the title, description and topics, the last word as a prefix [NEWS-016]', async () => {
  const { as, make } = await testPortal();
  await make.news({ header: 'Rollovers explained', description: 'What changes in June', categories: ['Retirement'] });
  await make.news({ header: 'Rollover draft', isDraft: true });
  await make.news({ header: 'Rollovers for others', audience: ['AdvisorCorporate'] });
  await make.resource({ header: 'Rollover guide' });
  await make.document({ header: 'Rollover form' });
  const found = async (text: string) =>
    (await as('ana').call(listNews, { query: { text } })).items.map(({ header }) => header);
  for (const text of ['rollover', 'ROLLOVERS', 'explained rollo', 'changing', 'retire', 'rollovers retirement june'])
    expect(await found(text), text).toEqual(['Rollovers explained']);
  for (const text of ['rollover missing', 'ollover', "'; drop", '%']) expect(await found(text), text).toEqual([]);
  expect((await as('ana').call(listResources, { query: { text: 'guid' } })).total).toBe(1);
  expect((await as('ana').call(listDocuments, { query: { text: 'form', category: ['None'] } })).total).toBe(0);
  expect((await as('ana').call(listDocuments, { query: { text: 'form' } })).total).toBe(1);
  expect(await as('ana').fail(listNews, { query: { text: ' ' } })).toMatchObject({ status: 400 });
});

test('an unchanged item returns 304 until the item or a related one changes [NEWS-017]', async () => {
  const { as, make, portal } = await testPortal();
  const newsId = await make.news({ header: 'Rates', categories: ['Tax'] });
  const get = async (etag = '') =>
    portal.inject({
      url: getNewsItem.path.replace(':newsId', newsId),
      headers: { ...(await as('ana').headers()), 'if-none-match': etag },
    });
  const first = await get();
  const etag = String(first.headers.etag);
  expect(first.json()).toMatchObject({ header: 'Rates', related: [], components: expect.any(Array) as unknown });
  expect((await get(etag)).statusCode).toBe(304);
  await make.news({ header: 'Another', categories: ['Tax'] });
  const second = await get(etag);
  expect(second.json()).toMatchObject({ related: [{ header: 'Another' }] });
  expect((await get(String(second.headers.etag))).statusCode).toBe(304);
});

test('a response reused from the cache never reaches a reader who may not see all of it [NEWS-018, A3]', async () => {
  const { as, make, portal, clock } = await testPortal({ now: new Date('2026-03-10T12:00:00Z') });
  const newsId = await make.news({
    header: 'Rates',
    description: 'Rates of the year. '.repeat(15),
    categories: ['Tax'],
    expiresAt: '2026-03-10T13:00:00Z',
  });
  await make.news({
    header: 'For hybrids',
    description: 'Rates of the quarter. '.repeat(15),
    categories: ['Tax'],
    audience: ['AdvisorHybrid'],
  });
  const get = async (person: 'ana' | 'nils', encoding = 'identity') =>
    portal.inject({
      url: getNewsItem.path.replace(':newsId', newsId),
      headers: { ...(await as(person).headers()), 'accept-encoding': encoding },
    });
  expect((await get('ana')).json()).toMatchObject({ related: [{ header: 'For hybrids' }] });
  expect((await get('nils')).json()).toMatchObject({ header: 'Rates', related: [] });
  const again = await get('ana');
  expect(again.json()).toMatchObject({ related: [{ header: 'For hybrids' }] });
  for (const compressed of [await get('ana', 'br'), await get('ana', 'br')]) {
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', etag: again.headers.etag });
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(again.body);
  }
  clock.now = new Date('2026-03-10T13:00:00Z');
  for (const encoding of ['identity', 'br']) expect((await get('ana', encoding)).statusCode).toBe(404);
});
