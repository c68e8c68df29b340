import { expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { getStorage } from '@portico/contracts/admin/storage';
import { testPortal } from '../../testing/testPortal.ts';

test('storage reports the size of the database and of each kind of file, unused files, the quota and the free space [OPS-012, OPS-424]', async () => {
  const { as, db, parts } = await testPortal({ env: { FILES_QUOTA_BYTES: '4000' } });
  const read = () => as('adam').call(getStorage, {});
  const before = await read();
  expect(before.databaseBytes).toBeGreaterThan(1_000_000);
  expect(before.disk!.freeBytes).toBeGreaterThan(0);
  expect(before).toMatchObject({ quota: { usedBytes: 0, limitBytes: 4000 } });
  await db
    .insertInto('files')
    .values(
      [300, 700].map((bytes) => ({
        sha256: Buffer.from(String(bytes).repeat(11).slice(0, 32)),
        bytes,
        format: 'PDF',
        media_type: 'application/pdf',
        unused_since: new Date(parts.now().getTime() - (bytes === 700 ? 25 : 23) * HOUR_MS).toISOString(),
      })),
    )
    .execute();
  expect(await read()).toMatchObject({
    files: [
      { kind: 'documents', count: 2, bytes: 1000, unused: { count: 1, bytes: 700 } },
      { kind: 'formFiles', count: 0, bytes: 0, unused: null },
      { kind: 'pictures', count: 0, bytes: null, unused: { count: 0, bytes: null } },
    ],
    quota: { usedBytes: 1000, limitBytes: 4000 },
  });
  parts.store.space = () => Promise.reject(new Error('unreachable'));
  expect((await read()).disk).toBeNull();
});
