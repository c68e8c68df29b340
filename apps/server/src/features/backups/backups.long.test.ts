import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeBackup, verifyNewestBackup } from '@portico/contracts/admin/backups';
import { openBackupStore } from '../../backup/backupStore.ts';
import { auditOf, backedUpPortal } from './testing/backedUpPortal.ts';

test('after a backup the retention rules remove older backups, but not the verified one [OPS-228]', async () => {
  const { portal, read, request, backupFolder } = await backedUpPortal({
    BACKUP_KEEP_DAILY: '1',
    BACKUP_KEEP_WEEKLY: '0',
    BACKUP_KEEP_MONTHLY: '0',
  });
  await request(makeBackup);
  await request(verifyNewestBackup);
  await request(makeBackup);
  const [second, verified] = (await read()).items!;
  expect(verified!.verifiedAt).not.toBeNull();
  await request(makeBackup);
  const { items } = await read();
  expect(items).toHaveLength(2);
  expect(items![1]!.id).toBe(verified!.id);
  expect((await auditOf(portal)).at(-1)).toMatchObject({ action: 'backup.removed', object_id: second!.id });
  expect(
    (await (await openBackupStore(pathToFileURL(backupFolder).href, backupFolder)).list()).map(({ id }) => id),
  ).toEqual(items!.map(({ id }) => id));
});

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn('Skipping a test of accounts, because it needs root');

test.skipIf(!isRoot)(
  'a backup that another account made and the portal can’t remove stops neither new backups nor the removal of others [OPS-497]',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portico-data-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const keep = { BACKUP_KEEP_DAILY: '1', BACKUP_KEEP_WEEKLY: '0', BACKUP_KEEP_MONTHLY: '0' };
    const { portal, read, request, backupFolder } = await backedUpPortal({ ...keep, PORTICO_DATA_DIR: dataDir });
    for (const folder of [backupFolder, dataDir, dirname(portal.parts.webRoot)]) await chown(folder, NOBODY, NOBODY);
    const backUpAsNobody = async () => {
      process.seteuid!(NOBODY);
      try {
        await request(makeBackup);
      } finally {
        process.seteuid!(0);
      }
      return (await read()).runs[0]!;
    };
    const removalProblem = async () => (await read()).removalProblem;
    const foreign = (await backUpAsNobody()).backupId!;
    const parts = join(backupFolder, 'parts', foreign);
    for (const name of ['', ...(await readdir(parts, { recursive: true }))]) await chown(join(parts, name), 0, 0);
    const second = await backUpAsNobody();
    expect(second.state).toBe('succeeded');
    expect(await removalProblem()).toMatch(
      new RegExp(`^These could not be removed: ${foreign} \\(The portal’s account isn’t allowed to .*EACCES`),
    );
    const third = await backUpAsNobody();
    expect(third.state).toBe('succeeded');
    expect((await read()).items!.map(({ id }) => id)).toEqual([third.backupId]);
    expect(await removalProblem()).toContain(foreign);
    for (const name of ['', ...(await readdir(parts, { recursive: true }))])
      await chown(join(parts, name), NOBODY, NOBODY);
    await backUpAsNobody();
    expect(await removalProblem()).toBeNull();
    expect(await readdir(join(backupFolder, 'parts'))).toHaveLength(1);
  },
);
