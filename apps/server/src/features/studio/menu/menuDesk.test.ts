import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { emptyRule } from '@portico/authoring/audience';
import { getMenu } from '@portico/contracts/menu';
import {
  getEditedMenu,
  getMenuVersion,
  listMenuVersions,
  previewMenu,
  publishMenu,
  type MenuEntry,
  type MenuTree,
} from '@portico/contracts/studio/menuDesk';
import { listen } from '../../../testing/rawHttp.ts';
import { openGreetedStream } from '../../../testing/streamReader.ts';
import { testPortal } from '../../../testing/testPortal.ts';

const entry = (id: string, fields: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
  name: id,
  kind: 'Link',
  status: 'Default',
  icon: null,
  pageLink: `/${id}`,
  openInNewTab: false,
  nestedPagesLinks: [],
  audience: [],
  audienceRule: emptyRule,
  submenuItems: [],
  ...fields,
});
const tree = (menuItems: MenuEntry[], more: Partial<MenuTree> = {}): MenuTree => ({
  menuItems,
  avatarMenuItems: [],
  intranetUrl: null,
  ...more,
});

async function desk() {
  const portal = await testPortal();
  const edda = () => portal.as('edda');
  const read = () => edda().call(getEditedMenu, {});
  const publish = async (menu: MenuTree, note = '') =>
    edda().call(publishMenu, { body: { version: (await read()).version, menu, note } });
  const refusal = async (body: object) => (await edda().fail(publishMenu, { body: body as never })).status;
  const ids = async (person: 'ana' | 'cora') =>
    (await portal.as(person).call(getMenu, {})).menuItems.map(({ id }) => id);
  const audits = () =>
    portal.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('object_kind', '=', 'menu')
      .orderBy('id')
      .execute();
  return { portal, edda, read, publish, refusal, ids, audits };
}

describe('the menu in the studio', () => {
  test('is published as one change that readers see at once, with its version, note and audit row [DESK-073]', async () => {
    const { portal, edda, read, publish, ids, audits } = await desk();
    const before = await read();
    expect(before).toMatchObject({ version: 0, publishedAt: null, publishedBy: null, note: '' });
    expect(before.menu.menuItems.map(({ id }) => id)).toEqual(await ids('ana'));
    const menu = tree(
      [
        entry('news', { name: 'What’s new', status: 'Warning', icon: '/icons/news.svg', openInNewTab: true }),
        entry('firm', { kind: 'Folder', pageLink: null, submenuItems: [entry('support'), entry('documents')] }),
        entry('ledger', {
          kind: 'ExternalLinkWithNestedLinks',
          pageLink: 'https://ledger.test',
          nestedPagesLinks: ['/ledger'],
        }),
      ],
      { avatarMenuItems: [entry('profile')], intranetUrl: 'https://intranet.test' },
    );
    const published = await publish(menu, ' Autumn ');
    expect(published).toEqual({
      version: 2,
      publishedAt: expect.any(String) as string,
      publishedBy: 'Edda Mohr',
      note: 'Autumn',
      menu,
    });
    expect(await read()).toEqual(published);
    const seen = await portal.as('ana').call(getMenu, {});
    expect(seen).toMatchObject({
      menuItems: [
        { id: 'news', name: 'What’s new', status: 'Warning', icon: { url: '/icons/news.svg' }, openInNewTab: true },
        { id: 'firm', submenuItems: [{ id: 'support' }, { id: 'documents' }] },
        { id: 'ledger', nestedPagesLinks: ['/ledger'] },
      ],
      avatarMenuItems: [{ id: 'profile' }, { id: 'acting' }],
      intranetUrl: 'https://intranet.test',
    });
    expect(await audits()).toEqual([
      { action: 'menu.published', details: { version: 2, added: 3, removed: 5, moved: 2, changed: 3 } },
    ]);
    // The same menu again is no change.
    expect((await edda().call(publishMenu, { body: { version: 2, menu, note: 'Again' } })).version).toBe(2);
    expect(await audits()).toHaveLength(1);
  });

  test('keeps every version, also the one from before, which can be published again [DESK-073]', async () => {
    const { edda, read, publish, ids } = await desk();
    const first = (await read()).menu;
    await publish(tree([entry('news')]));
    await publish(tree([entry('news'), entry('events')]));
    const { items, hasMore } = await edda().call(listMenuVersions, { query: {} });
    expect(hasMore).toBe(false);
    expect(items.map(({ version, changes, publishedBy }) => [version, changes?.added ?? null, publishedBy])).toEqual([
      [3, 1, 'Edda Mohr'],
      [2, 0, 'Edda Mohr'],
      [1, null, null],
    ]);
    const restored = await edda().call(getMenuVersion, { params: { version: '1' } });
    expect(restored).toMatchObject({ version: 1, publishedAt: null, menu: first });
    await publish(restored.menu);
    expect(await ids('ana')).toEqual(first.menuItems.map(({ id }) => id));
    const older = await edda().call(listMenuVersions, { query: { before: '3' } });
    expect(older.items.map(({ version }) => version)).toEqual([2, 1]);
    for (const version of ['0', '5', 'x'])
      expect((await edda().failWith(getMenuVersion, { params: { version } })).status).toBe(version === '5' ? 404 : 400);
  });

  test('of 26 versions, the first page has the newest 25 [DESK-073]', async () => {
    const { portal, edda } = await desk();
    const insert = async (numbers: number[]) =>
      void (await portal.db
        .insertInto('menu_versions')
        .values(numbers.map((number) => ({ number, menu: JSON.stringify(tree([])) })))
        .execute());
    await insert(Array.from({ length: 25 }, (_, index) => index + 1));
    expect(await edda().call(listMenuVersions, { query: {} })).toMatchObject({ hasMore: false });
    await insert([26]);
    const { items, hasMore } = await edda().call(listMenuVersions, { query: {} });
    expect([items.length, items[0]?.version, items.at(-1)?.version, hasMore]).toEqual([25, 26, 2, true]);
  });

  test('of two editors at once, one publishes and the other is told, and nothing is mixed [DESK-073]', async () => {
    const { edda, read, ids } = await desk();
    const { version } = await read();
    const menus = ['news', 'events'].map((id) => tree([entry(id)]));
    const answers = await Promise.allSettled(
      menus.map((menu) => edda().call(publishMenu, { body: { version, menu, note: '' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const won = answers.findIndex(({ status }) => status === 'fulfilled');
    expect(await ids('ana')).toEqual([['news'], ['events']][won]);
    expect(await edda().fail(publishMenu, { body: { version, menu: menus[0]!, note: '' } })).toMatchObject({
      status: 409,
      detail: 'Someone else published the menu while you were editing it.',
    });
  });

  test('shows each entry to its audience, and says beforehand what a person will be shown [DESK-074]', async () => {
    const { portal, edda, publish, ids } = await desk();
    await portal.as('cora').call(getMenu, {});
    const menu = tree(
      [
        entry('all'),
        entry('hybrid', { audience: ['AdvisorHybrid'], submenuItems: [entry('inside')] }),
        entry('others', { audienceRule: { include: {}, exclude: { advisorType: ['AdvisorHybrid'] } } }),
        entry('boston', { audienceRule: { include: { branch: ['Boston'] }, exclude: {} } }),
        entry('gone', { status: 'Hidden' }),
      ],
      { avatarMenuItems: [entry('corporate', { audience: ['AdvisorCorporate'] })] },
    );
    const idOf = async (subject: string) =>
      (await portal.db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id;
    await portal.as('ana').call(getMenu, {});
    const shown = async (subject: string) =>
      (await edda().call(previewMenu, { body: { menu, personId: await idOf(subject) } })).shown;
    expect(await shown('ana')).toEqual(['all', 'hybrid', 'inside']);
    expect(await shown('cora')).toEqual(['all', 'others', 'corporate']);
    await publish(menu);
    expect(await ids('ana')).toEqual(['all', 'hybrid', 'gone']);
    expect(await ids('cora')).toEqual(['all', 'others', 'gone']);
    expect((await edda().fail(previewMenu, { body: { menu, personId: randomUUID() } })).status).toBe(404);
    await portal.db
      .updateTable('users')
      .set({ disabled_at: new Date().toISOString() })
      .where('subject', '=', 'cora')
      .execute();
    expect((await edda().fail(previewMenu, { body: { menu, personId: await idOf('cora') } })).status).toBe(404);
  });

  test('that breaks a rule is refused with its reason and changes nothing [DESK-074]', async () => {
    const { edda, read, publish, refusal, audits } = await desk();
    const before = await read();
    const of = (menuItems: MenuEntry[]) => ({ version: 0, menu: tree(menuItems), note: '' });
    const nested = (levels: number): MenuEntry =>
      entry(`l${levels}`, { submenuItems: levels > 1 ? [nested(levels - 1)] : [] });
    const bodies: object[] = [
      of([entry('a', { name: '' })]),
      of([entry('a', { name: 'x'.repeat(101) })]),
      of([entry('A b')]),
      of([entry('a'), entry('a')]),
      of([entry('a', { pageLink: null })]),
      of([entry('a', { pageLink: 'javascript:void 0' })]),
      of([entry('a', { icon: 'data:text/html,x' })]),
      of([entry('a', { nestedPagesLinks: ['news'] })]),
      of([nested(6)]),
      of(Array.from({ length: 301 }, (_, index) => entry(`e${index}`))),
      { ...of([]), note: 'x'.repeat(501) },
      { ...of([]), version: 'x' },
      { version: 0, menu: { menuItems: [] }, note: '' },
      of([{ ...entry('a'), unknown: 1 } as never]),
    ];
    for (const body of bodies) expect(await refusal(body), JSON.stringify(body).slice(0, 200)).toBe(400);
    expect(await edda().fail(publishMenu, { body: of([entry('a', { pageLink: null })]) })).toMatchObject({
      detail: 'A link needs an address.',
    });
    expect(await read()).toEqual(before);
    expect(await audits()).toEqual([]);
    await publish(tree([nested(5)]), 'x'.repeat(500));
    const rule = { include: { branch: ['Boston'], state: ['MA'] }, exclude: { role: ['Intern'] } };
    await publish(tree(Array.from({ length: 300 }, (_, index) => entry(`e${index}`, { audienceRule: rule }))));
  });

  test('tells every open page when it is published [DESK-073]', async () => {
    const { portal, publish } = await desk();
    const url = `http://127.0.0.1:${await listen(portal.portal)}`;
    const ana = await openGreetedStream(url, await portal.as('ana').headers(), '');
    await publish(tree([entry('news')]));
    await expect.poll(() => ana.topics).toContain('menu');
  });
});
