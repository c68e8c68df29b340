import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult } from '@portico/contracts/endpoint';
import type { StudioKind } from '@portico/contracts/studio/draft';
import { StudioRevision, type getStudioRevision } from '@portico/contracts/studio/studio';
import { contentOf, revisionColumns, RevisionRow } from '../../content/storedContent.ts';
import type { Db } from '../../db/pool.ts';
import { readRow, readRows } from '../../db/rows.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { draftOf } from './draftContent.ts';

const columns = sql`rev.number, rev.created_at as "createdAt", rev.first_published_at as "firstPublishedAt",
  coalesce(item.published_revision_id = rev.id, false) as "isPublished", rev.change_note as note, rev.notify_by as "notifyBy",
  exists (select from content_waiting waiting where waiting.revision_id = rev.id) as "isWaiting",
  (select ${displayName('person')} from users person where person.id = rev.created_by) as "createdBy",
  array(select ${displayName('person')} from revision_writers writer join users person on person.id = writer.user_id
    where writer.revision_id = rev.id order by lower(${displayName('person')}), person.id) as writers`;
const joined = sql`content_revisions rev join content_items item on item.id = rev.item_id`;

/** Revisions of an item, newest first. */
export function listRevisions(db: Db, itemId: string): Promise<StudioRevision[]> {
  return readRows(
    db,
    StudioRevision,
    sql`select ${columns} from ${joined} where rev.item_id = ${itemId} and item.kind <> 'asset' order by rev.number desc limit 500`,
  );
}

/** One revision with its content. */
export async function findRevision(
  db: Db,
  itemId: string,
  number: number,
): Promise<CallResult<typeof getStudioRevision> | undefined> {
  const row = await readRow(
    db,
    z.object({ ...RevisionRow.shape, ...StudioRevision.shape, kind: z.custom<StudioKind>() }),
    sql`select item.kind, ${revisionColumns}, ${columns} from ${joined}
      where rev.item_id = ${itemId} and rev.number = ${number} and item.kind <> 'asset'`,
  );
  if (!row) return undefined;
  const { createdAt, firstPublishedAt, isPublished, isWaiting, note, notifyBy, createdBy, writers, kind, ...revision } =
    row;
  const facts = { number, createdAt, firstPublishedAt, isPublished, isWaiting, note, notifyBy, createdBy, writers };
  return { ...facts, draft: draftOf(contentOf(kind, revision)) };
}
