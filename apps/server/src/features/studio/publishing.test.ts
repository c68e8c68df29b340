import { randomUUID } from 'node:crypto';
import { withConnection } from '@portico/dev-database/databases';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { getCurrentUser } from '@portico/contracts/users';
import { listNotifications } from '@portico/contracts/notifications';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import type { Change } from '@portico/contracts/studio/draft';
import {
  addToRelease,
  createRelease,
  getRelease,
  publishRelease,
  undoRelease,
} from '@portico/contracts/studio/releases';
import { extendStudioItem, restoreStudioItem } from '@portico/contracts/studio/retention';
import { studioFilesPath } from '@portico/contracts/studio/pickers';
import {
  archiveStudioItem,
  getStudioItem,
  publishStudioItem,
  rescheduleStudioItem,
  unscheduleStudioItem,
} from '@portico/contracts/studio/studio';
import { DAY_MS } from '@portico/contracts/durations';
import type { Db } from '../../db/pool.ts';
import { readRowOrThrow } from '../../db/rows.ts';
import { addJob } from '../../jobs/queue.ts';
import { studioActions, titled } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { publishDue } from './releases/publishDue.ts';

const Counts = z.object({ version: z.int(), revisions: z.int(), announcements: z.int() });

async function studio() {
  const portal = await testPortal();
  const edda = () => portal.as('edda');
  const actions = studioActions(edda);
  const inDays = (days: number) => new Date(portal.clock.now.getTime() + days * DAY_MS).toISOString();
  const document = async (title: string, changes: Change[] = []) => {
    const answer = await portal.portal.inject({
      method: 'POST',
      url: studioFilesPath,
      payload: Buffer.from(title),
      headers: {
        ...(await edda().headers()),
        'content-type': 'application/octet-stream',
        'x-file-name': 'fees-2026.txt',
      },
    });
    return actions.write(
      title,
      [{ do: 'field', name: 'file', value: answer.json<StudioFile>() }, ...changes],
      'document',
    );
  };
  /** What an act may add to: versions and revisions of an item, its audit log, and jobs that tell others about it. */
  const traces = async (itemId: string) => {
    const counts = await readRowOrThrow(
      portal.db,
      Counts,
      sql`select item.version, (select count(*)::int from content_revisions where item_id = item.id) as revisions,
          (select count(*)::int from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
            where task.identifier = 'content-changed' and job.payload->>'itemId' = item.id::text) as announcements
        from content_items item where item.id = ${itemId}`,
    );
    const entries = await portal.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', itemId)
      .orderBy('id')
      .execute();
    return { ...counts, audit: entries.map(({ action }) => action) };
  };
  /** What one act added. */
  const added = async (itemId: string, act: () => Promise<unknown>) => {
    const before = await traces(itemId);
    await act();
    const after = await traces(itemId);
    return {
      versions: after.version - before.version,
      revisions: after.revisions - before.revisions,
      announcements: after.announcements - before.announcements,
      audit: after.audit.slice(before.audit.length),
    };
  };
  const due = () => publishDue({}, { ...portal.parts, now: () => portal.clock.now });
  return { ...portal, edda, document, inDays, traces, added, due, ...actions };
}

const atTop = { tree: 'components', parent: null, after: null } as const;
const aHeading = (text: string) => ({ id: 'ssn', type: 'Header' as const, level: 2 as const, text });
const listing = (...documentIds: string[]): Change => ({
  do: 'insert',
  component: {
    id: 'files',
    type: 'FileList',
    files: documentIds.map((documentId) => ({ documentId, title: 'Fee schedule', format: 'TXT', bytes: 5 })),
  },
  place: { tree: 'components', parent: null, after: null },
});

/** What a single act adds to an item. */
const one = (action: string, more: { revisions?: number; announcements?: number; versions?: number } = {}) => ({
  versions: 1,
  revisions: 1,
  announcements: 1,
  audit: [action],
  ...more,
});
/** A version that waits changes nothing for readers yet. */
const waiting = (action: string, revisions: number) => one(action, { revisions, announcements: 0 });

/** How many statements of the portal wait for a lock. A transaction would see the count of its first look only. */
async function countWaiting(db: Db): Promise<number> {
  const { waiting } = await readRowOrThrow(
    db,
    z.object({ waiting: z.int() }),
    sql`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting;
}

describe('one act of an editor', () => {
  test('makes one version and one audit entry, whether it publishes now, again or on a date [STUDIO-360]', async () => {
    const { write, change, publish, added, inDays } = await studio();
    const itemId = await write('Fee schedule for wrap accounts');
    expect(await added(itemId, () => publish(itemId))).toEqual(one('news.published'));
    await change(itemId, [titled('Fee schedule for wrap and UMA accounts')]);
    expect(await added(itemId, () => publish(itemId, { note: 'UMA added' }))).toEqual(one('news.published'));
    await change(itemId, [titled('Fees from April')]);
    expect(await added(itemId, () => publish(itemId, { goesLiveAt: inDays(30) }))).toEqual(
      waiting('news.scheduled', 1),
    );
    const dated = await write('Branch closing on Presidents’ Day');
    expect(await added(dated, () => publish(dated, { goesLiveAt: inDays(9) }))).toEqual(one('news.published'));
  });

  test('makes one version and one audit entry when it replaces or unschedules a version, and when that goes live [STUDIO-360]', async () => {
    const { write, change, publish, open, added, inDays, edda, clock, due } = await studio();
    const itemId = await write('Custodian cutoff times');
    await publish(itemId);
    const params = { itemId };
    await change(itemId, [titled('Custodian cutoff times in May')]);
    await publish(itemId, { goesLiveAt: inDays(2) });
    await change(itemId, [titled('Custodian cutoff times from May 4')]);
    expect(await added(itemId, () => publish(itemId, { goesLiveAt: inDays(3) }))).toEqual(waiting('news.scheduled', 1));
    expect(await added(itemId, () => edda().call(unscheduleStudioItem, { params }))).toEqual(
      waiting('news.unscheduled', 0),
    );
    // A revision that readers never saw is written again instead of adding one.
    expect(await added(itemId, () => publish(itemId, { goesLiveAt: inDays(4) }))).toEqual(waiting('news.scheduled', 0));
    expect(await open(itemId)).toMatchObject({ hasChanges: false, waitingRevision: 3 });
    const later = { params, body: { goesLiveAt: inDays(5) } };
    expect(await added(itemId, () => edda().call(rescheduleStudioItem, later))).toEqual({
      ...waiting('news.scheduled', 0),
      versions: 0,
    });
    clock.now = new Date(inDays(5));
    expect(await added(itemId, due)).toEqual(one('news.published', { revisions: 0 }));
  });

  test('makes one version and one audit entry when it archives, restores or extends an item [STUDIO-360]', async () => {
    const { write, publish, open, added, inDays, edda } = await studio();
    const itemId = await write('Holiday hours of the trading desk');
    await publish(itemId);
    const params = { itemId };
    const version = async () => (await open(itemId)).version;
    expect(
      await added(itemId, async () => edda().call(archiveStudioItem, { params, body: { version: await version() } })),
    ).toEqual(one('news.unpublished', { revisions: 0 }));
    expect(
      await added(itemId, async () => edda().call(restoreStudioItem, { params, body: { version: await version() } })),
    ).toEqual(one('news.published', { revisions: 0 }));
    const until = inDays(90);
    const stale = { version: (await version()) - 1, expiresAt: until };
    expect((await edda().fail(extendStudioItem, { params, body: stale })).status).toBe(409);
    expect(
      await added(itemId, async () =>
        edda().call(extendStudioItem, { params, body: { version: await version(), expiresAt: until } }),
      ),
    ).toEqual(one('news.published'));
  });

  test('makes one version and one audit entry for each item and each new file of a publication [STUDIO-360]', async () => {
    const { write, publish, added, document } = await studio();
    const files = [await document('Fee schedule 2026'), await document('Fee schedule 2026, Spanish')];
    const itemId = await write('New fee schedules', [listing(...files)]);
    const press = () => publish(itemId, { notifyBy: ['Notice'] });
    const ofFirst = () =>
      added(files[0]!, async () => expect(await added(files[1]!, press)).toEqual(one('document.published')));
    const ofItem = () => added(itemId, async () => expect(await ofFirst()).toEqual(one('document.published')));
    expect(await ofItem()).toEqual(one('news.published'));
  });

  test('makes one version and one audit entry for each item of a release, when it is added, live and undone [STUDIO-360]', async () => {
    const { write, change, publish, added, edda, document } = await studio();
    const file = await document('Fee schedule 2026');
    const [seen, fresh] = [await write('Fees at a glance'), await write('New fee schedule', [listing(file)])];
    await publish(seen);
    await change(seen, [titled('Fees at a glance, 2026')]);
    const params = { releaseId: randomUUID() };
    await edda().call(createRelease, { body: { id: params.releaseId, name: 'Fees 2026', goesLiveAt: null } });
    const ofAll = (act: () => Promise<unknown>) =>
      [seen, fresh, file].reduceRight<() => Promise<Record<string, unknown>>>(
        (next, id) => async () => {
          let inner = {};
          const own = await added(id, async () => void (inner = await next()));
          return { [id]: own, ...inner };
        },
        async () => {
          await act();
          return {};
        },
      )();
    const all = (traces: (kind: string) => object) => ({
      [seen]: traces('news'),
      [fresh]: traces('news'),
      [file]: traces('document'),
    });
    const body = { items: [{ itemId: seen }, { itemId: fresh }] };
    expect(await ofAll(() => edda().call(addToRelease, { params, body }))).toEqual(
      all((kind) => waiting(`${kind}.scheduled`, 1)),
    );
    const seenRelease = async () => ({
      params,
      body: { version: (await edda().call(getRelease, { params })).version },
    });
    expect(await ofAll(async () => edda().call(publishRelease, await seenRelease()))).toEqual(
      all((kind) => one(`${kind}.published`, { revisions: 0 })),
    );
    expect(await ofAll(async () => edda().call(undoRelease, await seenRelease()))).toEqual({
      ...all((kind) => one(`${kind}.unpublished`, { revisions: 0 })),
      [seen]: one('news.published', { revisions: 0 }),
    });
  });

  test('is done once when two people press at the same time, and the other learns why [STUDIO-361]', async () => {
    const { write, change, publish, added, open, as, edda, url, db } = await studio();
    const itemId = await write('Beneficiary forms by state');
    await publish(itemId);
    await change(itemId, [titled('Beneficiary forms by state, 2026')]);
    const { version, sequence } = await open(itemId);
    const press = (name: string) =>
      as(name)
        .call(publishStudioItem, { params: { itemId }, body: { version, sequence, notifyBy: ['Notice'] } })
        .then(
          () => 'published',
          (error: Error) => error.message,
        );
    const said: string[] = [];
    const pressTogether = () =>
      withConnection(url, async (client) => {
        await client.query('begin');
        await client.query('select from content_items where id = $1 for update', [itemId]);
        const presses = Promise.all([press('edda'), press('adam')]);
        await expect.poll(() => countWaiting(db)).toBe(2);
        await client.query('commit');
        said.push(...(await presses));
      });
    expect(await added(itemId, pressTogether)).toEqual(one('news.published'));
    expect(said.toSorted((a, b) => a.length - b.length)).toEqual([
      'published',
      expect.stringContaining('Someone else has changed this item'),
    ]);
    expect((await edda().call(getStudioItem, { params: { itemId } })).hasChanges).toBe(false);
  });

  test('looks for someone in the audience before it locks anything [STUDIO-411]', async () => {
    const { write, open, as, edda, url, db } = await studio();
    await as('ana').call(getCurrentUser, {});
    const itemId = await write('Denver branch opens', [{ do: 'field', name: 'audience', value: ['AdvisorHybrid'] }]);
    const { version, sequence } = await open(itemId);
    await withConnection(url, async (client) => {
      await client.query('begin');
      await client.query('lock table users in access exclusive mode');
      const published = edda().call(publishStudioItem, { params: { itemId }, body: { version, sequence } });
      await expect.poll(() => countWaiting(db)).toBe(1);
      const { rows } = await client.query(
        `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toEqual([{ query: expect.stringContaining('select array[exists') }]);
      await client.query('select from content_items where id = $1 for update nowait', [itemId]);
      await client.query('rollback');
      expect((await published).state).toBe('Published');
    });
  });

  test('says that another page has the address, now or on a date, and changes nothing [STUDIO-413]', async () => {
    const { write, publish, open, traces, edda, inDays } = await studio();
    const atPath = { do: 'field', name: 'path', value: '/compensation' } as const;
    await publish(await write('Compensation 2026', [atPath], 'page'));
    const itemId = await write('How payouts are calculated', [atPath], 'page');
    const { version, sequence } = await open(itemId);
    const before = await traces(itemId);
    for (const goesLiveAt of [undefined, inDays(3)]) {
      const body = { version, sequence, ...(goesLiveAt ? { goesLiveAt } : {}) };
      expect(await edda().fail(publishStudioItem, { params: { itemId }, body })).toMatchObject({
        status: 400,
        issues: [{ path: 'path', message: 'Another page has this path' }],
      });
    }
    expect(await traces(itemId)).toEqual(before);
  });

  test('notifies each reader once, also when the job that follows it runs twice [STUDIO-361]', async () => {
    const { write, publish, runJobs, as, db } = await studio();
    await as('ana').call(getCurrentUser, {});
    const itemId = await write('Form ADV update');
    await publish(itemId, { notifyBy: ['Notice'] });
    await runJobs();
    await addJob(db, 'content-changed', { itemId });
    await runJobs();
    const shown = await as('ana').call(listNotifications, {});
    expect(shown.filter(({ title }) => title.includes('Form ADV update'))).toHaveLength(1);
  });

  test('leaves nothing behind when the connection breaks in the middle of it [STUDIO-361]', async () => {
    const { write, publish, open, traces, document, edda, url } = await studio();
    const file = await document('Fee schedule 2026');
    const itemId = await write('New fee schedule', [listing(file)]);
    const { version, sequence } = await open(itemId);
    const before = [await traces(itemId), await traces(file)];
    // The last of the statements that change rows fails for the item, after its file and nearly all of itself.
    const asOwner = (statement: string) => withConnection(url, (client) => client.query(statement));
    await asOwner(`create function break_connection() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await asOwner(`create trigger breaks before update on studio_drafts for each row when (new.item_id = '${itemId}')
      execute function break_connection()`);
    const failed = await edda().fail(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect([await traces(itemId), await traces(file)]).toEqual(before);
    await asOwner('drop trigger breaks on studio_drafts');
    expect((await publish(itemId)).state).toBe('Published');
  });

  test('that publishes now goes out before its planned date, which stays when it is refused [STUDIO-362]', async () => {
    const { write, change, open, publish, added, edda, inDays, clock } = await studio();
    const planned = inDays(21);
    const itemId = await write('Form CRS, as of May', [
      { do: 'field', name: 'publishedAt', value: planned },
      { do: 'insert', component: aHeading('SSN 219-09-9999'), place: atTop },
    ]);
    const { version, sequence } = await open(itemId);
    const body = { version, sequence, goesLiveAt: 'now' as const };
    const refused = async (sent: typeof body) =>
      (await edda().fail(publishStudioItem, { params: { itemId }, body: sent })).status;
    expect(await refused(body)).toBe(400);
    expect(await refused({ ...body, sequence: sequence - 1 })).toBe(409);
    expect((await open(itemId)).draft.fields.publishedAt).toBe(planned);
    await change(itemId, [{ do: 'remove', id: 'ssn' }]);
    expect(await added(itemId, () => publish(itemId, { goesLiveAt: 'now' }))).toEqual(one('news.published'));
    expect(await open(itemId)).toMatchObject({
      state: 'Published',
      hasChanges: false,
      draft: { fields: { publishedAt: clock.now.toISOString() } },
    });
  });

  test('that publishes now what is scheduled takes its files along, and a date in the past stays [STUDIO-362]', async () => {
    const { write, change, open, publish, edda, document, inDays } = await studio();
    const file = await document('Form CRS');
    const planned = inDays(21);
    const itemId = await write('Form CRS, as of May', [
      { do: 'field', name: 'publishedAt', value: planned },
      listing(file),
    ]);
    expect((await publish(itemId)).state).toBe('Scheduled');
    expect((await publish(itemId, { goesLiveAt: 'now' })).state).toBe('Published');
    expect((await open(file)).state).toBe('Published');
    const before = inDays(-3);
    await change(itemId, [{ do: 'field', name: 'publishedAt', value: before }]);
    expect((await publish(itemId, { goesLiveAt: 'now' })).draft.fields.publishedAt).toBe(before);
    expect((await edda().call(getStudioItem, { params: { itemId } })).waitingRevision).toBeNull();
  });
});
