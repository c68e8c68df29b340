import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { makeBackup, verifyNewestBackup } from '@portico/contracts/admin/backups';
import { openPlace } from '../../backup/backupPlace.ts';
import { auditOf, backedUpPortal } from './testing/backedUpPortal.ts';

test('after a backup the retention rules remove older backups, but not the verified one [OPS-228]', async () => {
  const { portal, read, request, place } = await backedUpPortal({
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
  expect((await (await openPlace(pathToFileURL(place).href, place)).list()).map(({ id }) => id)).toEqual(
    items!.map(({ id }) => id),
  );
});
