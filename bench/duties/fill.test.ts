import { randomUUID } from 'node:crypto';
import { withConnection } from '@portico/dev-database/databases';
import { readRows } from '@portico/server/db/rows';
import { readHead } from '@portico/server/proofs/tree.queries';
import { recordProofs } from '@portico/server/proofs/recordProofs';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { fillProofs } from './fill.ts';

test('a log that the bench generates holds, and the portal continues it', async () => {
  const { db, url } = await testDatabase();
  const userId = randomUUID();
  await withConnection(url, (client) => fillProofs(client, { count: 205, userId, onStep: () => {} }));
  const record = { userId, itemId: null, type: 'test', version: 1, fields: {} };
  await db.transaction().execute((trx) => recordProofs(trx, [record, record]));
  expect((await readHead(db)).size).toBe(207);
  const Break = z.object({ number: z.number() });
  expect(await readRows(db, Break, sql`select number::float8 from proof_leaves_breaks(0, 206) as number`)).toEqual([]);
});
