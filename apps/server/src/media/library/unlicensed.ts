import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';

/** Whether the library doesn't know the license or the source of the row `media`. */
export const isUnlicensed: RawBuilder<boolean> = sql`(media.license = '' or media.source = '')`;

const Row = z.object({ id: z.uuid() });

/** Pictures and files among these without license or source, as far as the condition on `media` admits. */
export async function listUnlicensed(
  db: Kysely<DB>,
  ids: string[],
  condition: RawBuilder<boolean> = sql`true`,
): Promise<string[]> {
  const rows = await readRows(
    db,
    Row,
    sql`select media.id from search_media media where media.id = any(${ids}::uuid[]) and ${isUnlicensed} and ${condition}
      order by media.id`,
  );
  return rows.map(({ id }) => id);
}
