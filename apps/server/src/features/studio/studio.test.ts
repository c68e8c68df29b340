import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ContentComponent } from '@portico/contracts/content';
import { getEvent } from '@portico/contracts/events';
import { getNewsItem, listNews } from '@portico/contracts/news';
import type { Change, StudioKind } from '@portico/contracts/studio/draft';
import {
  archiveStudioItem,
  changeStudioItem,
  createStudioItem,
  findLinkTargets,
  followStudioItem,
  getStudioItem,
  getStudioRevision,
  listStudioItems,
  listStudioRevisions,
  publishStudioItem,
} from '@portico/contracts/studio/studio';
import { sharedPortal } from '../../testing/testPortal.ts';

/** A dozen at once take turns: on a busy machine that takes longer than a request would wait. */
const portal = sharedPortal();
const edda = () => portal().as('edda');

const header = (id: string, text: string): ContentComponent => ({ id, type: 'Header', level: 2, text });
const insert = (component: ContentComponent, after: string | null = null): Change => ({
  do: 'insert',
  component,
  place: { tree: 'components', parent: null, after },
});
const set = (component: ContentComponent): Change => ({ do: 'set', component });
const title = (value: string): Change => ({ do: 'field', name: 'header', value });

async function start(kind: StudioKind = 'news'): Promise<string> {
  const { id } = await edda().call(createStudioItem, { body: { id: randomUUID(), kind } });
  return id;
}

function save(
  itemId: string,
  base: number,
  changes: Change[],
  { clientId = randomUUID(), batchId = randomUUID() } = {},
) {
  return edda().call(changeStudioItem, { params: { itemId }, body: { clientId, batchId, base, changes } });
}

async function publish(itemId: string) {
  const { version, sequence } = await edda().call(getStudioItem, { params: { itemId } });
  return edda().call(publishStudioItem, { params: { itemId }, body: { version, sequence } });
}

describe('the studio', () => {
  test('does not exist for members [STUDIO-006]', async () => {
    const itemId = await start();
    for (const problem of [
      await portal().as('ana').fail(listStudioItems, { query: {} }),
      await portal().as('ana').fail(getStudioItem, { params: { itemId } }),
      await portal()
        .as('ana')
        .fail(createStudioItem, { body: { id: randomUUID(), kind: 'news' } }),
      await portal()
        .as('ana')
        .fail(publishStudioItem, { params: { itemId }, body: { version: 1, sequence: 0 } }),
    ])
      expect(problem).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('writes a news item that readers see once it is published, and not before [STUDIO-007]', async () => {
    const itemId = await start();
    await save(itemId, 0, [title('Custodian cutoff times'), insert(header('h', 'What changes'))]);
    expect(
      await portal()
        .as('ana')
        .fail(getNewsItem, { params: { newsId: itemId } }),
    ).toMatchObject({ status: 404 });
    const item = await publish(itemId);
    expect(item).toMatchObject({ state: 'Published', hasChanges: false, path: `/news/${itemId}` });
    const news = await portal()
      .as('ana')
      .call(getNewsItem, { params: { newsId: itemId } });
    expect(news).toMatchObject({
      header: 'Custodian cutoff times',
      components: [header('h', 'What changes')],
      creatorInfo: { kind: 'User', name: 'Edda Mohr' },
    });
  });

  test('keeps what is written apart from what is published until that is published again', async () => {
    const itemId = await start();
    await save(itemId, 0, [title('First')]);
    const { sequence } = await publish(itemId);
    await save(itemId, sequence, [title('Second')]);
    expect(
      (
        await portal()
          .as('ana')
          .call(getNewsItem, { params: { newsId: itemId } })
      ).header,
    ).toBe('First');
    expect(await edda().call(getStudioItem, { params: { itemId } })).toMatchObject({
      title: 'Second',
      hasChanges: true,
    });
    await publish(itemId);
    expect(
      (
        await portal()
          .as('ana')
          .call(getNewsItem, { params: { newsId: itemId } })
      ).header,
    ).toBe('Second');
  });

  test('stores an item that lacks something, and says what before it publishes [STUDIO-008]', async () => {
    const itemId = await start('event');
    await save(itemId, 0, [insert({ id: 'p', type: 'Image', size: 'Big', alignment: 'Center' } as never)]);
    const { version, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    const problem = await edda().fail(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    expect(problem).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(problem.issues?.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['header', 'components.0.image', 'startsAt', 'endsAt']),
    );
  });

  test('schedules a new item, and does not hide a published one that gets a later date [STUDIO-021]', async () => {
    const later = new Date(portal().clock.now.getTime() + 86_400_000).toISOString();
    const itemId = await start();
    await save(itemId, 0, [title('Later'), { do: 'field', name: 'publishedAt', value: later }]);
    const { state, sequence } = await publish(itemId);
    expect(state).toBe('Scheduled');
    expect(
      await portal()
        .as('ana')
        .fail(getNewsItem, { params: { newsId: itemId } }),
    ).toMatchObject({ status: 404 });
    await save(itemId, sequence, [{ do: 'field', name: 'publishedAt', value: null }]);
    const live = await publish(itemId);
    expect(live.state).toBe('Published');
    const next = await save(itemId, live.sequence, [{ do: 'field', name: 'publishedAt', value: later }]);
    const body = { version: live.version, sequence: next.sequence };
    const waiting = await edda().call(publishStudioItem, { params: { itemId }, body });
    expect(waiting).toMatchObject({ state: 'Published', waitingRevision: 3 });
    expect(
      (
        await portal()
          .as('ana')
          .call(getNewsItem, { params: { newsId: itemId } })
      ).header,
    ).toBe('Later');
  });

  test('publishes no Social Security number, whatever the browser has checked [STUDIO-014]', async () => {
    const itemId = await start();
    await save(itemId, 0, [title('A client'), insert(header('h', 'SSN 219-09-9999'))]);
    const { version, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    const problem = await edda().fail(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    expect(problem).toMatchObject({ status: 400, issues: [{ path: 'h' }] });
    expect(JSON.stringify(problem)).not.toContain('219-09-9999');
    await save(itemId, sequence, [{ do: 'set', component: header('h', 'SSN on file') }]);
    expect((await publish(itemId)).state).toBe('Published');
  });

  test.each([
    ['a script as link', { id: 'x', type: 'Link', text: 'T', href: 'javascript:alert(1)' }],
    [
      'a script inside a callout',
      {
        id: 'x',
        type: 'Callout',
        kind: 'Tip',
        body: { type: 'doc', content: [] },
        link: { text: 'T', href: 'data:text/html,x' },
      },
    ],
    ['a number as text', { id: 'x', type: 'Header', level: 2, text: 7 }],
    ['an unknown kind', { id: 'x', type: 'Script', text: 'T' }],
    ['an id with a blank', { id: 'x y', type: 'Divider' }],
  ])('rejects %s and stores nothing', async (_, component) => {
    const itemId = await start();
    const body = { clientId: randomUUID(), batchId: randomUUID(), base: 0, changes: [insert(component as never)] };
    expect(await edda().fail(changeStudioItem, { params: { itemId }, body })).toMatchObject({ status: 400 });
    expect((await edda().call(getStudioItem, { params: { itemId } })).draft.trees.components).toEqual([]);
  });

  test('merges two people who write different things, and shows both where they wrote the same [STUDIO-003, STUDIO-004]', async () => {
    const itemId = await start();
    const [ana, ben] = [randomUUID(), randomUUID()];
    const { sequence } = await save(itemId, 0, [insert(header('b', 'B')), insert(header('a', 'A'))]);
    const anas = set(header('a', 'A by Ana'));
    const bens = set(header('b', 'B by Ben'));
    await save(itemId, sequence, [anas], { clientId: ana });
    const answer = await save(itemId, sequence, [bens, set(header('a', 'A by Ben'))], { clientId: ben });
    expect(answer.conflicts).toEqual([{ index: 1, key: 'a', by: 'Edda Mohr', current: header('a', 'A by Ana') }]);
    expect(answer.saved.map((saved) => [saved.clientId, saved.changes])).toEqual([
      [ana, [anas]],
      [ben, [bens]],
    ]);
    const { draft } = await edda().call(getStudioItem, { params: { itemId } });
    expect(draft.trees.components).toEqual([header('a', 'A by Ana'), header('b', 'B by Ben')]);
  });

  test('merges saves that arrive at the same time, and publishes none of them half [STUDIO-003]', async () => {
    const itemId = await start();
    await save(itemId, 0, [title('Together')]);
    const { version } = await edda().call(getStudioItem, { params: { itemId } });
    const ids = Array.from({ length: 12 }, (_, index) => `part-${index}`);
    const publishing = edda()
      .call(publishStudioItem, { params: { itemId }, body: { version, sequence: 1 } })
      .catch(() => 'a save came first');
    const answers = await Promise.all(ids.map((id) => save(itemId, 1, [insert(header(id, id))])));
    await publishing;
    expect(answers.map(({ sequence }) => sequence).toSorted((one, other) => one - other)).toEqual(
      ids.map((_, index) => index + 2),
    );
    const { draft } = await edda().call(getStudioItem, { params: { itemId } });
    expect(draft.trees.components.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test('answers conflicts also to a tab that was away for longer than single saves are stored [STUDIO-302]', async () => {
    const itemId = await start();
    await save(itemId, 0, [title('Shared'), insert(header('a', 'Shared'))]);
    await save(itemId, 1, [title('By one'), set(header('a', 'By one'))]);
    await portal().db.deleteFrom('studio_changes').where('item_id', '=', itemId).execute();
    const ids = { clientId: randomUUID(), batchId: randomUUID() };
    const late = () => save(itemId, 1, [title('By the other'), set(header('a', 'By the other'))], ids);
    const answer = await late();
    expect(answer).toMatchObject({
      isTooOld: true,
      conflicts: [
        { index: 0, key: 'field:header', by: 'Edda Mohr' },
        { index: 1, key: 'a', by: 'Edda Mohr', current: { text: 'By one' } },
      ],
    });
    expect((await late()).conflicts).toEqual(answer.conflicts);
  });

  test('a choice that refers to the version that was shown does not replace what was saved since [STUDIO-303]', async () => {
    const itemId = await start();
    const [ana, ben] = [{ clientId: randomUUID() }, { clientId: randomUUID() }];
    await save(itemId, 0, [insert(header('a', 'Shared'))], ana);
    const shown = await save(itemId, 1, [set(header('a', 'By Ana'))], ana);
    expect((await save(itemId, 1, [set(header('a', 'By Ben'))], ben)).conflicts).toHaveLength(1);
    await save(itemId, shown.sequence, [set(header('a', 'By Ana, and more'))], ana);
    const choose = (base: number) => save(itemId, base, [set(header('a', 'By Ben'))], ben);
    const refused = await choose(shown.sequence);
    expect(refused.conflicts).toMatchObject([{ key: 'a', current: { text: 'By Ana, and more' } }]);
    expect((await choose(refused.sequence)).conflicts).toEqual([]);
    const { draft } = await edda().call(getStudioItem, { params: { itemId } });
    expect(draft.trees.components).toMatchObject([{ text: 'By Ben' }]);
  });

  test('saves a batch once, however often it is sent', async () => {
    const itemId = await start();
    const ids = { clientId: randomUUID(), batchId: randomUUID() };
    const first = await save(itemId, 0, [insert(header('a', 'A'))], ids);
    expect(await save(itemId, 0, [insert(header('a', 'A'))], ids)).toEqual(first);
    expect((await edda().call(getStudioItem, { params: { itemId } })).draft.trees.components).toHaveLength(1);
  });

  test('shows who has an item open and what they wrote, until they leave [STUDIO-009]', async () => {
    const itemId = await start();
    const [mine, other] = [randomUUID(), randomUUID()];
    const follow = (clientId: string, since: number, focus: string | null = null, isLeaving = false) =>
      edda().call(followStudioItem, { params: { itemId }, body: { clientId, since, focus, isLeaving } });
    await follow(mine, 0);
    expect((await follow(other, 0, 'a')).people).toHaveLength(2);
    await save(itemId, 0, [insert(header('a', 'A'))], { clientId: other });
    const { saved, people, isTooOld } = await follow(mine, 0);
    expect(saved).toMatchObject([{ sequence: 1, clientId: other, by: 'Edda Mohr' }]);
    expect(people.find(({ clientId }) => clientId === other)).toMatchObject({ name: 'Edda Mohr', focus: 'a' });
    expect(isTooOld).toBe(false);
    expect((await follow(other, 1, null, true)).people.map(({ clientId }) => clientId)).toEqual([mine]);
  });

  test('does not publish what changed after the editor looked', async () => {
    const itemId = await start();
    await save(itemId, 0, [title('One')]);
    const { version, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    await save(itemId, sequence, [title('Two')]);
    const problem = await edda().fail(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    expect(problem).toMatchObject({ status: 409, code: 'conflict' });
    expect((await edda().call(getStudioItem, { params: { itemId } })).state).toBe('Draft');
  });

  test('archives an item and publishes it again [STUDIO-010]', async () => {
    const itemId = await start();
    await save(itemId, 0, [title('Here and gone')]);
    const { version } = await publish(itemId);
    const archived = await edda().call(archiveStudioItem, { params: { itemId }, body: { version } });
    expect(archived).toMatchObject({ state: 'Archived', title: 'Here and gone' });
    expect(
      await portal()
        .as('ana')
        .fail(getNewsItem, { params: { newsId: itemId } }),
    ).toMatchObject({ status: 404 });
    expect((await publish(itemId)).state).toBe('Published');
    expect((await portal().as('ana').call(listNews, { query: {} })).items.map(({ id }) => id)).toContain(itemId);
  });

  test('keeps every published revision and shows what it said [STUDIO-011]', async () => {
    const itemId = await start();
    let { sequence } = await save(itemId, 0, [title('First')]);
    ({ sequence } = await publish(itemId));
    await save(itemId, sequence, [title('Second')]);
    await publish(itemId);
    const { items } = await edda().call(listStudioRevisions, { params: { itemId } });
    expect(items.map(({ number, isPublished, createdBy }) => [number, isPublished, createdBy])).toEqual([
      [2, true, 'Edda Mohr'],
      [1, false, 'Edda Mohr'],
    ]);
    const first = await edda().call(getStudioRevision, { params: { itemId, number: '1' } });
    expect(first.draft.fields.header).toBe('First');
  });

  test('opens what an import wrote, and keeps the details that only the import knows', async () => {
    const itemId = await portal().make.event({
      header: 'Branch visit',
      startsAt: '2026-12-01T15:00:00.000Z',
      endsAt: '2026-12-01T16:00:00.000Z',
      details: { locationType: 'InPerson', location: 'Boston', registration: { capacity: 12 }, imported: { line: 3 } },
    });
    const { draft, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    expect(draft.fields).toMatchObject({
      header: 'Branch visit',
      location: 'Boston',
      registration: { capacity: 12, closesAt: null },
    });
    await save(itemId, sequence, [{ do: 'field', name: 'location', value: 'Denver' }]);
    await publish(itemId);
    expect(
      (
        await portal()
          .as('ana')
          .call(getEvent, { params: { eventId: itemId } })
      ).location,
    ).toBe('Denver');
    const { details } = await portal()
      .db.selectFrom('content_revisions')
      .select('details')
      .where('item_id', '=', itemId)
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ imported: { line: 3 } });
  });

  test('lists items by kind, state and words of the title [STUDIO-012, STUDIO-242]', async () => {
    const itemId = await start('resource');
    await save(itemId, 0, [title('Wire transfer checklist')]);
    const list = async (query: Record<string, string>) =>
      (await edda().call(listStudioItems, { query: query as never })).items.map(({ id }) => id);
    expect(await list({ text: 'TRANSFER check' })).toEqual([itemId]);
    expect(await list({ text: 'transfer', kind: 'news' })).toEqual([]);
    expect(await list({ text: 'transfer', state: 'Draft', changed: 'true' })).toEqual([itemId]);
    await publish(itemId);
    expect(await list({ text: 'transfer', state: 'Draft' })).toEqual([]);
    expect(await list({ text: 'transfer', state: 'Published', sort: 'Title' })).toEqual([itemId]);
    expect(await edda().call(findLinkTargets, { query: { text: 'wire trans' } })).toEqual({
      items: [{ title: 'Wire transfer checklist', href: `/resources/${itemId}`, kind: 'resource' }],
    });
    expect(await edda().call(findLinkTargets, { query: { text: 'redT' } })).toEqual({
      items: [{ title: 'Redtail', href: '/applications', kind: 'application' }],
    });
  });

  test('lists items by title without regard to case, page after page [STUDIO-012]', async () => {
    const titles = [
      'alpha',
      'Bravo',
      'charlie',
      'Émile',
      'foxtrot',
      ...Array.from({ length: 22 }, (_, n) => `g${n + 10}`),
    ];
    for (const text of titles.toReversed()) await save(await start('event'), 0, [title(`Sorted ${text}`)]);
    const pages = await Promise.all(
      ['1', '2'].map((page) =>
        edda().call(listStudioItems, { query: { text: 'sorted', kind: 'event', sort: 'Title', page } as never }),
      ),
    );
    expect(pages.flatMap(({ items }) => items.map((item) => item.title))).toEqual(
      titles.map((text) => `Sorted ${text}`),
    );
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [25, 27],
      [2, 27],
    ]);
  });
});
