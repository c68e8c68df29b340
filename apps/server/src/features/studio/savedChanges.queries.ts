import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { completeChange } from '@portico/authoring/completeComponent';
import { versionsAt } from '@portico/authoring/mergeChanges';
import type { Change } from '@portico/contracts/studio/draft';
import type { SavedChanges } from '@portico/contracts/studio/studio';
import { readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { displayName } from '../../sign-in/displayName.ts';

const SavedRow = z.object({
  sequence: z.int(),
  clientId: z.uuid(),
  by: z.string(),
  changes: storedJson<Change[]>(),
});

/** The saves after `since` up to `sequence`, in order. `isTooOld` when some of them are no longer stored. */
export async function savedSince(
  db: Kysely<DB>,
  itemId: string,
  since: number,
  sequence: number,
): Promise<{ saved: SavedChanges[]; isTooOld: boolean }> {
  if (since >= sequence) return { saved: [], isTooOld: since > sequence };
  const saved = await readRows(
    db,
    SavedRow,
    sql`select change.sequence, change.client_id as "clientId", coalesce(${displayName('person')}, '') as by, change.changes
      from studio_changes change left join users person on person.id = change.user_id
      where change.item_id = ${itemId} and change.sequence > ${since} and change.sequence <= ${sequence}
      order by change.sequence`,
  );
  // Older saves can have components that lack properties.
  const complete = saved.map((save) => ({ ...save, changes: save.changes.map((change) => completeChange(change)) }));
  return { saved: complete, isTooOld: saved.length < sequence - since };
}

const ReplacedRow = z.object({ clientId: z.uuid(), replaced: z.nullable(storedJson<Change[]>()) });

/**
 * The texts and settings that a tab had seen with the save `since`, of what changed up to `sequence`. Empty when some
 * of the saves are no longer stored.
 */
export async function versionsSince(
  db: Kysely<DB>,
  itemId: string,
  since: number,
  { sequence, clientId }: { sequence: number; clientId: string },
): Promise<Map<string, Change>> {
  if (since >= sequence) return new Map();
  const rows = await readRows(
    db,
    ReplacedRow,
    sql`select client_id as "clientId", replaced from studio_changes
      where item_id = ${itemId} and sequence > ${since} order by sequence`,
  );
  const saves = rows.flatMap(({ replaced, ...save }) => (replaced ? [{ ...save, replaced }] : []));
  return saves.length < sequence - since ? new Map() : versionsAt(saves, clientId);
}
