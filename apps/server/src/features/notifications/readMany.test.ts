import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { markNotificationsRead, MAX_NOTIFICATION_IDS } from '@portico/contracts/notifications';
import { listen } from '../../testing/rawHttp.ts';
import { notificationPortal as setup } from './testing/notificationPortal.ts';

test("many notifications are marked read in one call; other people's, deleted and unknown ones are skipped [NOTIF-029, A5]", async () => {
  const { notifyPerson, broadcast, remove, as, titles, unread, db, pass } = await setup();
  const [one, other, foreign, gone, all] = [
    await notifyPerson('ana', 'One'),
    await notifyPerson('ana', 'Other'),
    await notifyPerson('nils', 'Foreign'),
    await notifyPerson('ana', 'Gone'),
    await broadcast('All'),
  ];
  pass(1000);
  await broadcast('For others', { audience: ['AdvisorCorporate'] });
  await remove('ana', gone);
  const others = (
    await db.selectFrom('notifications').select('id').where('title', '=', 'For others').executeTakeFirstOrThrow()
  ).id;
  await as('ana').call(markNotificationsRead, {
    body: { ids: [one, other, one, foreign, gone, all, others, randomUUID()] },
  });
  expect((await titles('ana')).toSorted()).toEqual(['(All)', '(One)', '(Other)']);
  expect([await unread('ana'), await unread('nils'), await titles('cora')]).toEqual([0, 2, ['For others', 'All']]);
  await as('ana').call(markNotificationsRead, { body: { ids: [] } });
  expect(await db.selectFrom('notification_states').select('notification_id').execute()).toHaveLength(4);
  const most = Array.from({ length: MAX_NOTIFICATION_IDS }, () => randomUUID());
  await as('ana').call(markNotificationsRead, { body: { ids: most } });
  expect(await as('ana').fail(markNotificationsRead, { body: { ids: [...most, randomUUID()] } })).toMatchObject({
    status: 400,
    code: 'invalid_input',
  });
});

test('the bulk call accepts a bare array of ids as its body, with the same limit and the same checks [NOTIF-029]', async () => {
  const { portal, notifyPerson, as, titles, unread } = await setup();
  const url = `http://127.0.0.1:${await listen(portal)}${markNotificationsRead.path}`;
  const headers = { ...(await as('ana').headers()), 'content-type': 'application/json' };
  const send = async (body: unknown) =>
    (await fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) })).status;
  const [one, other, foreign] = [
    await notifyPerson('ana', 'One'),
    await notifyPerson('ana', 'Other'),
    await notifyPerson('nils', 'Foreign'),
  ];
  const most = Array.from({ length: MAX_NOTIFICATION_IDS }, () => randomUUID());
  for (const wrong of [[...most, one], [one, 'x'], [one, null], [[one]], one, { ids: one }, null])
    expect(await send(wrong), JSON.stringify(wrong)?.slice(0, 60)).toBe(400);
  expect(await unread('ana')).toBe(2);
  expect([await send([]), await send(most)]).toEqual([204, 204]);
  expect(await unread('ana')).toBe(2);
  expect(await send([one, foreign, one])).toBe(204);
  expect([(await titles('ana')).toSorted(), await unread('nils')]).toEqual([['(One)', 'Other'], 1]);
  expect(await send({ ids: [other] })).toBe(204);
  expect(await unread('ana')).toBe(0);
});
