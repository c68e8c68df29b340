import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { getEvent } from '@portico/contracts/events';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { findLinkTargets } from '@portico/contracts/studio/pickers';
import {
  archiveStudioItem,
  changeStudioItem,
  createStudioItem,
  getStudioItem,
  getStudioRevision,
  listStudioItems,
  listStudioRevisions,
  publishStudioItem,
} from '@portico/contracts/studio/studio';
import { titled } from '../../testing/studioActions.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { draftCalls, header, insert } from './testing/draftCalls.ts';
import { itemsTitled } from '../../search/index/names.ts';

const portal = sharedPortal();
const edda = () => portal().as('edda');
const { start, save, publish } = draftCalls(edda);

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

  test('creates a news item that readers see only once it is published [STUDIO-007]', async () => {
    const itemId = await start();
    await save(itemId, 0, [titled('Custodian cutoff times'), insert(header('h', 'What changes'))]);
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

  test('keeps changes separate from the published version until they are published', async () => {
    const itemId = await start();
    await save(itemId, 0, [titled('First')]);
    const { sequence } = await publish(itemId);
    await save(itemId, sequence, [titled('Second')]);
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

  test('stores an incomplete item, and reports what is missing before publishing it [STUDIO-008]', async () => {
    const itemId = await start('event');
    await save(itemId, 0, [insert({ id: 'p', type: 'Image', size: 'Big', alignment: 'Center' } as never)]);
    const { version, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    const problem = await edda().fail(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    expect(problem).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(problem.issues?.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['header', 'components.0.image', 'startsAt', 'endsAt']),
    );
  });

  test('schedules a new item, and keeps a published one visible when it gets a later date [STUDIO-021]', async () => {
    const later = new Date(portal().clock.now.getTime() + DAY_MS).toISOString();
    const itemId = await start();
    await save(itemId, 0, [titled('Later'), { do: 'field', name: 'publishedAt', value: later }]);
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

  test('rejects publishing a Social Security number, whatever the browser has checked [STUDIO-014]', async () => {
    const itemId = await start();
    await save(itemId, 0, [titled('A client'), insert(header('h', 'SSN 219-09-9999'))]);
    const { version, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    const problem = await edda().fail(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    expect(problem).toMatchObject({ status: 400, issues: [{ path: 'h' }] });
    expect(JSON.stringify(problem)).not.toContain('219-09-9999');
    await save(itemId, sequence, [{ do: 'set', component: header('h', 'SSN on file') }]);
    expect((await publish(itemId)).state).toBe('Published');
  });

  test.each([
    ['a script as a link', { id: 'x', type: 'Link', text: 'T', href: 'javascript:alert(1)' }],
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
    ['an id with a space', { id: 'x y', type: 'Divider' }],
  ])('rejects %s and stores nothing', async (_, component) => {
    const itemId = await start();
    const body = { clientId: randomUUID(), batchId: randomUUID(), base: 0, changes: [insert(component as never)] };
    expect(await edda().fail(changeStudioItem, { params: { itemId }, body })).toMatchObject({ status: 400 });
    expect((await edda().call(getStudioItem, { params: { itemId } })).draft.trees.components).toEqual([]);
  });

  test('does not publish changes made since the editor last looked', async () => {
    const itemId = await start();
    await save(itemId, 0, [titled('One')]);
    const { version, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    await save(itemId, sequence, [titled('Two')]);
    const problem = await edda().fail(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    expect(problem).toMatchObject({ status: 409, code: 'conflict' });
    expect((await edda().call(getStudioItem, { params: { itemId } })).state).toBe('Draft');
  });

  test('archives an item and publishes it again [STUDIO-010]', async () => {
    const itemId = await start();
    await save(itemId, 0, [titled('Here and gone')]);
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

  test('keeps every published revision and shows its content [STUDIO-011]', async () => {
    const itemId = await start();
    let { sequence } = await save(itemId, 0, [titled('First')]);
    ({ sequence } = await publish(itemId));
    await save(itemId, sequence, [titled('Second')]);
    await publish(itemId);
    const { items } = await edda().call(listStudioRevisions, { params: { itemId } });
    expect(items.map(({ number, isPublished, createdBy }) => [number, isPublished, createdBy])).toEqual([
      [2, true, 'Edda Mohr'],
      [1, false, 'Edda Mohr'],
    ]);
    const first = await edda().call(getStudioRevision, { params: { itemId, number: '1' } });
    expect(first.draft.fields.header).toBe('First');
  });

  test('opens imported items, and preserves details known only to the import', async () => {
    const itemId = await portal().make.event({
      header: 'Branch visit',
      startsAt: '2026-12-01T15:00:00.000Z',
      endsAt: '2026-12-01T16:00:00.000Z',
      locationType: 'InPerson',
      location: 'Boston',
      registration: { capacity: 12 },
      provenance: { imported: { line: 3 } },
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

  test.each([
    ['José Núñez joins Trust Services', ['Jose Nunez', 'nunez jose', 'JOSE']],
    ['Maeve O’Brien’s estate checklist', ["O'Brien", 'obrien', 'o brien estate', 'check obrien']],
    ['Rollovers from 401(k) plans – Q&A', ['401k', '401(k)', 'q and a', 'plans rollover']],
    ['Süßwasser Fund: fee schedule', ['susswasser', 'fund sched', 'asser']],
  ])('finds the draft and the published item “%s” by %j, as search does [STUDIO-348]', async (title, words) => {
    const itemId = await start('resource');
    await save(itemId, 0, [titled(title)]);
    const list = async (text: string) =>
      (await edda().call(listStudioItems, { query: { text } })).items.map(({ id }) => id);
    for (const text of words) expect(await list(text), text).toEqual([itemId]);
    await publish(itemId);
    for (const text of words) {
      expect(await list(text), text).toEqual([itemId]);
      const { items } = await edda().call(findLinkTargets, { query: { text } });
      expect(
        items.map(({ href }) => href),
        text,
      ).toContain(`/resources/${itemId}`);
    }
    // Only the current title counts.
    const { sequence } = await edda().call(getStudioItem, { params: { itemId } });
    await save(itemId, sequence, [titled('Renamed')]);
    expect(await list(words[0]!)).toEqual([]);
  });

  test('finds titles through indexes [STUDIO-348]', async () => {
    const { rows } = await portal()
      .db.transaction()
      .execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        return sql`explain ${itemsTitled('Jose')}`.execute(trx);
      });
    const plan = JSON.stringify(rows);
    expect(plan).toContain('content_revisions_by_title');
    expect(plan).toContain('studio_drafts_by_title');
  });

  test('lists items by kind, state and words in the title [STUDIO-012, STUDIO-242]', async () => {
    const itemId = await start('resource');
    await save(itemId, 0, [titled('Wire transfer checklist')]);
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
    for (const text of titles.toReversed()) await save(await start('event'), 0, [titled(`Sorted ${text}`)]);
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
