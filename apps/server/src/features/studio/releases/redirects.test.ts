import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getContentPage, type ContentPagePath } from '@portico/contracts/pages';
import { addRedirect, listRedirects, removeRedirect } from '@portico/contracts/studio/redirects';
import { archiveStudioItem } from '@portico/contracts/studio/studio';
import { studioActions } from '../../../testing/studioActions.ts';
import { testPortal } from '../../../testing/testPortal.ts';

const at = (value: ContentPagePath) => ({ do: 'field', name: 'path', value }) as const;

async function studio() {
  const portal = await testPortal();
  const edda = () => portal.as('edda');
  const actions = studioActions(edda);
  const redirects = async () =>
    (await edda().call(listRedirects, {})).items.map(({ from, to }) => `${from} ${to ?? 'nowhere'}`);
  const opened = (path: ContentPagePath) => portal.as('ana').call(getContentPage, { query: { path } });
  const missed = async (path: ContentPagePath) =>
    (await portal.as('ana').fail(getContentPage, { query: { path } })).status;
  const moved = async (page: string, path: ContentPagePath) => {
    await actions.change(page, [at(path)]);
    await actions.publish(page);
  };
  return { portal, edda, redirects, opened, missed, moved, ...actions };
}

test("a page's former address redirects to it, however often the page moves, without chains or loops [STUDIO-059]", async () => {
  const { portal, redirects, opened, moved, write, publish } = await studio();
  const page = await write('Records', [at('/records')], 'page');
  await publish(page);
  expect(await redirects()).toEqual([]);
  await moved(page, '/support');
  expect(await opened('/records')).toMatchObject({ id: page, path: '/support' });
  await moved(page, '/community');
  expect(await redirects()).toEqual(['/records /community', '/support /community']);
  for (const path of ['/records', '/support', '/community'] as const)
    expect(await opened(path)).toMatchObject({ id: page, path: '/community' });
  await moved(page, '/records');
  expect(await redirects()).toEqual(['/community /records', '/support /records']);
  const moves = await portal.db.selectFrom('audit_log').select('details').where('action', '=', 'page.moved').execute();
  expect(moves.map(({ details }) => details)).toMatchObject([
    { from: '/records', to: '/support' },
    { from: '/support', to: '/community' },
    { from: '/community', to: '/records' },
  ]);
});

test('a page that takes over an address ends its redirect, and redirects to an archived page lead nowhere [STUDIO-059]', async () => {
  const { edda, redirects, opened, missed, moved, write, publish, open } = await studio();
  const page = await write('Records', [at('/records')], 'page');
  await publish(page);
  await moved(page, '/support');
  const other = await write('Other', [at('/records')], 'page');
  await publish(other);
  expect((await opened('/records')).id).toBe(other);
  expect(await redirects()).toEqual([]);
  await moved(page, '/community');
  await edda().call(archiveStudioItem, { params: { itemId: page }, body: { version: (await open(page)).version } });
  expect(await redirects()).toEqual(['/support nowhere']);
  expect(await missed('/support')).toBe(404);
});

test('a redirect works only for readers who may see the page, and editors can remove it [STUDIO-060]', async () => {
  const { portal, edda, redirects, missed, moved, write, publish } = await studio();
  await portal.as('nils').fail(getContentPage, { query: { path: '/records' } });
  const page = await write('Records', [at('/records'), { do: 'field', name: 'audience', value: ['Nla'] }], 'page');
  await publish(page);
  await moved(page, '/support');
  expect(await missed('/records')).toBe(404);
  expect((await portal.as('nils').call(getContentPage, { query: { path: '/records' } })).id).toBe(page);
  const [redirect] = (await edda().call(listRedirects, {})).items;
  const params = { redirectId: redirect!.id };
  expect(await portal.as('ana').fail(removeRedirect, { params })).toMatchObject({ status: 404 });
  expect(await edda().fail(removeRedirect, { params: { redirectId: randomUUID() } })).toMatchObject({ status: 404 });
  await edda().call(removeRedirect, { params });
  expect(await redirects()).toEqual([]);
  expect((await portal.as('nils').fail(getContentPage, { query: { path: '/records' } })).status).toBe(404);
});

test('editors redirect a free address to a page; what a page or a redirect has is refused, and changes nothing [DESK-094]', async () => {
  const { portal, edda, redirects, opened, missed, moved, write, publish } = await studio();
  const page = await write('Records', [at('/records')], 'page');
  const other = await write('Other', [at('/support')], 'page');
  const add = (itemId: string, from: string) =>
    edda().fail(addRedirect, { body: { itemId, from: from as ContentPagePath } });
  expect((await add(page, '/explore')).status).toBe(409);
  await publish(page);
  await publish(other);
  const list = await edda().call(listRedirects, {});
  expect(list.pages).toEqual([
    { itemId: page, path: '/records', title: 'Records' },
    { itemId: other, path: '/support', title: 'Other' },
  ]);
  expect(list.freePaths).toContain('/explore');
  expect(list.freePaths).not.toContain('/records');
  await edda().call(addRedirect, { body: { itemId: page, from: '/explore' } });
  expect(await opened('/explore')).toMatchObject({ id: page, path: '/records' });
  await moved(page, '/community');
  expect(await redirects()).toEqual(['/explore /community', '/records /community']);
  expect((await edda().call(listRedirects, {})).freePaths).not.toContain('/explore');
  expect(await add(other, '/explore')).toMatchObject({
    status: 409,
    detail: '/explore redirects already. Remove that redirect first.',
  });
  expect(await add(page, '/support')).toMatchObject({ status: 409, detail: 'A page has the address /support.' });
  expect((await add(page, '/community')).status).toBe(409);
  expect((await add(randomUUID(), '/accounts')).status).toBe(404);
  expect((await add(page, '/nowhere')).status).toBe(400);
  expect((await add(await portal.make.news(), '/accounts')).status).toBe(404);
  expect((await portal.as('ana').fail(addRedirect, { body: { itemId: page, from: '/accounts' } })).status).toBe(404);
  expect(await redirects()).toEqual(['/explore /community', '/records /community']);
  expect(await missed('/accounts')).toBe(404);
  await moved(other, '/explore');
  expect(await redirects()).toEqual(['/records /community', '/support /explore']);
  const added = await portal.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'page.redirect-added')
    .execute();
  expect(added).toEqual([{ details: { from: '/explore', to: '/records' } }]);
});
