import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import { MediaDetails, type changeMedia } from '@portico/contracts/studio/media';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRows } from '../../../db/rows.ts';
import { PortalError } from '../../../errors.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { Chooser } from '../studioItems.queries.ts';
import { usableAmong } from './mediaDesk.queries.ts';

const StoredRow = z.extend(MediaDetails, {
  id: z.uuid(),
  version: z.int(),
  isPicture: z.boolean(),
  changedBy: z.nullable(z.string()),
});

/**
 * Changes the details of pictures and files that nobody else has changed since. Throws `not_found` if the person may
 * not use one of them, `invalid_input` for one that is listed twice or a file with an alternative text.
 */
export async function changeEntries(
  db: Db,
  entries: Received<typeof changeMedia>['body']['entries'],
  chooser: Chooser,
): Promise<CallResult<typeof changeMedia>> {
  const ids = entries.map(({ id }) => id.toLowerCase());
  if (new Set(ids).size < ids.length) throw new PortalError('invalid_input', 'A picture or file is listed twice.');
  const usable = await usableAmong(db, ids, chooser);
  if (ids.some((id) => !usable.has(id))) throw new PortalError('not_found', 'A picture or file was not found.');
  return db.transaction().execute(async (trx) => {
    const rows = await readRows(
      trx,
      StoredRow,
      sql`
        select media.id, media.name, media.alt, media.credit, media.license, media.source, media.labels, media.version,
          media.picture_id is not null as "isPicture",
          (select ${displayName('person')} from users person where person.id = media.changed_by) as "changedBy"
        from search_media media where media.id = any(${ids}::uuid[]) order by media.id for update`,
    );
    const items: CallResult<typeof changeMedia>['items'] = [];
    for (const { id, version, ...wanted } of entries) {
      const row = rows.find((each) => each.id === id.toLowerCase());
      if (!row) throw new PortalError('not_found', 'A picture or file was not found.');
      const { isPicture, changedBy, ...stored } = row;
      if (!isPicture && wanted.alt !== null)
        throw new PortalError('invalid_input', 'Only pictures have an alternative text.');
      if (stored.version !== version) {
        items.push({ ...stored, isChanged: false, changedBy, before: null });
        continue;
      }
      const details = { ...wanted, labels: uniqueLabels(wanted.labels) };
      await trx
        .updateTable('search_media')
        .set({ ...details, version: version + 1, changed_by: chooser.actor.id })
        .where('id', '=', stored.id)
        .execute();
      const { id: mediaId, version: former, ...before } = stored;
      items.push({ ...details, id: mediaId, version: former + 1, isChanged: true, changedBy: null, before });
    }
    for (const { id } of items.filter(({ isChanged }) => isChanged))
      await audit(trx, { actorId: chooser.actor.id, action: 'media.changed', objectKind: 'media', objectId: id });
    return { items };
  });
}

/** In the given order; of labels that differ only in case, the first one stays. */
const uniqueLabels = (labels: readonly string[]): string[] =>
  [...new Map(labels.toReversed().map((label) => [label.toLowerCase(), label])).values()].toReversed();
