import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod/mini';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { discardSavedEntry, getForm, saveEntry } from '@portico/contracts/forms';
import { withBackupLock } from '../../backup/backupLock.ts';
import { directUrl } from '../../db/prepareDatabase.ts';
import { Instant, readRows } from '../../db/rows.ts';
import { createDiskStore } from '../../media/store/diskStore.ts';
import { formFileKey } from '../../media/files/files.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { purgeExpiredFormData } from './forms.jobs.ts';
import { sweepFormFiles } from './sweepFormFiles.ts';
import { FormUploads } from './testing/formUploads.ts';

const shared = sharedPortal({ env: { FORM_FILES_PER_PERSON_BYTES: '400000' } });
const { publishForm, uploaded, rowsOf, submit } = new FormUploads(shared);

describe('an unused file', () => {
  const purgeAt = (ms: number) =>
    purgeExpiredFormData({}, { ...shared().parts, now: () => new Date(shared().clock.now.getTime() + ms) });

  test('is deleted with its bytes after a day, unless a saved or submitted entry uses it', async () => {
    const formId = await publishForm();
    const [sent, saved, unused] = [
      await uploaded(formId, 'sent'),
      await uploaded(formId, 'saved'),
      await uploaded(formId, 'unused'),
    ];
    await submit(formId, [sent.id]);
    await shared()
      .as('ana')
      .call(saveEntry, { params: { formId }, body: { values: { receipts: [saved.id] }, formVersion: 1, version: 0 } });
    await purgeAt(DAY_MS);
    expect(await rowsOf(formId)).toHaveLength(3);
    await purgeAt(DAY_MS + 1);
    expect((await rowsOf(formId)).map(({ id }) => id).sort()).toEqual([sent.id, saved.id].sort());
    expect(await Promise.all([sent, saved, unused].map(({ id }) => shared().store.has(formFileKey(id))))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('stays while a backup runs, and is deleted an hour later [OPS-438]', async () => {
    const { db, parts, runJobs } = shared();
    const formId = await publishForm();
    const { id } = await uploaded(formId, 'unused');
    await withBackupLock(directUrl(parts.config), () => purgeAt(DAY_MS + 1));
    expect(await rowsOf(formId)).toHaveLength(1);
    const [again] = await readRows(
      db,
      z.object({ at: Instant }),
      sql`select run_at as at from graphile_worker.jobs where key = 'purge-expired-form-data-again'`,
    );
    expect(new Date(again!.at).getTime() - shared().clock.now.getTime()).toBe(DAY_MS + 1 + HOUR_MS);
    await sql`update form_files set unused_since = unused_since - interval '2 days' where id = ${id}`.execute(db);
    await sql`update graphile_worker._private_jobs set run_at = now() where key = 'purge-expired-form-data-again'`.execute(
      db,
    );
    await runJobs();
    expect(await rowsOf(formId)).toEqual([]);
    expect(await shared().store.has(formFileKey(id))).toBe(false);
  });

  test('can be restored for a day after its saved entry was discarded', async () => {
    const { as, clock } = shared();
    const formId = await publishForm();
    const file = await uploaded(formId, 'kept');
    await as('ana').call(saveEntry, {
      params: { formId },
      body: { values: { receipts: [file.id] }, formVersion: 1, version: 0 },
    });
    const before = clock.now;
    clock.now = new Date(before.getTime() + 5 * DAY_MS);
    await as('ana').call(discardSavedEntry, { params: { formId } });
    await purgeAt(DAY_MS - 1);
    await as('ana').call(saveEntry, {
      params: { formId },
      body: { values: { receipts: [file.id] }, formVersion: 1, version: 0 },
    });
    await purgeAt(3 * DAY_MS);
    expect((await as('ana').call(getForm, { params: { formId } })).saved?.files).toEqual([file]);
    await as('ana').call(discardSavedEntry, { params: { formId } });
    await purgeAt(DAY_MS + 1);
    expect(await rowsOf(formId)).toEqual([]);
    clock.now = before;
  });
});

test('only an object without a row is deleted after a day [U7]', async () => {
  const { db, clock } = shared();
  const folder = await mkdtemp(join(tmpdir(), 'portico-form-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = createDiskStore(folder);
  const { id } = await uploaded(await publishForm(), 'kept');
  const keys = [formFileKey(id), formFileKey('aaaaaaaa-0000-4000-8000-000000000000'), 'forms/aa/not-an-id'];
  for (const key of keys) await store.put(key, Buffer.from('x'));
  await sweepFormFiles({ db, store }, clock.now);
  expect(await Promise.all(keys.map((key) => store.has(key)))).toEqual([true, true, true]);
  const old = new Date(Date.now() - DAY_MS - 1000);
  for (const key of keys) await utimes(join(folder, key), old, old);
  await sweepFormFiles({ db, store }, clock.now);
  expect(await Promise.all(keys.map((key) => store.has(key)))).toEqual([true, false, false]);
});
