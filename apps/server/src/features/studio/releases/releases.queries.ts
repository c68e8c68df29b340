import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { ReleaseItem, ReleaseSummary, type Release } from '@portico/contracts/studio/releases';
import { readRow, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found } from '../../../errors.ts';
import type { StudioActor } from '../access/actor.ts';
import { openable } from '../standing.queries.ts';
import { displayName } from '../../../sign-in/displayName.ts';

const MAX_RELEASES = 200;

const columns = sql`release.id, release.name, release.version, release.goes_live_at as "goesLiveAt",
  release.released_at as "releasedAt", release.problems <> '[]' as "hasProblems",
  case when release.undone_at is not null then 'Undone' when release.released_at is not null then 'Live'
    when release.goes_live_at is not null then 'Scheduled' else 'Planned' end as state,
  (select ${displayName('person')} from users person where person.id = release.created_by) as "createdBy",
  ((select count(*) from content_waiting where release_id = release.id)
    + (select count(*) from studio_released_items where release_id = release.id))::int as "itemCount"`;

/** Scheduled releases by date, followed by those without a date, then past ones, newest first. */
export function listAllReleases(db: Kysely<DB>): Promise<ReleaseSummary[]> {
  return readRows(
    db,
    ReleaseSummary,
    sql`select ${columns} from studio_releases release
      order by release.released_at is not null, release.released_at desc, release.goes_live_at, release.created_at desc limit ${MAX_RELEASES}`,
  );
}

const FoundRelease = z.object({ ...ReleaseSummary.shape, items: z.array(ReleaseItem) });

/** A release with its items. Items that the person may not open have no title. Throws `not_found`. */
export async function findRelease(db: Kysely<DB>, releaseId: string, actor: StudioActor): Promise<Release> {
  const release = await readRow(
    db,
    FoundRelease,
    sql`
      with part as (
        select item_id, revision_id, null::uuid as previous_revision_id, true as is_waiting
          from content_waiting where release_id = ${releaseId}
        union all
        select item_id, revision_id, previous_revision_id, false from studio_released_items where release_id = ${releaseId}
      )
      select ${columns}, coalesce((
        select json_agg(json_build_object(
            'itemId', item.id, 'kind', item.kind, 'title', rev.header, 'revision', rev.number, 'previousRevision', previous.number,
            'newerWaiting', (select newer.number from content_waiting waiting
              join content_revisions newer on newer.id = waiting.revision_id
              where waiting.item_id = item.id and not part.is_waiting),
            'hasChanges', coalesce(draft.is_changed, false),
            'problem', (select string_agg(problem->>'message', ' ') from jsonb_array_elements(release.problems) problem
              where problem->>'itemId' = item.id::text)) order by rev.header, item.id)
          from part join content_items item on item.id = part.item_id
          join content_revisions rev on rev.id = part.revision_id
          left join content_revisions previous
            on previous.id = case when part.is_waiting then item.published_revision_id else part.previous_revision_id end
          left join studio_drafts draft on draft.item_id = item.id
        ), '[]') as items
      from studio_releases release where release.id = ${releaseId}`,
  );
  const { items, ...rest } = found(release, 'release');
  const open = await openable(
    db,
    items.map(({ itemId }) => itemId),
    actor,
  );
  return { ...rest, items: items.map((item) => (open.has(item.itemId) ? item : { ...item, title: '' })) };
}

/** The ids of the items that wait for a release. */
export async function waitingItems(db: Kysely<DB>, releaseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('content_waiting')
    .select('item_id')
    .where('release_id', '=', releaseId)
    .orderBy('item_id')
    .execute();
  return rows.map(({ item_id }) => item_id);
}
