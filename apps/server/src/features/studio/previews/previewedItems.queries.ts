import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { ContentPagePath } from '@portico/contracts/pages';
import type { Db } from '../../../db/pool.ts';
import { readRows } from '../../../db/rows.ts';
import { visibleTo, type Reader } from '../../../visibility/visibility.ts';
import { isStoredDraftCurrent, withLatestRevision } from '../draftStore.queries.ts';

const IdRow = z.object({ id: z.uuid() });

/** Whether there is something that readers have never seen. What an archived item last showed is not. */
const isUnpublished = sql<boolean>`(coalesce(draft.is_changed, false) or waiting.item_id is not null
  or (item.draft_revision_id is not null and rev.first_published_at is null))`;

/**
 * The home pages whose preview is the dashboard: those with something unpublished, last written first, then the one
 * that the reader sees.
 */
export const findPreviewedHomes = (db: Db, reader: Reader): Promise<string[]> =>
  findIds(db, sql`item.kind = 'home' and (${isUnpublished} or coalesce(${visibleTo(reader)}, false))`, isUnpublished);

/** The pages whose preview is at this path: those written for it, last written first, then the one that is there. */
export function findPreviewedPages(db: Db, path: ContentPagePath): Promise<string[]> {
  const isWritten = sql<boolean>`(${isUnpublished} and ${path} =
    case when ${isStoredDraftCurrent} then draft.draft#>>'{fields,path}' else rev.details->>'path' end)`;
  return findIds(db, sql`item.kind = 'page' and (${isWritten} or item.path = ${path})`, isWritten);
}

async function findIds(db: Db, where: RawBuilder<unknown>, isWritten: RawBuilder<boolean>): Promise<string[]> {
  const rows = await readRows(
    db,
    IdRow,
    sql`select item.id from ${withLatestRevision} where ${where}
      order by coalesce(${isWritten}, false) desc,
        case when ${isWritten} then greatest(draft.updated_at, item.updated_at) else item.published_at end desc, item.id desc`,
  );
  return rows.map(({ id }) => id);
}
