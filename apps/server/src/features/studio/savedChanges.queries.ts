import { sql, type RawBuilder } from 'kysely';
import { completeChange } from '@portico/authoring/completeComponent';
import { versionsAt } from '@portico/authoring/mergeChanges';
import type { Change } from '@portico/contracts/studio/draft';
import type { SavedChanges } from '@portico/contracts/studio/studio';
import { storedJson } from '../../db/rows.ts';
import { displayName } from '../../sign-in/displayName.ts';

/** A save, and what it replaced: null for saves by earlier versions of the portal. */
interface StoredSave extends SavedChanges {
  replaced: Change[] | null;
}

export const StoredSaves = storedJson<SavedChanges[]>();
export const StoredVersions = storedJson<StoredSave[]>();

/** The saves of the row `item` after `since`, in order, as JSON. */
const savesAfter = (since: number, more: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('sequence', change.sequence, 'clientId', change.client_id,
      'by', coalesce(${displayName('person')}, ''), 'changes', change.changes${more}) order by change.sequence), '[]')
  from studio_changes change left join users person on person.id = change.user_id
  where change.item_id = item.id and change.sequence > ${since})`;

export const savesSince = (since: number): RawBuilder<unknown> => savesAfter(since, sql``);
/** The same with what each of them replaced. */
export const versionsSince = (since: number): RawBuilder<unknown> =>
  savesAfter(since, sql`, 'replaced', change.replaced`);

/** Those up to `sequence`, as others are told of them. `isTooOld` when some of them are no longer stored. */
export function savedUpTo(
  saves: readonly SavedChanges[],
  { since, sequence }: { since: number; sequence: number },
): { saved: SavedChanges[]; isTooOld: boolean } {
  if (since >= sequence) return { saved: [], isTooOld: since > sequence };
  // Older saves can have components that lack properties.
  const saved = saves.map(({ sequence: number, clientId, by, changes }) => ({
    sequence: number,
    clientId,
    by,
    changes: changes.map((change) => completeChange(change)),
  }));
  return { saved, isTooOld: saved.length < sequence - since };
}

/**
 * The texts and settings that a tab had seen with the save `since`, of what changed up to `sequence`. Empty when some
 * of the saves are no longer stored.
 */
export function versionsSeen(
  saves: readonly StoredSave[],
  { since, sequence, clientId }: { since: number; sequence: number; clientId: string },
): Map<string, Change> {
  const known = saves.flatMap(({ replaced, ...save }) => (replaced ? [{ ...save, replaced }] : []));
  return known.length < sequence - since ? new Map() : versionsAt(known, clientId);
}
