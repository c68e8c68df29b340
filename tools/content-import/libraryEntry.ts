import { sql } from 'kysely';
import type { Db } from '@portico/server/db/pool';
import type { LibraryEntry } from './storedLine.ts';

/** Stores what the library says about a picture or file, unless a person has changed that in this portal. */
export async function saveLibraryEntry(db: Db, mediaId: string, entry: LibraryEntry): Promise<void> {
  const { name, alt, credit, license, source, labels } = entry;
  await sql`
    update search_media set name = ${name}, alt = ${alt}, credit = ${credit}, license = ${license}, source = ${source},
      labels = ${labels}::text[]
    where id = ${mediaId} and changed_by is null and (name, alt, credit, license, source, labels)
      is distinct from (${name}, ${alt}::text, ${credit}, ${license}, ${source}, ${labels}::text[])`.execute(db);
}
