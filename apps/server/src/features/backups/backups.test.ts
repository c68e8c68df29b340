import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCronItems } from 'graphile-worker';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { makeBackup, verifyNewestBackup } from '@portico/contracts/admin/backups';
import { withBackupLock } from '../../backup/backupLock.ts';
import { jobsFor } from '../../jobs.ts';
import { addJob } from '../../jobs/queue.ts';
import { directUrl } from '../../db/prepareDatabase.ts';
import type { TestPortal } from '../../testing/testPortal.ts';
import { auditOf, backedUpPortal } from './testing/backedUpPortal.ts';

describe('backups by the portal', () => {
  test('an administrator requests a backup and its verification, and sees when each finished [OPS-227]', async () => {
    const { portal, read, request, settle } = await backedUpPortal();
    expect(await read()).toMatchObject({
      items: [],
      runs: [],
      queued: [],
      plan: { isEncrypted: true, canVerify: true },
    });
    await portal.as('adam').call(makeBackup, {});
    await portal.as('adam').call(makeBackup, {});
    expect((await read()).queued).toEqual(['backup']);
    await settle();
    const { items, runs, queued } = await read();
    expect(queued).toEqual([]);
    expect(items).toMatchObject([{ isEncrypted: true, verifiedAt: null }]);
    expect(runs).toMatchObject([{ kind: 'backup', state: 'succeeded', backupId: items![0]!.id, problem: null }]);
    await request(verifyNewestBackup);
    const after = await read();
    expect(after.items![0]!.verifiedAt).toBe(after.runs[0]!.finishedAt);
    expect(after.runs.map(({ kind, state }) => [kind, state])).toEqual([
      ['verification', 'succeeded'],
      ['backup', 'succeeded'],
    ]);
    const entries = await auditOf(portal);
    expect(entries.map(({ action, actor_id }) => [action, actor_id !== null])).toEqual([
      ['backup.requested', true],
      ['backup.requested', true],
      ['backup.made', false],
      ['backup.verification-requested', true],
      ['backup.verified', false],
    ]);
    expect(entries.at(-1)!.object_id).toBe(items![0]!.id);
  });

  test('verifying a damaged backup fails with a readable reason, and the audit log records it [OPS-227]', async () => {
    const { portal, backupFolder, read, request } = await backedUpPortal();
    await request(makeBackup);
    const { items } = await read();
    const part = join(backupFolder, 'parts', items![0]!.id, 'rows', 'public.users.copy.age');
    const whole = await readFile(part);
    await writeFile(part, whole.subarray(0, whole.length - 1));
    await request(verifyNewestBackup);
    const { runs } = await read();
    expect(runs[0]).toMatchObject({
      kind: 'verification',
      state: 'failed',
      problem: expect.stringContaining('rows/public.users.copy') as string,
    });
    expect((await read()).items![0]!.verifiedAt).toBeNull();
    expect((await auditOf(portal)).at(-1)).toMatchObject({ action: 'backup.verified-failed' });
  });

  test('a backup location that is not writable is named, and one that does not respond lists no backups [OPS-227]', async () => {
    const denied = await backedUpPortal({ BACKUP_URL: 'file:///dev/null/backups' });
    await denied.request(makeBackup);
    expect(await denied.read()).toMatchObject({
      queued: ['backup'],
      runs: [{ state: 'failed', problem: expect.stringContaining('/dev/null/backups') as string }],
    });
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'nobody').stubEnv('AWS_SECRET_ACCESS_KEY', 'nothing');
    const away = await backedUpPortal({ BACKUP_URL: 's3://backups?endpoint=http%3A%2F%2F127.0.0.1%3A1' });
    await away.request(makeBackup);
    expect(await away.read()).toMatchObject({
      items: null,
      runs: [{ state: 'failed', problem: expect.stringContaining('A store isn’t responding as expected') as string }],
    });
  });

  test('verification without the right to create databases fails with advice [OPS-227, OPS-500]', async () => {
    const { portal, read, request, settle } = await backedUpPortal({ BACKUP_VERIFY_DATABASE_URL: '' });
    await request(makeBackup);
    const { username } = new URL(directUrl(portal.parts.config));
    expect((await read()).plan).toMatchObject({ canVerify: false, deniedRole: username });
    expect(await portal.as('adam').fail(verifyNewestBackup, {})).toMatchObject({
      status: 409,
      detail: `The database role ${username} isn’t allowed to create the database that a verification needs.`,
    });
    // The schedule queues it anyway, and the failure is an alert.
    await addJob(portal.db, 'verify-backup', {});
    await settle();
    expect((await read()).runs.find(({ kind }) => kind === 'verification')?.problem).toContain(
      'needs a role that can create databases',
    );
  });

  test('without a backup location or key, a request changes nothing and names the missing setting [OPS-227]', async () => {
    const { portal, read } = await backedUpPortal({ BACKUP_URL: '' });
    expect(await read()).toMatchObject({ plan: null, items: [] });
    expect(await portal.as('adam').fail(makeBackup, {})).toMatchObject({ status: 409 });
    const locked = await backedUpPortal({ BACKUP_IDENTITY_FILE: '' });
    expect((await locked.read()).plan).toMatchObject({ canVerify: false });
    expect(await locked.portal.as('adam').fail(verifyNewestBackup, {})).toMatchObject({
      status: 409,
      detail: expect.stringContaining('BACKUP_IDENTITY_FILE') as string,
    });
    expect(await locked.read()).toMatchObject({ queued: [], runs: [] });
  });

  test('a run shows as running only while its process holds the lock, and the next run marks it as failed [OPS-228]', async () => {
    const { portal, read, request, settle } = await backedUpPortal();
    await sql`insert into backup_runs (kind, state, started_at) values ('backup', 'running', now() - interval '1 hour')`.execute(
      portal.db,
    );
    expect((await read()).runs).toMatchObject([{ state: 'failed', problem: 'The process ended before it finished.' }]);
    await withBackupLock(directUrl(portal.parts.config), async () => {
      expect((await read()).runs).toMatchObject([{ state: 'running' }]);
      await request(makeBackup);
      expect(await read()).toMatchObject({ queued: ['backup'], items: [], runs: [{ state: 'running' }] });
    });
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(portal.db);
    await settle();
    expect((await read()).runs.map(({ state }) => state)).toEqual(['succeeded', 'failed']);
  });

  test('the jobs follow the schedules in the settings, and verification runs only with the key [OPS-228]', async () => {
    const { portal } = await backedUpPortal({ BACKUP_SCHEDULE: '5 1 * * 1-5' });
    const timesOf = (change: Partial<TestPortal['parts']['config']>) =>
      jobsFor({ ...portal.parts.config, ...change })
        .timed.filter(({ task }) => task.includes('backup'))
        .map(({ task, match }) => `${task} ${String(match)}`);
    expect(timesOf({})).toEqual(['make-backup 5 1 * * 1-5', 'verify-backup 30 4 * * 0']);
    expect(timesOf({ BACKUP_IDENTITY_FILE: undefined })).toEqual(['make-backup 5 1 * * 1-5']);
    expect(timesOf({ BACKUP_IDENTITY_FILE: undefined, BACKUP_RECIPIENTS: [] })).toHaveLength(2);
    expect(timesOf({ BACKUP_URL: undefined })).toEqual([]);
    expect(parseCronItems(jobsFor(portal.parts.config).timed).length).toBeGreaterThan(10);
  });
});
