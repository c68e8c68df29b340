import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from './pool.ts';
import { Instant, readRowOrThrow } from './rows.ts';

const ReadOnlyMode = z.object({ isReadOnly: z.boolean(), until: z.nullable(Instant) });

/** Whether the portal is read-only, and when an administrator expects that to end. */
export const readReadOnlyMode = (db: Db): Promise<z.infer<typeof ReadOnlyMode>> =>
  readRowOrThrow(db, ReadOnlyMode, sql`select is_read_only as "isReadOnly", read_only_until as until from maintenance`);
