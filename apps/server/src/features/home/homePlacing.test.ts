import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { emptyRule } from '@portico/authoring/audience';
import { HOUR_MS } from '@portico/contracts/durations';
import { closeNotificationBanner, getHome } from '@portico/contracts/home';
import { previewStudioItem } from '@portico/contracts/studio/previews';
import { findPinnableItems } from '@portico/contracts/studio/pickers';
import { changeStudioItem, createStudioItem, getStudioItem, publishStudioItem } from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import type { Change } from '@portico/contracts/studio/draft';
import type { ComponentTree } from '@portico/kinds/content';
import type { EntryAudience, HomePin } from '@portico/kinds/items/home/schemas';
import { testPortal } from '../../testing/testPortal.ts';

const callout = (id: string): ComponentTree[number] => ({
  id,
  type: 'Callout',
  kind: 'Info',
  title: id,
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Read this.' }] }] },
});
const image = { id: '00000000-0000-4000-8000-000000000001', alt: '', width: 640, height: 320, widths: [320, 640] };
const gallery = (id: string): ComponentTree[number] => ({ id, type: 'ImageGallery', images: [{ image, title: id }] });
const pin = (itemId: string, own: Partial<HomePin> = {}): HomePin => ({
  itemId,
  audience: [],
  audienceRule: emptyRule,
  ...own,
});
const forBoston = { audienceRule: { include: { branch: ['Boston HQ'] }, exclude: {} } };
const only = (entryId: string, own: Partial<EntryAudience>): EntryAudience => ({
  entryId,
  audience: [],
  audienceRule: emptyRule,
  ...own,
});

async function dashboard() {
  const portal = await testPortal();
  const { as, db, clock } = portal;
  for (const name of ['ana', 'cora', 'nils', 'edda']) await as(name).call(getCurrentUser, {});
  await db
    .updateTable('users')
    .set({ directory_facts: ['branch:Boston HQ'] })
    .where('subject', '=', 'ana')
    .execute();
  // Facts are known for 30 seconds.
  clock.now = new Date(clock.now.getTime() + 31_000);
  const inHours = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString();
  const home = (name: string) => as(name).call(getHome, {});
  const news = async (name: string) => (await home(name)).news.map(({ header }) => header);
  const events = async (name: string) => (await home(name)).events.map(({ header }) => header);
  return { ...portal, inHours, home, news, events };
}

describe('pinned items', () => {
  test('come first in their order for their audience, once, within the lengths of the dashboard [DESK-190]', async () => {
    const { make, news, events, inHours } = await dashboard();
    const old = await make.news({ header: 'Old' });
    const older = await make.news({ header: 'Older' });
    for (const header of ['A', 'B', 'C', 'D', 'E']) await make.news({ header });
    const newest = await make.news({ header: 'Newest' });
    const event = (header: string, hours: number) =>
      make.event({ header, startsAt: inHours(hours), endsAt: inHours(hours + 1) });
    for (const [index, header] of ['One', 'Two', 'Three', 'Four'].entries()) await event(header, index + 1);
    const late = await event('Late', 50);
    await make.home({ pins: [pin(older), pin(late), pin(newest), pin(old, forBoston)] });
    expect(await news('ana')).toEqual(['Older', 'Newest', 'Old', 'E', 'D']);
    expect(await news('cora')).toEqual(['Older', 'Newest', 'E', 'D', 'C']);
    expect(await events('ana')).toEqual(['Late', 'One', 'Two', 'Three']);
  });

  test('are never shown to people who may not see them, and events only until they end [DESK-191]', async () => {
    const { make, news, events, clock, inHours } = await dashboard();
    const secret = await make.news({ header: 'Corporate', audience: ['AdvisorCorporate'] });
    const draft = await make.news({ header: 'Draft', isDraft: true });
    const expired = await make.news({ header: 'Expired', expiresAt: inHours(1) });
    const ending = await make.event({ header: 'Ending', startsAt: inHours(1), endsAt: inHours(2) });
    const missing = randomUUID();
    await make.home({ pins: [secret, draft, expired, ending, missing].map((itemId) => pin(itemId)) });
    expect([await news('ana'), await news('cora')]).toEqual([['Expired'], ['Corporate', 'Expired']]);
    expect(await events('ana')).toEqual(['Ending']);
    clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS);
    expect([await news('ana'), await events('ana')]).toEqual([[], []]);
  });

  test('are those of the page that the reader gets, and none of a page for others [DESK-190]', async () => {
    const { make, news } = await dashboard();
    const first = await make.news({ header: 'First' });
    await make.news({ header: 'Second' });
    await make.home({ pins: [pin(first)] });
    await make.home({ audience: ['AdvisorCorporate'] });
    expect([await news('ana'), await news('cora')]).toEqual([
      ['First', 'Second'],
      ['Second', 'First'],
    ]);
  });

  test('are offered by title and named by id, only those that the editor may open [DESK-192]', async () => {
    const { as, make, inHours } = await dashboard();
    const shown = await make.news({ header: 'Rollover rules' });
    const draft = await make.news({ header: 'Rollover draft', isDraft: true });
    const over = await make.event({ header: 'Rollover day', startsAt: inHours(-3), endsAt: inHours(-2) });
    await make.resource({ header: 'Rollover guide' });
    const find = (query: { text?: string; id?: string[] }) => as('edda').call(findPinnableItems, { query });
    expect(await find({ text: 'rollover' })).toEqual({
      items: [{ itemId: shown, title: 'Rollover rules', kind: 'news', isShown: true }],
    });
    const named = (await find({ id: [shown, draft, over, randomUUID()] })).items;
    expect(named.map(({ title, isShown }) => [title, isShown]).sort()).toEqual([
      ['Rollover day', false],
      ['Rollover draft', false],
      ['Rollover rules', true],
    ]);
    expect(await find({})).toEqual({ items: [] });
    expect(
      (await as('edda').fail(findPinnableItems, { query: { id: Array.from({ length: 21 }, randomUUID) } })).status,
    ).toBe(400);
    expect((await as('ana').fail(findPinnableItems, { query: { text: 'rollover' } })).status).toBe(404);
  });

  test.each<[string, unknown]>([
    ['an item twice', [pin('3f0c1d52-7a36-4f0e-9d55-5c1f8f6f2b11'), pin('3f0c1d52-7a36-4f0e-9d55-5c1f8f6f2b11')]],
    ['no id', [pin('rollover')]],
    [
      'an unknown dimension',
      [pin(randomUUID(), { audienceRule: { include: { planet: ['Mars'] }, exclude: {} } as never })],
    ],
    ['more than 20 items', Array.from({ length: 21 }, () => pin(randomUUID()))],
  ])('with %s are refused, and change nothing [DESK-190]', async (_, pins) => {
    const { as } = await dashboard();
    const { id } = await as('edda').call(createStudioItem, { body: { id: randomUUID(), kind: 'home' } });
    const save = (value: unknown) => ({
      params: { itemId: id },
      body: {
        clientId: randomUUID(),
        batchId: randomUUID(),
        base: 0,
        changes: [{ do: 'field', name: 'pins', value } as Change],
      },
    });
    expect((await as('edda').failWith(changeStudioItem, save(pins))).status).toBe(400);
    expect((await as('edda').call(getStudioItem, { params: { itemId: id } })).draft.fields.pins).toEqual([]);
    const most = Array.from({ length: 20 }, () => pin(randomUUID()));
    await as('edda').call(changeStudioItem, save(most));
    expect((await as('edda').call(getStudioItem, { params: { itemId: id } })).draft.fields.pins).toEqual(most);
  });
});

describe('callouts and carousels with their own audience', () => {
  test('are shown only to it; the carousel is the first gallery for the reader [DESK-193]', async () => {
    const { make, home } = await dashboard();
    await make.home({
      components: [callout('boston'), callout('all'), callout('corporate'), gallery('first'), gallery('second')],
      entryAudiences: [
        only('boston', forBoston),
        only('corporate', { audience: ['AdvisorCorporate'] }),
        only('first', { audienceRule: { include: {}, exclude: { branch: ['Boston HQ'] } } }),
        only('gone', forBoston),
      ],
    });
    const seen = async (name: string) => {
      const { callouts, carousel } = await home(name);
      return [...callouts.map(({ title }) => title), ...carousel.map(({ title }) => title)];
    };
    expect(await seen('ana')).toEqual(['boston', 'all', 'second']);
    expect(await seen('cora')).toEqual(['all', 'corporate', 'first']);
    expect(JSON.stringify(await home('cora'))).not.toContain('Boston HQ');
  });

  test('are written in the studio, previewed as a person before, and seen by readers at once after [DESK-194]', async () => {
    const { as, db, make, home, clock } = await dashboard();
    const edda = as('edda');
    const pinned = await make.news({ header: 'Pinned' });
    clock.now = new Date(clock.now.getTime() + 60_000);
    await make.news({ header: 'Newer' });
    const { id: itemId } = await edda.call(createStudioItem, { body: { id: randomUUID(), kind: 'home' } });
    const changes: Change[] = [
      { do: 'field', name: 'header', value: 'Dashboard' },
      { do: 'field', name: 'pins', value: [pin(pinned, forBoston)] },
      { do: 'field', name: 'entryAudiences', value: [only('boston', forBoston)] },
      {
        do: 'field',
        name: 'notificationBanner',
        value: { id: 'b-1', kind: 'Tip', title: 'New', link: { text: 'Open', href: '/news' } },
      },
      { do: 'insert', component: callout('boston'), place: { tree: 'components', parent: null, after: null } },
    ];
    const body = { clientId: randomUUID(), batchId: randomUUID(), base: 0, changes };
    await edda.call(changeStudioItem, { params: { itemId }, body });
    const idOf = async (subject: string) =>
      (await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id;
    const preview = async (subject: string, of: 'Draft' | 'Readers') => {
      const query = { of, personId: await idOf(subject) };
      const { surroundings } = await edda.call(previewStudioItem, { params: { itemId }, query });
      return [surroundings?.hiddenEntries, surroundings?.news.map(({ header }) => header)];
    };
    const forAna = [[], ['Pinned', 'Newer']];
    const forCora = [['boston'], ['Newer', 'Pinned']];
    expect([await preview('ana', 'Draft'), await preview('cora', 'Draft')]).toEqual([forAna, forCora]);
    expect((await home('ana')).callouts).toEqual([]);
    const { version, sequence } = await edda.call(getStudioItem, { params: { itemId } });
    await edda.call(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    expect(await preview('ana', 'Readers')).toEqual(forAna);
    const [ana, cora] = [await home('ana'), await home('cora')];
    expect([ana.callouts.length, ana.news.map(({ header }) => header)]).toEqual([1, ['Pinned', 'Newer']]);
    expect([cora.callouts.length, cora.news.map(({ header }) => header)]).toEqual([0, ['Newer', 'Pinned']]);
    await as('ana').call(closeNotificationBanner, { params: { notificationBannerId: 'b-1' } });
    expect([ana.notificationBanner?.link, (await home('ana')).notificationBanner]).toEqual([
      { text: 'Open', href: '/news' },
      null,
    ]);
    // What readers see stays as it is while the next version is written.
    const next = {
      ...body,
      batchId: randomUUID(),
      base: sequence,
      changes: [{ do: 'field', name: 'pins', value: [] } as Change],
    };
    await edda.call(changeStudioItem, { params: { itemId }, body: next });
    expect([await preview('ana', 'Readers'), await preview('ana', 'Draft')]).toEqual([
      forAna,
      [[], ['Newer', 'Pinned']],
    ]);
  });
});
