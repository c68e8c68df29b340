import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import type { ImageRef } from '@portico/kinds/media';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import type { Change } from '@portico/contracts/studio/draft';
import { studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import { changeStudioItem } from '@portico/contracts/studio/studio';
import { withBackupLock } from '../../backup/backupLock.ts';
import { directUrl } from '../../db/prepareDatabase.ts';
import { Instant, readRows } from '../../db/rows.ts';
import { purgeStudio } from '../../features/studio/studio.jobs.ts';
import { studioActions } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { sweepFiles } from './sweepFiles.ts';
import { listKeys, type ObjectStore } from '../store/objectStore.ts';
import { claimUploads } from './claimUploads.ts';

async function setup(env: Record<string, string> = {}) {
  const portal = await testPortal({ env });
  const { db, parts, store, clock, as } = portal;
  const edda = () => as('edda');
  const upload = async (path: string, payload: Buffer, fileName: string) => {
    const headers = {
      ...(await edda().headers()),
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(fileName),
    };
    const answer = await portal.portal.inject({ method: 'POST', url: path, payload, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };
  return {
    ...portal,
    edda,
    ...studioActions(edda),
    async picture(background = `#${randomBytes(3).toString('hex')}`) {
      const painted = sharp({ create: { width: 700, height: 90, channels: 3, background } });
      return (await upload(studioPicturesPath, await painted.png().toBuffer(), 'a.png')).json<ImageRef>();
    },
    async file() {
      return (await upload(studioFilesPath, Buffer.from(randomBytes(20).toString('hex')), 'a.txt')).json<StudioFile>();
    },
    /** Advances the clock by this many days, sweeping every night. */
    async nights(count: number) {
      for (let night = 0; night < count; night += 1) {
        clock.now = new Date(clock.now.getTime() + DAY_MS);
        await sweepFiles({}, parts);
      }
    },
    /** Whether each of the existing uploads is used. */
    async uses() {
      const rows = [
        ...(await db.selectFrom('pictures').select(['id', 'unused_since']).execute()),
        ...(await db.selectFrom('files').select(['id', 'unused_since']).execute()),
      ];
      return Object.fromEntries(rows.map(({ id, unused_since: since }) => [id, since === null]));
    },
    keys: () => listKeys(store),
    /** Waits until a statement that contains this text waits for a lock. */
    async waitsFor(words: string) {
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%${words}%`}`;
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0);
    },
  };
}

const shows = (value: ImageRef | null): Change => ({ do: 'field', name: 'image', value });

describe('uploads that nothing uses', () => {
  test('are removed with their objects after the configured number of days, counted from the last use or upload [OPS-420]', async () => {
    const { picture, file, nights, uses, keys, write, change, db, clock, parts } = await setup({
      UNUSED_UPLOADS_DAYS: '5',
    });
    const [used, never] = [await picture(), await picture('#123456')];
    const document = await file();
    expect(await keys()).toHaveLength(5);
    const itemId = await write('With a picture', [shows(used)]);
    expect(await uses()).toEqual({ [used.id]: true, [never.id]: false, [document.fileId]: false });
    await nights(4);
    await picture('#123456');
    await db.updateTable('pictures').set({ added_at: clock.now.toISOString() }).where('id', '=', never.id).execute();
    await nights(2);
    expect(await uses()).toEqual({ [used.id]: true, [never.id]: false });
    expect(await keys()).toHaveLength(4);

    // A save can be undone for a while, so it still counts.
    await change(itemId, [shows(null)]);
    await nights(1);
    expect((await uses())[used.id]).toBe(true);
    clock.now = new Date(clock.now.getTime() + 15 * DAY_MS);
    await purgeStudio({}, parts);
    await nights(5);
    expect(await uses()).toEqual({ [used.id]: false });
    await nights(2);
    expect([await uses(), await keys()]).toEqual([{}, []]);
  });

  test('are retained if they are used again in time [OPS-420]', async () => {
    const { picture, file, nights, uses, write } = await setup({ UNUSED_UPLOADS_DAYS: '5' });
    const [shown, document] = [await picture(), await file()];
    await nights(4);
    await write('Late', [shows(shown)]);
    await write('Late too', [{ do: 'field', name: 'file', value: document }], 'document');
    expect(await uses()).toEqual({ [shown.id]: true, [document.fileId]: true });
    await nights(10);
    expect(await uses()).toEqual({ [shown.id]: true, [document.fileId]: true });
  });

  test.each([
    [
      'an old version',
      async ({ write, change, publish }, picture) => {
        const itemId = await write('Once', [shows(picture)]);
        await publish(itemId);
        await change(itemId, [shows(null)]);
        await publish(itemId);
      },
    ],
    [
      'a version that waits for its date',
      async ({ write, change, publish, clock }, picture) => {
        const itemId = await write('Dated');
        await publish(itemId);
        await change(itemId, [shows(picture)]);
        await publish(itemId, { goesLiveAt: new Date(clock.now.getTime() + 90 * DAY_MS).toISOString() });
      },
    ],
    [
      'the picture of a person',
      async ({ db }, { id }) => {
        await db
          .updateTable('users')
          .set({ avatar_url: `/media/${id.toUpperCase()}/320.webp` })
          .execute();
      },
    ],
    [
      'a saved form entry',
      async ({ db, write, publish }, { id }) => {
        await publish(await write('With a form'));
        await sql`
        with form as (
          insert into form_versions (form_id, version, definition, digest, item_id, revision_id)
          select id, 1, '{}', sha256(''), item_id, id from content_revisions limit 1 returning form_id)
        insert into saved_entries (user_id, form_id, form_version, version, values, saved_at)
        select person.id, form_id, 1, 1, ${JSON.stringify({ picture: id })}, now() from form, users person`.execute(db);
      },
    ],
    [
      'an imported collection',
      async ({ db }, { id }) => {
        await db.insertInto('imported_pictures').values({ external_id: 'lunch', picture_id: id, alt: '' }).execute();
      },
    ],
  ] as Array<[string, (portal: Awaited<ReturnType<typeof setup>>, picture: ImageRef) => Promise<void>]>)(
    'do not include those of %s [OPS-421]',
    async (_, use) => {
      const portal = await setup({ UNUSED_UPLOADS_DAYS: '5' });
      const { db, clock, parts, nights, uses } = portal;
      const picture = await portal.picture();
      await use(portal, picture);
      // As an older server leaves the row.
      await db.updateTable('pictures').set({ unused_since: null }).execute();
      clock.now = new Date(clock.now.getTime() + 20 * DAY_MS);
      await purgeStudio({}, parts);
      await nights(8);
      expect(await uses()).toEqual({ [picture.id]: true });
    },
  );

  test('are all removed, however many there are [OPS-420]', async () => {
    const { db, nights, uses } = await setup({ UNUSED_UPLOADS_DAYS: '1' });
    await sql`insert into pictures (id, sha256, width, height, widths, unused_since)
      select gen_random_uuid(), sha256(n::text::bytea), 320, 90, '{320}', now() from generate_series(1, 1201) n`.execute(
      db,
    );
    await nights(2);
    expect(await uses()).toEqual({});
  });

  test('are retained while a backup runs, and removed an hour later [OPS-422]', async () => {
    const { picture, nights, uses, clock, parts, runJobs, db } = await setup({ UNUSED_UPLOADS_DAYS: '1' });
    const { id } = await picture();
    await withBackupLock(directUrl(parts.config), () => nights(3));
    expect(await uses()).toEqual({ [id]: false });
    const again = await readRows(
      db,
      z.object({ at: Instant }),
      sql`select run_at as at from graphile_worker.jobs where key = 'sweep-files-again'`,
    );
    expect(again.map(({ at }) => new Date(at).getTime() - clock.now.getTime())).toEqual([HOUR_MS]);
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
    await runJobs();
    expect(await uses()).toEqual({});
  });
});

describe('an editor who uses an old upload while it is swept', () => {
  test('keeps it if the save comes first [OPS-423]', async () => {
    const { picture, file, nights, uses, keys, db, clock, parts } = await setup({ UNUSED_UPLOADS_DAYS: '5' });
    const [shown, document] = [await picture(), await file()];
    clock.now = new Date(clock.now.getTime() + 9 * DAY_MS);
    await db.transaction().execute(async (trx) => {
      await claimUploads(trx, [shows(shown), { do: 'field', name: 'file', value: document }]);
      await sweepFiles({}, parts);
    });
    expect(await uses()).toEqual({ [shown.id]: true, [document.fileId]: true });
    await nights(1);
    expect(await keys()).toHaveLength(3);
  });

  test('gets a clear error if the sweep comes first, and can upload it again [OPS-423]', async () => {
    const { picture, write, open, edda, db, uses, waitsFor } = await setup();
    const shown = await picture('#123456');
    const itemId = await write('Too late');
    const { sequence } = await open(itemId);
    const body = { clientId: randomUUID(), batchId: randomUUID(), base: sequence, changes: [shows(shown)] };
    const removed = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const sweep = db.transaction().execute(async (trx) => {
      await trx.deleteFrom('pictures').where('id', '=', shown.id).execute();
      removed.resolve();
      await mayCommit.promise;
    });
    await removed.promise;
    const refusal = edda().fail(changeStudioItem, { params: { itemId }, body });
    await waitsFor('held_pictures').finally(() => mayCommit.resolve());
    await sweep;
    expect(await refusal).toMatchObject({
      status: 400,
      code: 'invalid_input',
      detail: 'A picture or file was deleted because nothing used it. Upload it again.',
      issues: [{ path: 'changes.0' }],
    });
    expect((await open(itemId)).draft.fields.image).toBeNull();
    await edda().call(changeStudioItem, {
      params: { itemId },
      body: { ...body, changes: [shows(await picture('#123456'))] },
    });
    expect(await uses()).toEqual({ [shown.id]: true });
  });

  test('gets every width of a picture that is uploaded again while its files are being removed [OPS-423]', async () => {
    const { picture, keys, db, parts, store, waitsFor } = await setup();
    const shown = await picture('#123456');
    await sql`update pictures set unused_since = now() - interval '40 days', added_at = now() - interval '40 days'`.execute(
      db,
    );
    let uploaded: Promise<ImageRef> | undefined;
    const removing: ObjectStore = {
      ...store,
      async delete(key) {
        uploaded ??= picture('#123456');
        await Promise.race([uploaded, waitsFor('portico files')]);
        await store.delete(key);
      },
    };
    await sweepFiles({}, { ...parts, store: removing });
    expect(await uploaded).toEqual(shown);
    expect(await db.selectFrom('pictures').select('id').execute()).toEqual([{ id: shown.id }]);
    expect(await keys()).toHaveLength(shown.widths.length);
  });
});
