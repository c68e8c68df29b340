import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { readRow } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { displayName } from '../../sign-in/displayName.ts';

const NameRow = z.object({ name: z.nullable(z.string()) });

/** The display name of an editor; null if they have none. */
export async function findEditorName(db: Kysely<DB>, personId: string): Promise<string | null> {
  const row = await readRow(
    db,
    NameRow,
    sql`select ${displayName('person')} as name from users person where id = ${personId}`,
  );
  return row?.name ?? null;
}
