import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { allowedActions, openDepartments } from '@portico/authoring/mayDo';
import { nameKey } from '@portico/authoring/sameName';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import { DAY_MS } from '@portico/contracts/durations';
import { PinnableItem, type LinkTargetOption } from '@portico/contracts/studio/pickers';
import {
  ENDING_DAYS,
  STUDIO_PAGE_SIZE,
  type StudioGroup,
  StudioListItem,
  StudioSummary,
  type listStudioItems,
} from '@portico/contracts/studio/studio';
import { itemPath } from '../../content/itemPath.ts';
import { pageOf, pageOfParts, readPage, readRow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { hasNoWords } from '../../media/files/hasNoWords.ts';
import { displayName } from '../../sign-in/displayName.ts';
import type { StudioActor } from './access/actor.ts';
import { isReviewDue } from './reviewDates.ts';
import { standingsOf } from './standing.queries.ts';
import { isTitled } from './titles.ts';
import { isExpired, isShown, isStillToCome, visibleTo, type Reader } from '../../visibility/visibility.ts';

/** Rows of `content_items` called `item` with their latest draft and revision. */
export const joined = sql`content_items item
  left join studio_drafts draft on draft.item_id = item.id and draft.is_changed
  left join content_waiting waiting on waiting.item_id = item.id
  left join studio_releases release on release.id = waiting.release_id
  left join content_revisions rev on rev.id = coalesce(item.draft_revision_id, waiting.revision_id, item.published_revision_id)`;

export const title = sql`coalesce(draft.draft #>> '{fields,header}', rev.header, '')`;
/** The same, to search the titles of all items: reads no revision of an item whose published one is the latest. */
const searchedTitle = sql`coalesce(draft.draft #>> '{fields,header}',
  case when item.draft_revision_id is null and waiting.item_id is null then item.title end, (
    select latest.header from content_revisions latest
    where latest.id = coalesce(item.draft_revision_id, waiting.revision_id, item.published_revision_id)), '')`;
export const updatedAt = sql`greatest(item.updated_at, draft.updated_at)`;

const hasChanges = sql`(coalesce(draft.is_changed, false) or (item.published_revision_id is not null and item.draft_revision_id is not null))`;

/** The state of an item as readers see it, regardless of any newer version. */
const readerState = (now: Date) => sql`case
  when item.published_revision_id is null then case when waiting.item_id is not null then 'Scheduled' when exists (
    select from content_revisions earlier where earlier.item_id = item.id and earlier.first_published_at is not null)
    then 'Archived' else 'Draft' end
  when ${isStillToCome(now)} then 'Scheduled'
  when ${isExpired(now)} then 'Expired'
  else 'Published' end`;

/**
 * The review state of the next version; null without a review. An approval counts only for exactly what was approved.
 */
const reviewState = sql`(select case review.state when 'Requested' then 'InReview' else 'Approved' end
  from studio_reviews review where review.item_id = item.id and (review.state = 'Requested'
    or (review.state = 'Approved' and review.version = item.version and review.sequence =
      coalesce((select sequence from studio_drafts own where own.item_id = item.id), 0))))`;

export const stateOf = (now: Date): RawBuilder<string> => sql`coalesce(${reviewState}, ${readerState(now)})`;

/** What readers see of an item, and what they will see and when. */
export const waitingColumns = sql`(select number from content_revisions where id = item.published_revision_id) as "publishedRevision",
  (select number from content_revisions where id = waiting.revision_id) as "waitingRevision",
  coalesce(waiting.goes_live_at, release.goes_live_at) as "goesLiveAt", release.id as "releaseId", release.name as "releaseName",
  waiting.problem as "waitingProblem"`;

/** When readers will see an item or its next version, if that has a date. */
export const startsAt = (
  now: Date,
) => sql`case when waiting.item_id is not null then coalesce(waiting.goes_live_at, release.goes_live_at)
  when item.published_revision_id is not null and ${isStillToCome(now)} then item.published_at end`;

/** The ids of published items, of rows `dated`, as a query. */
export const publishedWhere = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select dated.id from content_items dated where dated.published_revision_id is not null and ${condition}`;

/**
 * Which items belong to each group. Each begins with the few items that an index finds, because the rest has to be
 * computed for every item. `today` is a day of the firm.
 */
export const groups = (
  { id, now }: Pick<StudioActor, 'id' | 'now'>,
  today: string,
): Record<StudioGroup, RawBuilder<boolean>> => {
  const at = sql`${now.toISOString()}::timestamptz`;
  const reviewed = (
    condition: RawBuilder<unknown>,
  ) => sql<boolean>`item.id in (select owned.item_id from content_owners owned
    join content_items item on item.id = owned.item_id where ${condition} and ${isReviewDue(now, today)})`;
  const endsBy = sql`${new Date(now.getTime() + ENDING_DAYS * DAY_MS).toISOString()}::timestamptz`;
  return {
    Mine: sql`(item.id in (select item_id from studio_drafts where is_changed
        union all select own.id from content_items own where own.draft_revision_id is not null)
      and ${hasChanges} and coalesce(draft.updated_by, rev.created_by) = ${id})`,
    Scheduled: sql`(item.id in (select item_id from content_waiting union all ${publishedWhere(sql`dated.published_at > ${at}`)})
      and ${startsAt(now)} is not null)`,
    Ending: sql`item.id in (${publishedWhere(sql`dated.expires_at > ${at} and dated.expires_at <= ${endsBy}`)})`,
    MyReviews: reviewed(sql`owned.owner_id = ${id}`),
    Reviews: reviewed(sql`true`),
    BrokenLinks: sql`item.id in (select link.item_id from published_links link where link.problem is not null)`,
  };
};

const columns = (now: Date) => sql`item.id, item.kind, ${title} as title, ${stateOf(now)} as state,
  item.published_revision_id is not null as "isLive", ${hasChanges} as "hasChanges",
  item.published_at as "publishedAt", item.expires_at as "expiresAt", ${updatedAt} as "updatedAt",
  (select ${displayName('person')} from users person where person.id = coalesce(draft.updated_by, rev.created_by)) as "updatedBy",
  ${itemPath} as path, ${waitingColumns}`;

/** Whether search can't find words in the file of the latest version. */
const latestHasNoWords = sql`coalesce((select ${hasNoWords} from files file where file.id =
  case when draft.item_id is null then rev.file_id else (draft.draft #>> '{fields,file,fileId}')::uuid end), false)`;

/** PostgreSQL timestamps can have six decimals, which the contract accepts. */
const SummaryRow = StudioSummary;
const ListRow = z.omit(StudioListItem, { allowed: true, reviewPurpose: true });

/**
 * The ICU collation compares titles without regard to case, whatever the database's own collation is. Using `lower`
 * would take twice as long.
 */
const orders = {
  Updated: { key: updatedAt, direction: sql`desc` },
  Title: { key: sql`${title} collate "und-x-icu"`, direction: sql`asc` },
  Published: { key: sql`item.published_at`, direction: sql`desc nulls last` },
};

/** The SQL equivalent of `nameKey`. Plain names, which most are, take a third of the time. */
const keyOfName = (name: RawBuilder<unknown>) =>
  sql`case when ${name} !~ '[^ -~]|  |^ | $' then lower(${name} collate "C")
    else lower(btrim(regexp_replace(normalize(${name}, NFKC), '\\s+', ' ', 'g'))) end`;

/** Whether a version of the item belongs to one of the departments; see `departmentOf`. */
const isOneOf = (
  { department, authorDepartment }: Record<'department' | 'authorDepartment', RawBuilder<unknown>>,
  departments: string[],
) => sql`coalesce(${keyOfName(sql`coalesce(
      case when item.kind in ('resource', 'document') then nullif(btrim(${department}), '') end, nullif(btrim(${authorDepartment}), ''))`)}
    = any(${departments.map(nameKey)}), false)`;

const fieldText = (field: string, ofRevision: RawBuilder<unknown>) =>
  sql`case when draft.item_id is null then ${ofRevision} else draft.draft #>> array['fields', ${field}] end`;
const writtenVersion = {
  department: fieldText('department', sql`rev.details->>'department'`),
  authorDepartment: fieldText('authorDepartment', sql`rev.author_department`),
};
const publishedVersion = { department: sql`item.department`, authorDepartment: sql`item.author_department` };

/**
 * Whether what is being written, or the published version, belongs to one of the departments; null for all. Like the
 * departments of `readStandings`.
 */
export const isOfAny = (departments: string[] | null): RawBuilder<boolean> =>
  departments === null
    ? sql`true`
    : sql`(${isOneOf(writtenVersion, departments)}
        or (item.published_revision_id is not null and ${isOneOf(publishedVersion, departments)}))`;

/** Someone who chooses from the content of items in the studio, and sees items as a reader too. */
export interface Chooser {
  actor: StudioActor;
  reader: Reader;
}

/** Whether the person may use what an item has: they see it as a reader, or may open it in the studio. */
export const mayUse = ({ actor, reader }: Chooser): RawBuilder<boolean> =>
  sql`(coalesce(${visibleTo(reader)}, false) or ${isOfAny(openDepartments(actor))})`;

/** A page of the items that a person may open. `today` is a day of the firm. */
export async function listItems(
  db: Kysely<DB>,
  query: Received<typeof listStudioItems>['query'],
  actor: StudioActor,
  today: string,
): Promise<CallResult<typeof listStudioItems>> {
  const { now } = actor;
  const { page = 1, kind, state, changed, show, text, sort = 'Updated' } = query;
  const pageSize = STUDIO_PAGE_SIZE;
  const departments = openDepartments(actor);
  const { key, direction } = orders[sort];
  const conditions = [
    sql`item.kind <> 'asset'`,
    ...(kind ? [sql`item.kind = ${kind}`] : []),
    // Items in review are also found by the state that readers see.
    ...(state ? [sql`${state} in (${reviewState}, ${readerState(now)})`] : []),
    isOfAny(departments),
    ...(changed ? [hasChanges] : []),
    ...(show ? [groups(actor, today)[show]] : []),
    ...(text ? [isTitled(searchedTitle, text)] : []),
  ];
  const where = sql.join(conditions, sql` and `);
  // Few items are in a group or have such a title, and finding out takes long, so it is done once.
  const areFew = show !== undefined || text !== undefined;
  const once = areFew ? sql`materialized` : sql`not materialized`;
  const isNewer = sql`draft.updated_at > item.updated_at`;
  // Then the conditions are only about rows of `content_items`.
  const isOfAll = !areFew && !state && !changed && departments === null;
  const chosen =
    areFew || sort !== 'Updated'
      ? sql`select * from matching order by key ${direction}, id ${pageOf(page, pageSize)}`
      : pageOfParts(
          [
            {
              from: sql`from ${joined} where ${where} and (${isNewer}) is not true`,
              id: sql`item.id`,
              key: sql`item.updated_at`,
            },
            { from: sql`from ${joined} where ${where} and ${isNewer}`, id: sql`item.id`, key: sql`draft.updated_at` },
          ],
          { direction, page, pageSize },
        );
  const { rows, total } = await readPage(
    db,
    ListRow,
    sql`
      with matching as ${once} (select item.id, ${key} as key from ${joined} where ${where}),
      chosen as (${chosen})
      select every.total, found.* from (
        select count(*)::int as total from ${isOfAll ? sql`content_items item where ${where}` : sql`matching`}) every
      left join lateral (select ${columns(now)}, item.version, ${latestHasNoWords} as "hasNoWords" from chosen join ${joined} on item.id = chosen.id order by chosen.key ${direction}, chosen.id) found on true`,
  );
  const standings = await standingsOf(
    db,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => {
    const standing = standings.get(row.id);
    return {
      ...row,
      reviewPurpose: standing?.review?.purpose ?? null,
      allowed: standing ? allowedActions(actor, standing) : [],
    };
  });
  return { items, page, pageSize, total };
}

export function findSummary(db: Kysely<DB>, itemId: string, now: Date): Promise<StudioSummary | undefined> {
  return readRow(
    db,
    SummaryRow,
    sql`select ${columns(now)} from ${joined} where item.id = ${itemId} and item.kind <> 'asset'`,
  );
}

const MAX_LINKS = 12;
const LinkRow = z.object({ title: z.string(), href: z.string(), kind: z.string() });

/**
 * Published items with a title like this that the person may open, as a reader or in the studio. Titles that
 * start with the text come first. Expired items are left out, because nobody could follow the link.
 */
export function findLinks(db: Kysely<DB>, text: string, chooser: Chooser): Promise<LinkTargetOption[]> {
  return readRows(
    db,
    LinkRow,
    sql`select item.title, coalesce(${itemPath}, '/media/documents/' || item.id) as href, item.kind
      from ${joined}
      where item.published_revision_id is not null and item.kind not in ('asset', 'home')
        and ${mayUse(chooser)} and not coalesce(${isExpired(chooser.reader.now)}, false)
        and ${isTitled(sql`item.title`, text)}
      order by nullif(position(lower(${text}) in lower(item.title)), 0) nulls last, length(item.title), item.id limit ${MAX_LINKS}`,
  );
}

const MAX_PINNABLE = 12;

/**
 * News and events that the person may open, as a reader or in the studio: those with the given ids, or else those that
 * their readers see and whose title is like the text.
 */
export function findPinnable(
  db: Kysely<DB>,
  { id, text = '' }: { id?: readonly string[] | undefined; text?: string | undefined },
  chooser: Chooser,
): Promise<PinnableItem[]> {
  const { now } = chooser.reader;
  const isOnDashboard = sql`coalesce(${isShown(now)} and (item.kind = 'news' or item.ends_at > ${now}), false)`;
  const isWanted = id
    ? sql`item.id = any(${id}::uuid[])`
    : sql`${text !== ''}::boolean and ${isOnDashboard} and ${isTitled(sql`item.title`, text)}`;
  return readRows(
    db,
    PinnableItem,
    sql`select item.id as "itemId", coalesce(item.title, ${title}) as title, item.kind, ${isOnDashboard} as "isShown"
      from ${joined} where item.kind in ('news', 'event') and ${isWanted} and ${mayUse(chooser)}
      order by nullif(position(lower(${text}) in lower(item.title)), 0) nulls last, length(item.title), item.id
      limit ${id ? id.length : MAX_PINNABLE}`,
  );
}
