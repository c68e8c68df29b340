import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { mayCreate, openDepartments } from '@portico/authoring/mayDo';
import { DAY_MS } from '@portico/contracts/durations';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  MAX_LISTED_PLACES,
  MEDIA_PAGE_SIZE,
  MediaEntry,
  MediaPlace,
  type getMedia,
  type listMedia,
  type MediaGap,
  type MediaSort,
} from '@portico/contracts/studio/media';
import { itemPath } from '../../../content/itemPath.ts';
import { readPage, readRow, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found } from '../../../errors.ts';
import { isUnlicensed } from '../../../media/library/unlicensed.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { visibleTo } from '../../../visibility/visibility.ts';
import { hasWords } from '../library.queries.ts';
import { isOfAny, joined, title, type Chooser } from '../studioItems.queries.ts';

/** Whether readers of the item see it now. `media` is the id of a picture or file. */
const isShown = (media: RawBuilder<unknown>) => sql<boolean>`(item.file_id = ${media} or exists (
  select from published_pictures shown where shown.picture_id = ${media} and shown.revision_id = item.published_revision_id)) is true`;

/**
 * Whether the person may use the row `media`: they uploaded it, may open an item in the studio that has or had it, or
 * see as a reader an item that shows it. People with a role for all departments may use everything.
 */
export function isUsable({ actor, reader }: Chooser): RawBuilder<boolean> {
  const departments = openDepartments(actor);
  if (departments === null) return sql`true`;
  const seen = sql`coalesce(${visibleTo(reader)}, false)`;
  return sql`media.id in (
    select own.media_id from search_media_uses own join (${joined}) on item.id = own.item_id where ${isOfAny(departments)}
    union all select shown.picture_id from published_pictures shown join content_items item on item.published_revision_id = shown.revision_id
      where ${seen}
    union all select item.file_id from content_items item where item.file_id is not null and ${seen}
    union all select media_id from search_media_uploads where user_id = ${actor.id})`;
}

const stored = sql`search_media media left join pictures picture on picture.id = media.picture_id left join files file on file.id = media.file_id`;
const isUnused = sql`coalesce(picture.unused_since, file.unused_since) is not null`;
const entryColumns = sql`media.id, case when media.picture_id is null then 'File' else 'Picture' end as kind, file.format, media.bytes,
  picture.width, picture.height, coalesce(picture.widths, '{}') as widths, media.name, media.alt, media.credit, media.license, media.source,
  media.labels, media.version, media.added_at as "addedAt", ${isUnused} as "isUnused",
  media.deleted_at as "deletedAt", (select ${displayName('person')} from users person where person.id = media.deleted_by) as "deletedBy",
  (select ${displayName('person')} from search_media_uploads upload join users person on person.id = upload.user_id
    where upload.media_id = media.id order by upload.uploaded_at desc, person.id limit 1) as "uploadedBy"`;

/** The documents that have the file in their latest version. */
const documentCount = sql`(select count(*) from search_media_uses own join (${joined}) on item.id = own.item_id
  where own.media_id = media.file_id and item.kind = 'document'
    and media.file_id = case when draft.item_id is null then rev.file_id else (draft.draft #>> '{fields,file,fileId}')::uuid end)`;
const gaps: Record<MediaGap, RawBuilder<unknown>> = {
  Unused: isUnused,
  NoAlternativeText: sql`media.picture_id is not null and media.alt is null`,
  NoLicense: isUnlicensed,
  Duplicate: sql`media.file_id is not null and (${documentCount} > 1
    or exists (select from files other join search_media twin on twin.file_id = other.id
      where other.sha256 = file.sha256 and other.id <> file.id and twin.deleted_at is null))`,
  Deleted: sql`true`,
};

const orders: Record<MediaSort, { key: RawBuilder<unknown>; isAscending: boolean }> = {
  Newest: { key: sql`media.added_at`, isAscending: false },
  Name: { key: sql`media.name collate "und-x-icu"`, isAscending: true },
  Largest: { key: sql`coalesce(media.bytes, 0)`, isAscending: false },
};

/** A page of what the person may use. */
export async function listMediaPage(
  db: Kysely<DB>,
  { text, kind, only, label, sort = 'Newest', after }: Received<typeof listMedia>['query'],
  chooser: Chooser,
): Promise<CallResult<typeof listMedia>> {
  const { key, isAscending } = orders[sort];
  const [direction, follows] = isAscending ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const where = [
    sql`true`,
    ...(kind ? [kind === 'Picture' ? sql`media.picture_id is not null` : sql`media.file_id is not null`] : []),
    ...(only ? [gaps[only]] : []),
    ...(label === undefined ? [] : [sql`${label} = any(media.labels)`]),
    ...(text === undefined
      ? []
      : [
          hasWords(
            sql`concat_ws(' ', media.name, media.alt, media.credit, media.source, array_to_string(media.labels, ' '))`,
            text,
          ),
        ]),
  ];
  const isLater = sql`(key, id) ${follows} ((select ${key} from search_media media where media.id = ${after ?? null}), ${after ?? null}::uuid)`;
  const isThere = only === 'Deleted' ? sql`media.deleted_at is not null` : sql`media.deleted_at is null`;
  const usesAll = openDepartments(chooser.actor) === null;
  const once = (isCostly: boolean) => (isCostly ? sql`materialized` : sql`not materialized`);
  let labels: string[] = [];
  const { rows, total } = await readPage(
    db,
    MediaEntry,
    sql`
      with usable as ${once(!usesAll)} (
        select media.id, media.labels from search_media media where ${isThere} and ${isUsable(chooser)}),
      matching as ${once(!usesAll || text !== undefined || only === 'Duplicate')} (
        select media.id, ${key} as key from ${stored}
        where ${isThere} and ${usesAll ? sql`true` : sql`media.id in (select id from usable)`} and ${sql.join(where, sql` and `)}),
      chosen as (
        select * from matching ${after === undefined ? sql`` : sql`where ${isLater}`}
        order by key ${direction}, id ${direction} limit ${MEDIA_PAGE_SIZE + 1})
      select every.total, every."allLabels", found.* from (
        select (select count(*)::int from matching) as total,
          array(select distinct unnest(labels) from usable where labels <> '{}' order by 1) as "allLabels") every
      left join lateral (
        select ${entryColumns} from chosen join (${stored}) on media.id = chosen.id
        order by chosen.key ${direction}, chosen.id ${direction}) found on true`,
    {
      totals: {
        Columns: z.object({ allLabels: z.array(z.string()) }),
        remember: ({ allLabels }) => (labels = allLabels),
      },
    },
  );
  const items = rows.slice(0, MEDIA_PAGE_SIZE);
  return { items, total, labels, next: rows.length > MEDIA_PAGE_SIZE ? items.at(-1)!.id : null };
}

const PlaceRow = z.extend(MediaPlace, { mediaId: z.uuid(), isElsewhere: z.boolean() });
const OtherFile = z.object({ id: z.uuid(), name: z.string(), format: MediaEntry.shape.format });

/** Where something is used, as far as the person may see it. */
type Uses = Pick<CallResult<typeof getMedia>, 'places' | 'isUsedElsewhere'>;

/** The items that have each picture or file now, or in any version, by title. */
export async function readUses(
  db: Kysely<DB>,
  mediaIds: string[],
  { chooser, versions }: { chooser: Chooser; versions: 'Current' | 'Any' },
): Promise<(mediaId: string) => Uses> {
  const mayOpen = isOfAny(openDepartments(chooser.actor));
  const maySee = sql`(${isShown(sql`own.media_id`)} and coalesce(${visibleTo(chooser.reader)}, false))`;
  const isNow = sql`(written.has or ${isShown(sql`own.media_id`)})`;
  const rows = await readRows(
    db,
    PlaceRow,
    sql`
      select "mediaId", "itemId", kind, title, "isPublished", "isWritten", path, "mayOpen", "isElsewhere" from (
        select own.media_id as "mediaId", item.id as "itemId", item.kind, ${title} as title,
        ${isShown(sql`own.media_id`)} as "isPublished", written.has as "isWritten",
        case when ${maySee} then coalesce(${itemPath}, '/media/documents/' || item.id) end as path, ${mayOpen} as "mayOpen",
        bool_or(not (${mayOpen} or ${maySee})) over (partition by own.media_id) as "isElsewhere",
        row_number() over (partition by own.media_id order by (${mayOpen} or ${maySee}) desc, lower(${title}), item.id) as nth
      from search_media_uses own join (${joined}) on item.id = own.item_id
      cross join lateral (select case
          when draft.item_id is not null then position(own.media_id::text in lower(draft.draft::text)) > 0 else false end
        or exists (
          select from content_revisions next where next.id in (item.draft_revision_id, waiting.revision_id)
            and (next.file_id = own.media_id
              or position(own.media_id::text in lower(jsonb_build_array(next.image, next.components, next.details)::text)) > 0)) as has) written
      where own.media_id = any(${mediaIds}::uuid[]) and item.kind <> 'asset' ${versions === 'Current' ? sql`and ${isNow}` : sql``}
      ) place where nth <= ${MAX_LISTED_PLACES} order by nth`,
  );
  return (mediaId) => {
    const own = rows.filter((row) => row.mediaId === mediaId);
    return {
      places: own
        .filter(({ path, mayOpen: isOpen }) => isOpen || path !== null)
        .map(({ isElsewhere: _, mediaId: _id, ...place }) => place),
      isUsedElsewhere: own.some(({ isElsewhere }) => isElsewhere),
    };
  };
}

/** A picture or file that the person may use. Throws `not_found`. */
export async function findEntry(db: Kysely<DB>, mediaId: string, chooser: Chooser): Promise<MediaEntry> {
  const row = await readRow(
    db,
    MediaEntry,
    sql`select ${entryColumns} from ${stored} where media.id = ${mediaId} and ${isUsable(chooser)}`,
  );
  return found(row, 'picture or file');
}

/** A picture or file with the items that have it now. Throws `not_found`. */
export async function findMedia(
  db: Kysely<DB>,
  mediaId: string,
  { keptDays, ...chooser }: Chooser & { keptDays: number },
): Promise<CallResult<typeof getMedia>> {
  const entry = await findEntry(db, mediaId, chooser);
  const usesOf = await readUses(db, [entry.id], { chooser, versions: 'Current' });
  const duplicates = await readRows(
    db,
    OtherFile,
    sql`select media.id, media.name, file.format from (${stored}) join files own on own.sha256 = file.sha256 and own.id <> file.id
      where own.id = ${mediaId} and media.deleted_at is null and ${isUsable(chooser)} order by media.name, media.id`,
  );
  return {
    entry,
    ...usesOf(entry.id),
    duplicates,
    mayChange: mayCreate(chooser.actor),
    keptUntil:
      entry.deletedAt === null ? null : new Date(Date.parse(entry.deletedAt) + keptDays * DAY_MS).toISOString(),
  };
}

/** The ids among these that the person may use. */
export async function usableAmong(db: Kysely<DB>, ids: string[], chooser: Chooser): Promise<Set<string>> {
  const rows = await readRows(
    db,
    z.object({ id: z.uuid() }),
    sql`select media.id from search_media media where media.id = any(${ids}::uuid[]) and ${isUsable(chooser)}`,
  );
  return new Set(rows.map(({ id }) => id));
}
