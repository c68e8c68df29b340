import { randomUUID } from 'node:crypto';
import { readRows } from '@portico/server/db/rows';
import { readHead } from '@portico/server/proofs/tree.queries';
import { recordProofs } from '@portico/server/proofs/recordProofs';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { fillProofs } from './fill.ts';

test.each([205, 16_384, 40_000])(
  'a log of %i records that the bench generates holds, and the portal continues it',
  async (count) => {
    const { db, url } = await testDatabase();
    const userId = randomUUID();
    await fillProofs(url, { count, userId, onStep: () => {} });
    const record = { userId, itemId: null, type: 'test', version: 1, fields: {} };
    await db.transaction().execute((trx) => recordProofs(trx, [record, record]));
    expect((await readHead(db)).size).toBe(count + 2);
    const Break = z.object({ number: z.number() });
    expect(
      await readRows(db, Break, sql`select number::float8 from proof_leaves_breaks(0, ${count + 1}) as number`),
    ).toEqual([]);
  },
);
