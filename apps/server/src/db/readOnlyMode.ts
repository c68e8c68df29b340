import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from './pool.ts';
import { compileOnce, Instant } from './rows.ts';

const ReadOnlyMode = z.object({ isReadOnly: z.boolean(), until: z.nullable(Instant) });

const readModes = compileOnce(
  ReadOnlyMode,
  () => sql`select is_read_only as "isReadOnly", read_only_until as until from maintenance`,
);

/** Whether the portal is read-only, and when an administrator expects that to end. */
export async function readReadOnlyMode(db: Db): Promise<z.infer<typeof ReadOnlyMode>> {
  const [mode] = await readModes(db, {});
  if (mode === undefined) throw new Error('The table of the maintenance mode is empty.');
  return mode;
}
