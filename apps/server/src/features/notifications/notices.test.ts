import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  getNotificationSummary,
  listNotices,
  listNotifications,
  markNotificationRead,
  sendNotice,
  withdrawNotice,
  type NewNotice,
} from '@portico/contracts/notifications';
import { getCurrentUser } from '@portico/contracts/users';
import { startChildServer } from '../../testing/processes/childServer.ts';
import { openGreetedStream } from '../../testing/streamReader.ts';
import { testDatabase } from '../../testing/testDatabase.ts';
import { startTestIssuer } from '../../testing/testIssuer.ts';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';
import { readRows } from '../../db/rows.ts';
import { z } from 'zod/mini';
import { expectWithin } from '../../testing/expectWithin.ts';

const notice = (more: Partial<NewNotice> = {}): NewNotice => ({
  id: randomUUID(),
  title: 'New rates',
  description: 'They hold from Monday on.',
  link: '/news',
  audience: [],
  ...more,
});

async function setup() {
  const portal = await testPortal();
  for (const name of ['ana', 'cora', 'nils', 'edda']) await portal.as(name).call(getCurrentUser, {});
  return {
    ...portal,
    send: (body: NewNotice) => portal.as('edda').call(sendNotice, { body }),
    titles: async (name: string) => (await portal.as(name).call(listNotifications, {})).map(({ title }) => title),
    actions: async () =>
      readRows(
        portal.db,
        z.object({ action: z.string(), object_id: z.string() }),
        sql`
        select action, object_id from audit_log where action like 'notice.%' order by id`,
      ),
  };
}

test("an editor's notice reaches its audience, counts recipients and readers, and disappears when withdrawn [L3, A8]", async () => {
  const { as, send, titles, actions } = await setup();
  const sent = notice({ audience: ['AdvisorHybrid', 'Nla', 'Nla'] });
  expect(await send(sent)).toMatchObject({
    ...sent,
    audience: ['AdvisorHybrid', 'Nla'],
    createdBy: 'Edda Mohr',
    withdrawnAt: null,
    reached: 2,
    read: null,
  });
  expect([await titles('ana'), await titles('nils'), await titles('cora')]).toEqual([['New rates'], ['New rates'], []]);
  await as('ana').call(markNotificationRead, { params: { notificationId: sent.id } });
  expect(await as('edda').call(listNotices, { query: {} })).toMatchObject({
    total: 1,
    items: [{ id: sent.id, reached: 2, read: null }],
  });
  await as('edda').call(withdrawNotice, { params: { noticeId: sent.id } });
  await as('edda').call(withdrawNotice, { params: { noticeId: sent.id } });
  expect([await titles('ana'), await as('nils').call(getNotificationSummary, {})]).toEqual([[], { unreadCount: 0 }]);
  expect((await as('edda').call(listNotices, { query: {} })).items[0]!.withdrawnAt).not.toBeNull();
  expect(await actions()).toEqual([
    { action: 'notice.sent', object_id: sent.id },
    { action: 'notice.withdrawn', object_id: sent.id },
  ]);
  expect(await as('edda').fail(withdrawNotice, { params: { noticeId: randomUUID() } })).toMatchObject({ status: 404 });
});

test('a notice with a rule reaches those whose facts match, and nobody else [AUDIENCE-016]', async () => {
  const { as, db, clock, send, titles } = await setup();
  for (const [name, fact] of Object.entries({
    ana: 'branch:Boston HQ',
    cora: 'branch:Boston HQ',
    nils: 'branch:Denver',
  }))
    await db
      .updateTable('users')
      .set({ directory_facts: [fact] })
      .where('subject', '=', name)
      .execute();
  clock.now = new Date(clock.now.getTime() + 31_000);
  const audienceRule = { include: { branch: ['Boston HQ'] }, exclude: { advisorType: ['AdvisorCorporate'] } };
  const sent = notice({ audienceRule });
  expect(await send(sent)).toMatchObject({ audience: [], audienceRule, reached: 1 });
  expect(await send(sent)).toMatchObject({ id: sent.id });
  expect([await titles('ana'), await titles('cora'), await titles('nils')]).toEqual([['New rates'], [], []]);
  expect((await as('edda').call(listNotices, { query: {} })).items).toMatchObject([{ audienceRule, reached: 1 }]);
  // The contract has no such dimension.
  const wrong = { ...notice(), audienceRule: { include: { planet: ['Mars'] }, exclude: {} } };
  expect(await as('edda').failWith(sendNotice, { body: wrong })).toMatchObject({ status: 400 });
});

test('sending the same notice again, even concurrently, creates one; a different notice with the same id is rejected', async () => {
  const { as, send, titles, actions } = await setup();
  const sent = notice();
  await Promise.all([send(sent), send(sent), send(sent)]);
  await send(sent);
  expect([await titles('ana'), (await actions()).length]).toEqual([['New rates'], 1]);
  expect(await as('edda').fail(sendNotice, { body: { ...sent, title: 'Other' } })).toMatchObject({
    status: 409,
    code: 'conflict',
  });
  expect(await titles('ana')).toEqual(['New rates']);
});

test('notices are listed newest first, in pages', async () => {
  const { as, send, clock } = await setup();
  for (let i = 0; i < 21; i += 1) {
    clock.now = new Date(clock.now.getTime() + 1000);
    await send(notice({ title: `Notice ${i}` }));
  }
  expect(await as('edda').call(listNotices, { query: {} })).toMatchObject({
    total: 21,
    pageSize: 20,
    items: Array.from({ length: 20 }, (_, i) => ({ title: `Notice ${20 - i}` })),
  });
  expect(await as('edda').call(listNotices, { query: { page: '2' } })).toMatchObject({
    total: 21,
    items: [{ title: 'Notice 0' }],
  });
  expect(await as('edda').call(listNotices, { query: { page: '3' } })).toMatchObject({ total: 21, items: [] });
});

describe('the notices of editors', () => {
  const shared = sharedPortal();

  test('cannot be seen, sent or withdrawn by others, who do not even learn that notices exist [A1, A3]', async () => {
    const { as, db } = shared();
    const sent = notice();
    await as('edda').call(sendNotice, { body: sent });
    for (const name of ['ana', 'somebody']) {
      expect(await as(name).fail(listNotices, { query: {} })).toMatchObject({ status: 404, code: 'not_found' });
      expect(await as(name).fail(sendNotice, { body: notice() })).toMatchObject({ status: 404, code: 'not_found' });
      expect(await as(name).fail(withdrawNotice, { params: { noticeId: sent.id } })).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
    expect(await db.selectFrom('notifications').select(['id', 'withdrawn_at']).execute()).toEqual([
      { id: sent.id, withdrawn_at: null },
    ]);
  });

  test.for<[string, object]>([
    ['no title', { title: '' }],
    ['a title of 121 characters', { title: 'x'.repeat(121) }],
    ['501 characters', { description: 'x'.repeat(501) }],
    ['a link that runs', { link: 'javascript:alert(1)' }],
    ['a link to nowhere', { link: '//evil.test' }],
    ['an unknown audience', { audience: ['Everybody'] }],
    ['no id', { id: 'x' }],
  ])('a notice with %s is rejected [X2, D1]', async ([, wrong]) => {
    expect(
      await shared()
        .as('edda')
        .fail(sendNotice, { body: { ...notice(), ...wrong } }),
    ).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  test('a notice of maximum length is accepted, and server fields in the body are ignored [A6]', async () => {
    const longest = {
      ...notice({ title: 'x'.repeat(120), description: 'y'.repeat(500), link: null }),
      user_id: randomUUID(),
      createdAt: '2020-01-01T00:00:00Z',
      withdrawnAt: '2020-01-01T00:00:00Z',
      createdBy: 'Nobody',
    };
    expect(await shared().as('edda').call(sendNotice, { body: longest })).toMatchObject({
      withdrawnAt: null,
      createdBy: 'Edda Mohr',
    });
  });
});

test(
  'a notice sent to one process reaches the streams of another within a second, and both count it [R5]',
  { tags: 'timed' },
  async () => {
    const database = await testDatabase();
    const issuer = await startTestIssuer();
    onTestFinished(() => issuer.close());
    const headersOf = async (sub: string, claims = {}) => {
      const { idToken, accessToken } = await issuer.tokens({ sub, ...claims });
      return { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
    };
    const [one, other] = await Promise.all([1, 2].map(() => startChildServer({ databaseUrl: database.url, issuer })));
    const [ana, edda] = [await headersOf('ana'), await headersOf('edda', { 'custom:roles': ['editor'] })];
    const stream = await openGreetedStream(other!.url, ana);
    const answer = await fetch(`${one!.url}/api/v1/studio/notices`, {
      method: 'POST',
      headers: { ...edda, 'content-type': 'application/json' },
      body: JSON.stringify(notice()),
    });
    expect(answer.status).toBe(200);
    const answered = performance.now();
    await expect.poll(() => stream.topics, { interval: 10 }).toEqual(['hello', 'notifications']);
    expectWithin(1000, performance.now() - answered);
    for (const { url } of [one!, other!])
      expect(await (await fetch(`${url}/api/v1/notifications/summary`, { headers: ana })).json()).toEqual({
        unreadCount: 1,
      });
  },
);
