import { normalizeWords } from '@portico/server/search/index/tokens';
import { expect, test } from 'vitest';
import { createRandom } from '../stage/random.ts';
import { dealToRounds, distinctTerms } from './distinctTerms.ts';
import { tableOfMarks, verdictOf, type Mark } from './marks.ts';
import { assertSame, compareFound, compareNews, textsIn } from './sameAnswers.ts';

const single = (measured: number, isMoreBetter = true): Mark => ({
  work: 'a list',
  unit: '',
  measured,
  must: isMoreBetter ? 0.6 : 1.4,
  worldClass: isMoreBetter ? 0.8 : 1.2,
  isMoreBetter,
});
const ratio = (spread: [number, number], isMoreBetter = true): Mark => ({ ...single(0.9, isMoreBetter), spread });

test('the worst round of a ratio gives its verdict, on both sides of each limit', () => {
  expect(verdictOf(ratio([0.8, 2]))).toBe('world class');
  expect(verdictOf(ratio([0.799, 2]))).toBe('met');
  expect(verdictOf(ratio([0.6, 2]))).toBe('met');
  expect(verdictOf(ratio([0.599, 2]))).toBe('missed');
});

test('where less is better, the highest round gives the verdict', () => {
  expect(verdictOf(ratio([0.1, 1.2], false))).toBe('world class');
  expect(verdictOf(ratio([0.1, 1.201], false))).toBe('met');
  expect(verdictOf(ratio([0.1, 1.4], false))).toBe('met');
  expect(verdictOf(ratio([0.1, 1.401], false))).toBe('missed');
});

test('a value without rounds gives its own verdict', () => {
  expect(verdictOf(single(0.8))).toBe('world class');
  expect(verdictOf(single(0.799))).toBe('met');
  expect(verdictOf(single(1.4, false))).toBe('met');
  expect(verdictOf(single(1.401, false))).toBe('missed');
});

test('a row shows median and worst round, the ratio to the floor, and the CPU time of both servers', () => {
  const side = (serverCpuMs: number, postgresCpuMs: number) => ({
    requestsPerSecond: 100,
    p50Ms: 1,
    p99Ms: 2,
    serverCpuMs,
    mainThreadMs: 0,
    postgresCpuMs,
  });
  const pair = { portal: side(0.58, 0.41), base: side(0.3, 0.25), ratio: 0.9, spread: [0.7, 1] as [number, number] };
  const [, , row] = tableOfMarks([{ ...ratio([0.7, 1]), pair: { ...pair, toFloor: 0.5 } }]).split('\n');
  expect(row!.split('|').map((cell) => cell.trim())).toEqual([
    '',
    'a list',
    '0.90',
    '0.70',
    '0.60',
    '0.80',
    'met',
    '0.50',
    '0.58 + 0.41',
    '0.30 + 0.25',
    '',
  ]);
});

test('no two search terms are the same to the portal, and none was asked before', () => {
  const before = ['Bace', 'dido  LOME'];
  const terms = distinctTerms(createRandom(1), 5000, before);
  expect(terms).toHaveLength(5000);
  expect(new Set([...terms, ...before].map(normalizeWords)).size).toBe(5002);
  expect(new Set(terms.map((term) => term.split(' ').length))).toEqual(new Set([1, 2]));
});

test('a term is dealt to only one round, and the warm-up gets twice as many', () => {
  const of = dealToRounds(
    Array.from({ length: 50 }, (_, index) => index),
    3,
  );
  const rounds = [0, 1, 2, 3].map(of);
  expect(rounds.map((dealt) => dealt.length)).toEqual([20, 10, 10, 10]);
  expect(rounds.flat()).toEqual(Array.from({ length: 50 }, (_, index) => index));
});

const portalItem = { id: 'a', header: 'T', description: 'D', components: [{ text: 'two' }, { body: { text: 'one' } }] };
const plainItem = { id: 'a', title: 'T', description: 'D', body: [{ body: { text: 'one' } }, { text: 'two' }] };
const portalOf = async (path: string) => (path === '/api/v1/news' ? { items: [{ id: 'a' }], total: 7 } : portalItem);
const plainOf =
  (list: object, item: object = plainItem) =>
  async (path: string) =>
    path === '/list' ? list : item;
const list = { items: [{ id: 'a' }], total: 7 };

test('a server whose answers differ stops the bench with a message', async () => {
  await compareNews(portalOf, { plain: plainOf(list) }, ['a']);
  const compare = (other: (path: string) => Promise<unknown>) => compareNews(portalOf, { plain: other }, ['a']);
  await expect(compare(plainOf({ ...list, total: 8 }))).rejects.toThrow(
    'plain answers the list differently: {"ids":["a"],"total":8} instead of the portal’s {"ids":["a"],"total":7}',
  );
  await expect(compare(plainOf({ ...list, items: [{ id: 'b' }] }))).rejects.toThrow('the list differently');
  for (const change of [{ title: 'U' }, { description: '' }, { body: [{ text: 'one' }] }])
    await expect(compare(plainOf(list, { ...plainItem, ...change }))).rejects.toThrow('detail a differently');
});

test('lists with the same items in another order are different answers', () => {
  expect(() => assertSame('the list', 'floor', { ids: ['a', 'b'] }, { ids: ['b', 'a'] })).toThrow(
    'floor answers the list',
  );
});

test('found items may come in another order, but not be others', async () => {
  const portal = async () => ({ news: { results: [{ id: 'a' }, { id: 'b' }], totalResultCount: 2 } });
  const found =
    (...ids: string[]) =>
    async () => ({ items: ids.map((id) => ({ id })), total: ids.length });
  await compareFound(portal, { plain: found('b', 'a') }, ['word']);
  await expect(compareFound(portal, { plain: found('b', 'c') }, ['word'])).rejects.toThrow('the search for word');
  await expect(compareFound(portal, { plain: found('a') }, ['word'])).rejects.toThrow('the search for word');
});

test('all texts in a body count, however deep', () => {
  expect(
    textsIn([
      { type: 'x', text: 'b' },
      { rows: [[{ text: 'a' }]], text: { text: 'c' } },
    ]),
  ).toEqual(['a', 'b', 'c']);
});
