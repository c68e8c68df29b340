import { expect, test } from 'vitest';
import { api } from '@portico/contracts/api';
import type { AudienceRule } from '@portico/kinds/audience';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { createFeeds } from '@portico/contracts/feeds';
import { testPortal } from '../testing/testPortal.ts';

const FACT_CLAIMS = JSON.stringify({ branch: 'custom:branch', state: 'profile.states', license: 'custom:licenses' });
const inBoston: AudienceRule = { include: { branch: ['Boston HQ'] }, exclude: {} };

async function signIn(claims: Record<string, unknown>, env = { FACT_CLAIMS }) {
  const portal = await testPortal({ env });
  const { idToken, accessToken } = await portal.issuer.tokens({ sub: 'ana', ...claims });
  const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  await portal.portal.inject({ url: api.getCurrentUser.path, headers });
  const { facts } = await portal.db.selectFrom('users').select('facts').executeTakeFirstOrThrow();
  return facts.filter((fact) => !fact.startsWith('person:'));
}

test('facts come from the claims in the setting: lists, texts with semicolons, nested claims [AUDIENCE-004]', async () => {
  expect(
    await signIn({
      'custom:branch': ' Boston HQ ',
      profile: { states: ['MA', 'ME', 7, null, ''] },
      'custom:licenses': 'Series 7; Series 66 ;;',
      'custom:team': 'Blue',
    }),
  ).toEqual(['branch:Boston HQ', 'license:Series 66', 'license:Series 7', 'role:member', 'state:MA', 'state:ME']);
});

test('claims that cannot be facts are ignored, and the sign-in succeeds [AUDIENCE-004]', async () => {
  expect(
    await signIn({
      'custom:branch': 'x'.repeat(101),
      profile: { states: { MA: true } },
      'custom:licenses': ['a\u0000b', '\u202eevil'],
    }),
  ).toEqual(['role:member']);
});

test('a newer token brings newer facts, which change immediately what is visible [AUDIENCE-004]', async () => {
  const { portal, issuer, make, clock } = await testPortal({ env: { FACT_CLAIMS } });
  const newsId = await make.news({ audienceRule: inBoston });
  const read = async (branch: string) => {
    const { idToken, accessToken } = await issuer.tokens({ sub: 'ana', 'custom:branch': branch });
    const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
    const answer = await portal.inject({ url: getNewsItem.path.replace(':newsId', newsId), headers });
    clock.now = new Date(clock.now.getTime() + 2000);
    return answer.statusCode;
  };
  expect([await read('Denver'), await read('Boston HQ'), await read('Denver')]).toEqual([404, 200, 404]);
});

test('a changed fact takes effect within 30 seconds for lists, items and feeds, wherever it was changed [AUDIENCE-006]', async () => {
  const { portal, as, db, make, clock } = await testPortal();
  const newsId = await make.news({ header: 'Parking in Boston', audienceRule: inBoston });
  const ana = as('ana');
  const { news } = await ana.call(createFeeds, {});
  const feed = async () => (await portal.inject({ url: new URL(news).pathname })).body.includes('Parking');
  const seen = async () => ({
    total: (await ana.call(listNews, { query: {} })).total,
    status: (await portal.inject({ url: `/api/v1/news/${newsId}`, headers: await ana.headers() })).statusCode,
    isInFeed: await feed(),
  });
  expect(await seen()).toEqual({ total: 0, status: 404, isInFeed: false });
  const move = async (branch: string) => {
    await db
      .updateTable('users')
      .set({ directory_facts: [`branch:${branch}`] })
      .where('subject', '=', 'ana')
      .execute();
    clock.now = new Date(clock.now.getTime() + 31_000);
  };
  await move('Boston HQ');
  expect(await seen()).toEqual({ total: 1, status: 200, isInFeed: true });
  await move('Denver');
  expect(await seen()).toEqual({ total: 0, status: 404, isInFeed: false });
});

test('a changed fact is announced, so that it takes effect before the 30 seconds are over [AUDIENCE-006]', async () => {
  const { portal, as, db, make } = await testPortal();
  const newsId = await make.news({ audienceRule: inBoston });
  const headers = await as('ana').headers();
  const status = async () => (await portal.inject({ url: `/api/v1/news/${newsId}`, headers })).statusCode;
  const move = (branch: string) =>
    db
      .updateTable('users')
      .set({ directory_facts: [`branch:${branch}`] })
      .where('subject', '=', 'ana')
      .execute();
  expect(await status()).toBe(404);
  // The first change may be noticed only because the server has just started to listen, but the next ones are noticed
  // only because they are announced.
  for (const [branch, seen] of [
    ['Boston HQ', 200],
    ['Denver', 404],
    ['Boston HQ', 200],
  ] as const) {
    await move(branch);
    await expect.poll(status).toBe(seen);
  }
});
