import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import {
  AbbreviationChangeKind,
  MAX_ABBREVIATION_CHANGES,
  type AbbreviationChange,
} from '@portico/contracts/studio/abbreviationChanges';
import { Instant, limitTo, readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { displayName } from '../../sign-in/displayName.ts';
import type { Reader } from '../../visibility/visibility.ts';

/** An abbreviation as the history stores it. */
export interface StoredAbbreviation {
  id: string;
  abbreviation: string;
  meaning: string;
}

interface Change {
  kind: z.infer<typeof AbbreviationChangeKind>;
  before: StoredAbbreviation | null;
  after: StoredAbbreviation | null;
}

export async function recordChange(
  trx: Kysely<DB>,
  { kind, before, after }: Change,
  { id, now }: Pick<Reader, 'id' | 'now'>,
): Promise<void> {
  await trx
    .insertInto('search_abbreviation_changes')
    .values({
      kind,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      made_by: id,
      made_at: now.toISOString(),
    })
    .execute();
}

const ChangeRow = z.object({
  id: z.int(),
  kind: AbbreviationChangeKind,
  before: z.nullable(storedJson<StoredAbbreviation>()),
  after: z.nullable(storedJson<StoredAbbreviation>()),
  madeAt: Instant,
  madeBy: z.nullable(z.string()),
  undoneAt: z.nullable(Instant),
  undoneBy: z.nullable(z.string()),
  mayUndo: z.boolean(),
});

const asStored = (column: 'before' | 'after') => sql`nullif(change.${sql.ref(column)}, 'null')`;
const personNamed = (id: RawBuilder<unknown>) =>
  sql`(select ${displayName('person')} from users person where person.id = ${id})`;

/** Whether the abbreviation is still as the change left it, or as absent. */
const mayUndo = sql<boolean>`change.undone_at is null and (
  select jsonb_build_object('id', known.id, 'abbreviation', known.abbreviation, 'meaning', known.meaning)
  from search_abbreviations known where known.id = coalesce(change.after->>'id', change.before->>'id')::uuid
) is not distinct from ${asStored('after')}`;

export const readChanges = (db: Kysely<DB>, where: RawBuilder<boolean>) =>
  readRows(
    db,
    ChangeRow,
    sql`
      select change.id, change.kind, ${asStored('before')} as before, ${asStored('after')} as after, change.made_at as "madeAt",
        ${personNamed(sql`change.made_by`)} as "madeBy", change.undone_at as "undoneAt",
        ${personNamed(sql`change.undone_by`)} as "undoneBy", ${mayUndo} as "mayUndo"
      from search_abbreviation_changes change where ${where} order by change.id desc ${limitTo(MAX_ABBREVIATION_CHANGES)}`,
  );

const textOf = (one: StoredAbbreviation | null) => one && { abbreviation: one.abbreviation, meaning: one.meaning };

/** What was done, the latest first. */
export async function listChanges(db: Kysely<DB>): Promise<{ items: AbbreviationChange[] }> {
  const rows = await readChanges(db, sql`true`);
  return {
    items: rows.map(({ before, after, madeAt, undoneAt, ...change }) => ({
      ...change,
      before: textOf(before),
      after: textOf(after),
      madeAt: new Date(madeAt).toISOString(),
      undoneAt: undoneAt && new Date(undoneAt).toISOString(),
    })),
  };
}
