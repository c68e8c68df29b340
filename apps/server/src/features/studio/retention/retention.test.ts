import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { getNewsItem } from '@portico/contracts/news';
import {
  deleteStudioItem,
  extendStudioItem,
  getStudioRetention,
  holdStudioItem,
  liftStudioHold,
  listStudioActivity,
  restoreStudioItem,
} from '@portico/contracts/studio/retention';
import { archiveStudioItem, getStudioItem } from '@portico/contracts/studio/studio';
import { studioActions, titled } from '../../../testing/studioActions.ts';
import { testPortal } from '../../../testing/testPortal.ts';

async function studio() {
  const portal = await testPortal({ env: { CONTENT_RETENTION_DAYS: '30' } });
  const edda = () => portal.as('edda');
  const actions = studioActions(edda);
  const seen = async (newsId: string) => (await portal.as('ana').call(getNewsItem, { params: { newsId } })).header;
  const missed = async (newsId: string) => (await portal.as('ana').fail(getNewsItem, { params: { newsId } })).status;
  const versionOf = async (itemId: string) => (await actions.open(itemId)).version;
  const archive = async (itemId: string) =>
    edda().call(archiveStudioItem, { params: { itemId }, body: { version: await versionOf(itemId) } });
  const remove = async (itemId: string, title: string) => {
    const body = { version: await versionOf(itemId), title };
    return edda().fail(deleteStudioItem, { params: { itemId }, body });
  };
  const inDays = (days: number) => new Date(portal.clock.now.getTime() + days * DAY_MS);
  return { portal, edda, seen, missed, versionOf, archive, remove, inDays, ...actions };
}

test('an archived item is restored as readers last saw it, and later edits are preserved [STUDIO-063]', async () => {
  const { edda, seen, missed, versionOf, archive, write, publish, change } = await studio();
  const itemId = await write('Seen');
  await publish(itemId);
  await change(itemId, [titled('Written since')]);
  await archive(itemId);
  expect(await missed(itemId)).toBe(404);
  const body = { version: await versionOf(itemId) };
  const restored = await edda().call(restoreStudioItem, { params: { itemId }, body });
  expect(restored).toMatchObject({ state: 'Published', title: 'Written since', hasChanges: true });
  expect(await seen(itemId)).toBe('Seen');
  const again = { version: restored.version };
  expect(await edda().fail(restoreStudioItem, { params: { itemId }, body: again })).toMatchObject({ status: 409 });
});

test('an expired item is extended without publishing later edits [STUDIO-064]', async () => {
  const { portal, edda, seen, missed, versionOf, inDays, write, publish, change, open } = await studio();
  const itemId = await write('Seen', [{ do: 'field', name: 'expiresAt', value: inDays(1).toISOString() }]);
  await publish(itemId);
  await change(itemId, [titled('Written since')]);
  portal.clock.now = inDays(2);
  expect(await missed(itemId)).toBe(404);
  expect((await open(itemId)).state).toBe('Expired');
  const extend = async (expiresAt: string | null) => ({ version: await versionOf(itemId), expiresAt });
  const params = { itemId };
  expect(await edda().fail(extendStudioItem, { params, body: await extend(inDays(-1).toISOString()) })).toMatchObject({
    status: 400,
  });
  const extended = await edda().call(extendStudioItem, { params, body: await extend(inDays(5).toISOString()) });
  expect(extended).toMatchObject({ state: 'Published', title: 'Written since', hasChanges: true });
  expect(await seen(itemId)).toBe('Seen');
  expect(extended.draft.fields.expiresAt).toBe(inDays(5).toISOString());
});

test('an item is permanently deleted only by repeating its title, after its retention period, and never while on hold [STUDIO-065]', async () => {
  const { portal, edda, archive, remove, versionOf, inDays, write, publish } = await studio();
  const itemId = await write('Old news');
  const params = { itemId };
  await publish(itemId);
  expect(await remove(itemId, 'Old news')).toMatchObject({ status: 409, detail: 'Archive it first.' });
  await archive(itemId);
  expect(await remove(itemId, 'Old news')).toMatchObject({ status: 409 });
  const retention = await edda().call(getStudioRetention, { params });
  expect(new Date(retention.keptUntil!).getTime()).toBeGreaterThan(inDays(29).getTime());
  await edda().call(holdStudioItem, { params, body: { reason: 'Case 17' } });
  portal.clock.now = inDays(31);
  expect(await remove(itemId, 'Old news')).toMatchObject({ status: 409, detail: 'It is on hold.' });
  expect(await edda().call(liftStudioHold, { params })).toMatchObject({ holdReason: null, obstacle: null });
  expect(await remove(itemId, 'Old')).toMatchObject({ status: 400, issues: [{ path: 'title' }] });
  const body = { version: await versionOf(itemId), title: 'Old news' };
  await edda().call(deleteStudioItem, { params, body });
  expect(await edda().fail(getStudioItem, { params })).toMatchObject({ status: 404 });
  const log = await portal.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', itemId)
    .orderBy('id')
    .execute();
  expect(log.map(({ action }) => action)).toEqual([
    'news.created',
    'news.published',
    'news.unpublished',
    'news.held',
    'news.hold-lifted',
    'news.deleted',
  ]);
});

test('an item that was never published can be deleted at once, but not by members [STUDIO-065]', async () => {
  const { portal, edda, versionOf, write } = await studio();
  const itemId = await write('A try');
  const body = { version: await versionOf(itemId), title: 'A try' };
  expect(await portal.as('ana').fail(deleteStudioItem, { params: { itemId }, body })).toMatchObject({ status: 404 });
  await edda().call(deleteStudioItem, { params: { itemId }, body });
  expect(await edda().fail(getStudioItem, { params: { itemId } })).toMatchObject({ status: 404 });
});

test('the history of an item lists everything that happened to it, with the versions before and after [STUDIO-066]', async () => {
  const { edda, archive, write, publish, change } = await studio();
  const itemId = await write('First');
  await publish(itemId);
  await change(itemId, [titled('Second')]);
  await publish(itemId);
  await archive(itemId);
  const { items } = await edda().call(listStudioActivity, { params: { itemId } });
  expect(items.map(({ action, by, revision, before }) => [action, by, before, revision])).toEqual([
    ['news.unpublished', 'Edda Mohr', 2, 2],
    ['news.published', 'Edda Mohr', 1, 2],
    ['news.published', 'Edda Mohr', null, 1],
    ['news.created', 'Edda Mohr', null, null],
  ]);
});
