import { sql, type RawBuilder } from 'kysely';
import { completeChange } from '@portico/authoring/completeComponent';
import { versionsAt } from '@portico/authoring/mergeChanges';
import type { Change } from '@portico/contracts/studio/draft';
import type { SavedChanges } from '@portico/contracts/studio/studio';
import { storedJson } from '../../db/rows.ts';
import { displayName } from '../../sign-in/displayName.ts';

/** A save, or several in one. */
export interface StoredSave extends SavedChanges {
  /** How many saves this is, up to `sequence`. */
  covers: number;
}

/** The same with what it replaced: null for saves by earlier versions of the portal. */
export interface StoredVersion extends StoredSave {
  replaced: Change[] | null;
  /** The tabs that made several saves; null for a single one. */
  writers: string[] | null;
}

export const StoredSaves = storedJson<StoredSave[]>();
export const StoredVersions = storedJson<StoredVersion[]>();

/** The saves of the row `item` after `since`, in order, as JSON. */
const savesAfter = (since: number, more: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('sequence', change.sequence, 'clientId', change.client_id,
      'by', coalesce(${displayName('person')}, ''), 'changes', change.changes, 'covers', change.covers${more})
      order by change.sequence), '[]')
  from studio_changes change left join users person on person.id = change.user_id
  where change.item_id = item.id and change.sequence > ${since} and change.covers > 0)`;

export const savesSince = (since: number): RawBuilder<unknown> => savesAfter(since, sql``);
/** The same with what each of them replaced. */
export const versionsSince = (since: number): RawBuilder<unknown> =>
  savesAfter(since, sql`, 'replaced', change.replaced, 'writers', change.writers`);

/** Whether none is missing of the saves after `since`. The first one can begin before. */
function hasAll(
  saves: ReadonlyArray<Pick<StoredSave, 'sequence' | 'covers'>>,
  since: number,
  sequence: number,
): boolean {
  let next = since;
  for (const save of saves) {
    if (save.sequence - save.covers > next) return false;
    next = save.sequence;
  }
  return next >= sequence;
}

/**
 * Those up to `sequence`, as announced to others. `isTooOld` when some of them are no longer stored. Several saves
 * in one only set fields and components to their last values, so a tab that has seen some of them can make them all.
 */
export function savedUpTo(
  saves: readonly StoredSave[],
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
  return { saved, isTooOld: !hasAll(saves, since, sequence) };
}

/**
 * The texts and settings that a tab had seen with the save `since`, of what changed up to `sequence`. Empty when some
 * of the saves are no longer stored.
 */
export function versionsSeen(
  saves: readonly StoredVersion[],
  { since, sequence, clientId }: { since: number; sequence: number; clientId: string },
): Map<string, Change> {
  const known = saves.flatMap(({ replaced, writers, ...save }) =>
    replaced
      ? [{ replaced, writers: writers ?? [save.clientId], isPartlySeen: save.sequence - save.covers < since, ...save }]
      : [],
  );
  return hasAll(known, since, sequence) ? versionsAt(known, clientId) : new Map();
}
