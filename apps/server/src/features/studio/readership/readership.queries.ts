import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { ownDepartments } from '@portico/authoring/mayDo';
import type { Page } from '@portico/contracts/paging';
import {
  ItemReadership,
  READERSHIP_PAGE_SIZE,
  ReadershipKind,
  ReadershipItem,
  type ReadershipFilters,
  type ReadershipDay,
  type ShownCount,
} from '@portico/contracts/studio/readership';
import { dayAfter } from '@portico/contracts/times';
import { itemPath } from '../../../content/itemPath.ts';
import { countedConfirmations } from '../../../content/roundSections.ts';
import type { Db } from '../../../db/pool.ts';
import { Instant, pageOf, readPage, readRow, readRows, storedJson } from '../../../db/rows.ts';
import { isShown } from '../../../visibility/visibility.ts';
import type { StudioActor } from '../access/actor.ts';
import { isOfAny, joined } from '../studioItems.queries.ts';
import { isTitled } from '../titles.ts';
import { shownCount } from './shownCounts.ts';

const Row = z.extend(ReadershipItem, {
  publishedAt: Instant,
  readers: storedJson<ShownCount>(),
  best: z.nullable(storedJson<NonNullable<ReadershipItem['best']>>()),
  downloads: z.nullable(storedJson<ShownCount>()),
  registrations: z.nullable(storedJson<ShownCount>()),
  confirmations: z.nullable(storedJson<NonNullable<ReadershipItem['confirmations']>>()),
});

/** Published items with their totals of a period. */
const totaled = (days: string) =>
  sql`${joined} left join readership_totals total on total.item_id = item.id and total.days = ${Number(days)}::int`;

const sumOf = (least: RawBuilder<unknown>, most: RawBuilder<unknown>) =>
  sql`json_build_object('least', coalesce(${least}, 0), 'most', coalesce(${most}, 0))`;
const readers = sumOf(sql`total.readers_least`, sql`total.readers_most`);
const downloads = sumOf(sql`total.downloads_least`, sql`total.downloads_most`);

/** How many people see the item on a day. */
const audienceOn = (day: RawBuilder<unknown>) => sql`(
  select known.people from readership_audiences known where known.item_id = item.id and known.day <= ${day} order by known.day desc limit 1)`;

/** People with a spot and confirmations are as few or as many as readers before they are shown. */
const columns = sql`item.id, item.title, item.kind, item.published_at as "publishedAt",
  reached.people as audience, ${readers} as readers,
  case when total.best_least > 0 then json_build_object('day', total.best_day, 'audience', total.best_audience,
    'readers', json_build_object('least', total.best_least, 'most', total.best_most)) end as best,
  case when item.kind = 'document' then ${downloads} end as downloads,
  (select ${shownCount(sql`count(*)`, sql`reached.people`)} from event_registrations where event_id = item.id and status = 'Registered'
    having jsonb_typeof((select details->'registration' from content_revisions where id = item.published_revision_id)) = 'object'
      and reached.people is not null) as registrations,
  (select json_build_object('people', done.number + missing.number, 'confirmed', ${shownCount(sql`done.number`, sql`(done.number + missing.number)`)})
    from confirmation_requests request
    cross join lateral (select count(*)::int as number from ${countedConfirmations} own where own.counted_round = request.round_id) done
    cross join lateral (select count(*)::int as number from duties where item_id = item.id and closed_at is null) missing
    where request.item_id = item.id and request.is_asked) as confirmations`;
const reached = (today: string) =>
  sql`cross join lateral (select ${audienceOn(sql`${today}::date`)} as people) reached`;

const orders = {
  Readers: sql`coalesce(total.readers_least, 0) desc`,
  Share: sql`coalesce(total.best_share, 0) desc`,
  Newest: sql`item.published_at desc`,
  Title: sql`item.title collate "und-x-icu"`,
};

const itemOf = (row: z.infer<typeof Row>): ReadershipItem => ({
  id: row.id,
  title: row.title,
  kind: row.kind,
  publishedAt: new Date(row.publishedAt).toISOString(),
  audience: row.audience,
  readers: row.readers,
  best: row.best,
  downloads: row.downloads,
  registrations: row.registrations,
  confirmations: row.confirmations,
});

interface Listing {
  actor: StudioActor;
  /** In the firm's time zone. */
  today: string;
}

/** Items that readers see and a person may edit, with the filters. */
const matching = ({ kind, text }: ReadershipFilters, { actor }: Listing) =>
  sql.join(
    [
      sql`item.kind = any (${[...ReadershipKind.options]}::text[]) and ${isShown(actor.now)}`,
      isOfAny(ownDepartments(actor)),
      ...(kind ? [sql`item.kind = ${kind}`] : []),
      ...(text ? [isTitled(sql`item.title`, text)] : []),
    ],
    sql` and `,
  );

/** A page of them. Equal numbers are in the order of titles, so that the order says no more than the numbers. */
export async function listReadershipPage(
  db: Db,
  { page = 1, ...filters }: ReadershipFilters & { page?: number | undefined },
  listing: Listing,
): Promise<Page<ReadershipItem>> {
  const { sort = 'Readers', days, text } = filters;
  const isFound = matching(filters, listing);
  // Finding titles takes long, so it is done once.
  const isSearched = text !== undefined;
  const { rows, total } = await readPage(
    db,
    Row,
    sql`
      with found as ${isSearched ? sql`materialized` : sql`not materialized`} (select item.id from ${joined} where ${isFound}),
      page as (
        select item.id from ${totaled(days)} where ${isSearched ? sql`item.id in (select id from found)` : isFound}
        order by ${orders[sort]}, item.title collate "und-x-icu", item.id ${pageOf(page, READERSHIP_PAGE_SIZE)}),
      chosen as (select id, row_number() over () as place from page)
      select every.total, listed.* from (select count(*)::int as total from found) every
      left join (select chosen.place, ${columns}
        from chosen join (${totaled(days)}) on item.id = chosen.id ${reached(listing.today)}) listed on true
      order by listed.place`,
    { More: z.object({ place: z.nullable(z.string()) }) },
  );
  return { items: rows.map(itemOf), page, pageSize: READERSHIP_PAGE_SIZE, total };
}

/** All of them, at most `limit`. */
export async function listEveryReadership(
  db: Db,
  filters: ReadershipFilters,
  { limit, ...listing }: Listing & { limit: number },
): Promise<ReadershipItem[]> {
  const { sort = 'Readers', days } = filters;
  const rows = await readRows(
    db,
    Row,
    sql`select ${columns} from ${totaled(days)} ${reached(listing.today)} where ${matching(filters, listing)}
      order by ${orders[sort]}, item.title collate "und-x-icu", item.id limit ${limit}::int`,
  );
  return rows.map(itemOf);
}

const DetailRow = z.extend(Row, {
  path: z.nullable(z.string()),
  days: storedJson<ReadershipDay[]>(),
  documents: storedJson<ItemReadership['documents']>(),
});

/** The document that a link leads to. */
const linkedDocument = sql`substring(lower(link.href) from '^/(?:media/documents/|documents\\?preview=)([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})')::uuid`;

/** An item with the days of a period on which readers were shown it; undefined if it is not published. */
export async function findReadership(
  db: Db,
  itemId: string,
  days: ReadershipFilters['days'],
  { actor, today }: Listing,
): Promise<ItemReadership | undefined> {
  const [from, until] = [dayAfter(today, -Number(days)), dayAfter(today, -1)];
  const [opened, downloaded] = [sql`coalesce(counted.readers, 0)`, sql`coalesce(counted.downloads, 0)`];
  const people = sql`coalesce(counted.audience, sized.people)`;
  const row = await readRow(
    db,
    DetailRow,
    sql`
      select ${columns}, case when item.kind <> 'document' then ${itemPath} end as path,
        (select coalesce(json_agg(json_build_object('day', to_char(step.day, 'YYYY-MM-DD'), 'audience', ${people},
            'readers', ${shownCount(opened, people)}, 'downloads', ${shownCount(downloaded, people)}) order by step.day), '[]')
          from (select ${from}::date + number as day from generate_series(0, ${Number(days) - 1}::int) number) step
          cross join lateral (select ${audienceOn(sql`step.day`)} as people) sized
          left join readership_counts counted on counted.item_id = item.id and counted.day = step.day
          where step.day <= ${until}::date and ${people} > 0) as days,
        (select coalesce(json_agg(json_build_object('id', document.id, 'title', document.title, 'readers', document.readers,
            'downloads', document.downloads) order by document.title collate "und-x-icu", document.id), '[]')
          from (
            select distinct on (linked.id) linked.id, linked.title, linked.readers, linked.downloads
            from published_links link cross join lateral (
              select item.id, item.title, ${readers} as readers, ${downloads} as downloads
              from ${totaled(days)} where item.id = ${linkedDocument} and item.kind = 'document' and ${isShown(actor.now)}
                and ${isOfAny(ownDepartments(actor))}) linked
            where link.item_id = item.id) document) as documents
      from ${totaled(days)} ${reached(today)}
      where item.id = ${itemId} and item.kind = any (${[...ReadershipKind.options]}::text[]) and item.published_revision_id is not null`,
  );
  if (!row) return undefined;
  return { ...itemOf(row), path: row.path, days: row.days, documents: row.documents };
}
