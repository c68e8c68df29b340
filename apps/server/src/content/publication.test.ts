import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../db/pool.ts';
import type { PortalError } from '../errors.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { revisionContent, type MadeContent } from '../testing/contentMaker.ts';
import type { RevisionContent } from './storedContent.ts';
import { publish, saveDraft, unpublish, type ItemVersion } from './publication.ts';

const now = new Date('2026-03-09T12:00:00Z');
const later = new Date('2026-03-10T12:00:00Z');

function aDraft(fields: MadeContent = {}): RevisionContent {
  return revisionContent({
    header: 'Rates unchanged',
    description: 'The committee left rates where they are.',
    categories: ['Markets', 'Policy'],
    audience: ['AdvisorHybrid'],
    publishedAt: '2026-03-09T09:00:00Z',
    expiresAt: '2026-06-01T00:00:00Z',
    authorDepartment: 'Research',
    creatorInfo: { kind: 'User', name: 'Ana Lopes' },
    provenance: { place: 'Boston' },
    components: [{ id: 'h1', type: 'Header', level: 2, text: 'What happened' }],
    ...fields,
  });
}

const newItem = () => ({ itemId: randomUUID(), kind: 'news' as const, version: 0 });
const itemRow = (db: Db, id: string) =>
  db.selectFrom('content_items').selectAll().where('id', '=', id).executeTakeFirst();
const revisions = (db: Db, id: string) =>
  db.selectFrom('content_revisions').selectAll().where('item_id', '=', id).orderBy('number').execute();
const indexed = (db: Db, id: string) =>
  db.selectFrom('search_items').select('revision_id').where('item_id', '=', id).execute();
const auditTrail = async (db: Db, id: string) =>
  await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('object_id', '=', id)
    .orderBy('id')
    .execute();

async function aUser(db: Db): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ issuer: 'https://idp', subject: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('a draft is stored with all its fields and stays hidden from readers', async () => {
  const { db } = await testDatabase();
  const actorId = await aUser(db);
  const item = newItem();
  const saved = await saveDraft(db, { ...item, externalId: 'bulletin-1' }, aDraft(), { actorId, now });
  expect(saved).toMatchObject({ itemId: item.itemId, version: 1 });
  expect(await itemRow(db, item.itemId)).toMatchObject({
    kind: 'news',
    external_id: 'bulletin-1',
    version: 1,
    draft_revision_id: saved.revisionId,
    published_revision_id: null,
    published_at: null,
    audience: [],
  });
  expect(await revisions(db, item.itemId)).toMatchObject([
    {
      id: saved.revisionId,
      number: 1,
      header: 'Rates unchanged',
      categories: ['Markets', 'Policy'],
      audience: ['AdvisorHybrid'],
      created_by: actorId,
      creator_kind: 'User',
      creator_name: 'Ana Lopes',
      details: { place: 'Boston' },
      first_published_at: null,
      components: aDraft().trees.components,
    },
  ]);
});

test('publishing copies the columns that lists filter by, and a changed audience applies immediately [A8]', async () => {
  const { db } = await testDatabase();
  const item = newItem();
  const draft = await saveDraft(db, item, aDraft(), { now });
  const published = await publish(db, draft, { now });
  expect(published).toEqual({ itemId: item.itemId, version: 2, revisionId: draft.revisionId });
  expect(await itemRow(db, item.itemId)).toMatchObject({
    version: 2,
    draft_revision_id: null,
    published_revision_id: draft.revisionId,
    published_at: '2026-03-09T09:00:00Z',
    expires_at: '2026-06-01T00:00:00Z',
    audience: ['AdvisorHybrid'],
    categories: ['Markets', 'Policy'],
  });
  const second = await saveDraft(
    db,
    { ...item, version: 2 },
    aDraft({ audience: ['InsuranceOnly'], expiresAt: null }),
    { now },
  );
  expect(await itemRow(db, item.itemId)).toMatchObject({
    audience: ['AdvisorHybrid'],
    published_revision_id: draft.revisionId,
  });
  await publish(db, second, { now });
  expect(await itemRow(db, item.itemId)).toMatchObject({ audience: ['InsuranceOnly'], expires_at: null });
});

test('a draft is overwritten until it is published; the table rejects changes to published revisions [L4]', async () => {
  const { db } = await testDatabase();
  const item = newItem();
  const first = await saveDraft(db, item, aDraft({ header: 'First try' }), { now });
  const better = await saveDraft(db, { ...item, version: 1 }, aDraft({ header: 'Better' }), { now });
  expect(better).toMatchObject({ version: 2, revisionId: first.revisionId });
  await publish(db, better, { now });
  const before = await revisions(db, item.itemId);

  const next = await saveDraft(db, { ...item, version: 3 }, aDraft({ header: 'Next' }), { now: later });
  await publish(db, next, { now: later });
  const after = await revisions(db, item.itemId);
  expect(after.map(({ number, header }) => [number, header])).toEqual([
    [1, 'Better'],
    [2, 'Next'],
  ]);
  expect(after[0]).toEqual(before[0]);
  await expect(
    sql`update content_revisions set header = 'Forged' where id = ${first.revisionId}`.execute(db),
  ).rejects.toThrow(/kept as it is/);
  await expect(sql`delete from content_revisions where id = ${first.revisionId}`.execute(db)).rejects.toThrow(
    /kept as it is/,
  );
});

test('an earlier revision can be published again', async () => {
  const { db } = await testDatabase();
  const item = newItem();
  const first = await saveDraft(db, item, aDraft({ header: 'First' }), { now });
  await publish(db, first, { now });
  const second = await saveDraft(db, { ...item, version: 2 }, aDraft({ header: 'Second' }), { now });
  await publish(db, second, { now });
  const back = await publish(db, { itemId: item.itemId, version: 4, revisionId: first.revisionId }, { now: later });
  expect(await itemRow(db, item.itemId)).toMatchObject({ version: 5, published_revision_id: first.revisionId });
  expect(back.version).toBe(5);
  const [earlier] = await revisions(db, item.itemId);
  expect(earlier!.first_published_at).toBe('2026-03-09T12:00:00Z');
});

test('unpublishing hides an item, also from search, and retains its content as the draft', async () => {
  const { db } = await testDatabase();
  const item = newItem();
  const published = await publish(db, await saveDraft(db, item, aDraft(), { now }), { now });
  expect(await indexed(db, item.itemId)).toEqual([{ revision_id: published.revisionId }]);
  const hidden = await unpublish(db, published, { now });
  expect(await itemRow(db, item.itemId)).toMatchObject({
    version: 3,
    published_revision_id: null,
    published_at: null,
    expires_at: null,
    audience: [],
    categories: [],
    draft_revision_id: published.revisionId,
  });
  expect(await indexed(db, item.itemId)).toEqual([]);
  const edited = await saveDraft(db, { ...item, version: hidden.version }, aDraft({ header: 'Corrected' }), { now });
  expect(edited.revisionId).not.toBe(published.revisionId);
  expect((await revisions(db, item.itemId)).map(({ header }) => header)).toEqual(['Rates unchanged', 'Corrected']);
  await expect(unpublish(db, edited, { now })).rejects.toMatchObject({ code: 'conflict' });
});

test('when forty people save the same version, one succeeds and the others get a conflict [R7]', async () => {
  const { db } = await testDatabase();
  const item = newItem();
  await saveDraft(db, item, aDraft(), { now });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      saveDraft(db, { ...item, version: 1 }, aDraft({ header: `By ${index}` }), { now }),
    ),
  );
  const [winner, ...others] = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(others).toEqual([]);
  expect(winner).toMatchObject({ value: { version: 2 } });
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'PortalError', code: 'conflict' });
  const stored = await revisions(db, item.itemId);
  expect(stored).toHaveLength(1);
  expect(stored[0]!.header).toBe(`By ${outcomes.findIndex(({ status }) => status === 'fulfilled')}`);
});

test('two concurrent requests to create the same item create it once', async () => {
  const { db } = await testDatabase();
  const item = { ...newItem(), externalId: 'same' };
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => saveDraft(db, item, aDraft(), { now })));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  await expect(saveDraft(db, { ...newItem(), externalId: 'same' }, aDraft(), { now })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await revisions(db, item.itemId)).toHaveLength(1);
});

test('an item that is missing or has no draft cannot be published', async () => {
  const { db } = await testDatabase();
  await expect(publish(db, { itemId: randomUUID(), version: 1 }, { now })).rejects.toMatchObject({ code: 'not_found' });
  await expect(saveDraft(db, { ...newItem(), version: 3 }, aDraft(), { now })).rejects.toMatchObject({
    code: 'not_found',
  });
  const published = await publish(db, await saveDraft(db, newItem(), aDraft(), { now }), { now });
  await expect(publish(db, { itemId: published.itemId, version: published.version }, { now })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(publish(db, { ...published, version: 1 }, { now })).rejects.toMatchObject({ code: 'conflict' });
  const stranger = await saveDraft(db, newItem(), aDraft(), { now });
  await expect(publish(db, { ...published, revisionId: stranger.revisionId }, { now })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('content that breaks the contract is rejected as a whole, with the paths of its errors [COMP-001, D1]', async () => {
  const { db } = await testDatabase();
  const rejected: Array<[string, MadeContent | Record<string, unknown>]> = [
    ['components.0.type', { components: [{ id: 'x', type: 'Script', src: 'https://evil.test' }] }],
    ['components.0.href', { components: [{ id: 'x', type: 'Link', text: 'Go', href: 'javascript:alert(1)' }] }],
    ['header', { header: '' }],
    ['header', { header: 'x'.repeat(301) }],
    ['description', { description: 'x'.repeat(1001) }],
    ['audience.0', { audience: ['Everybody'] }],
    ['publishedAt', { publishedAt: 'yesterday' }],
    ['', { expiresAt: '2026-03-09T09:00:00Z' }],
    ['', { startsAt: '2026-03-09T09:00:00Z', endsAt: '2026-03-09T08:59:59Z' }],
  ];
  for (const [path, wrong] of rejected) {
    const error: unknown = await saveDraft(db, newItem(), aDraft(wrong as MadeContent), { now }).catch(
      (reason: unknown) => reason,
    );
    expect(error, JSON.stringify(wrong).slice(0, 80)).toMatchObject({ name: 'PortalError', code: 'invalid_input' });
    expect((error as PortalError).issues?.[0]?.path).toBe(path);
  }
  await saveDraft(
    db,
    newItem(),
    aDraft({ header: 'x'.repeat(300), description: 'x'.repeat(1000), expiresAt: '2026-03-09T09:00:01Z' }),
    { now },
  );
  const { count } = await db
    .selectFrom('content_items')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe('1');
});

test('an event without a start and an end is rejected', async () => {
  const { db } = await testDatabase();
  const times = {
    startsAt: '2026-03-10T09:00:00Z',
    endsAt: '2026-03-10T10:00:00Z',
    locationType: 'Virtual' as const,
  };
  const item = () => ({ itemId: randomUUID(), kind: 'event' as const, version: 0 });
  for (const missing of ['startsAt', 'endsAt'])
    await expect(saveDraft(db, item(), aDraft({ ...times, [missing]: null }), { now })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: missing }],
    });
  await saveDraft(db, item(), aDraft(times), { now });
});

test('every step is in the audit log with its actor [L3]', async () => {
  const { db } = await testDatabase();
  const actorId = await aUser(db);
  const item = newItem();
  const draft = await saveDraft(db, item, aDraft(), { actorId, now });
  await unpublish(db, await publish(db, draft, { actorId, now }), { now });
  expect(await auditTrail(db, item.itemId)).toEqual([
    { action: 'news.draft-saved', actor_id: actorId, details: { before: null, revision: 1, version: 1 } },
    { action: 'news.published', actor_id: actorId, details: { before: null, revision: 1, version: 2 } },
    { action: 'news.unpublished', actor_id: null, details: { before: 1, revision: 1, version: 3 } },
  ]);
});

test('several changes in one transaction are applied together or not at all', async () => {
  const { db } = await testDatabase();
  const item = newItem();
  await expect(
    db.transaction().execute(async (trx) => {
      await publish(trx, await saveDraft(trx, item, aDraft(), { now }), { now });
      throw new Error('power cut');
    }),
  ).rejects.toThrow('power cut');
  expect(await itemRow(db, item.itemId)).toBeUndefined();
  expect(await auditTrail(db, item.itemId)).toEqual([]);
});

test('a save that starts while another save of the same version is open gets a conflict', async () => {
  const { db } = await testDatabase();
  const item = newItem();
  await saveDraft(db, item, aDraft(), { now });
  const commit = Promise.withResolvers<void>();
  const saved = Promise.withResolvers<void>();
  const first = db.transaction().execute(async (trx) => {
    await saveDraft(trx, { ...item, version: 1 }, aDraft({ header: 'First' }), { now });
    saved.resolve();
    await commit.promise;
  });
  await saved.promise;
  const second = saveDraft(db, { ...item, version: 1 }, aDraft({ header: 'Second' }), { now });
  const rejected = expect(second).rejects.toMatchObject({ code: 'conflict' });
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
  commit.resolve();
  await first;
  await rejected;
});

test.each([
  [
    'publishing an earlier revision',
    (db: Db, draft: ItemVersion, revisionId: string) => publish(db, { ...draft, revisionId }, { now }),
  ],
  ['unpublishing an item', (db: Db, draft: ItemVersion) => unpublish(db, draft, { now })],
])('%s keeps the newer draft', async (_what, change) => {
  const { db } = await testDatabase();
  const item = newItem();
  const published = await publish(db, await saveDraft(db, item, aDraft(), { now }), { now });
  const draft = await saveDraft(db, { ...item, version: 2 }, aDraft({ header: 'Newer' }), { now });
  await change(db, draft, published.revisionId!);
  expect(await itemRow(db, item.itemId)).toMatchObject({ draft_revision_id: draft.revisionId });
});
