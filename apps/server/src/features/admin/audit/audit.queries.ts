import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import {
  AUDIT_PAGE_SIZE,
  MAX_AUDIT_MATCHES,
  type AuditEntry,
  type AuditFilters,
  type listAuditEntries,
} from '@portico/contracts/admin/audit';
import type { CallResult } from '@portico/contracts/endpoint';
import { dayAfter } from '@portico/contracts/times';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRow, readRows } from '../../../db/rows.ts';
import { isPersonFoundBy, itemsTitled } from '../../../search/index/names.ts';
import { displayName } from '../../../sign-in/displayName.ts';

/** Entries per statement of an export. */
const EXPORT_BATCH_SIZE = 1000;

const EntryRow = z.object({
  id: z.string(),
  at: Instant,
  action: z.string(),
  actorId: z.nullable(z.uuid()),
  actorName: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  objectKind: z.nullable(z.string()),
  objectName: z.nullable(z.string()),
  page: z.nullable(z.enum(['Item', 'Person'])),
  details: z.record(z.string(), z.unknown()),
});

interface Chosen {
  filters: AuditFilters;
  zone: string;
  before?: string | undefined;
}

/** One page of entries, newest first. */
export async function listAuditPage(db: Db, chosen: Chosen): Promise<CallResult<typeof listAuditEntries>> {
  const [rows, isCut] = await Promise.all([
    readEntries(db, chosen, newest(chosen, AUDIT_PAGE_SIZE + 1)),
    matchesTooMany(db, chosen.filters),
  ]);
  const items = rows.slice(0, AUDIT_PAGE_SIZE).map(entryOf);
  return { items, older: rows.length > AUDIT_PAGE_SIZE ? items.at(-1)!.id : null, isCut };
}

/** Every entry that matches, newest first, in batches. */
export async function* readAuditEntries(
  db: Db,
  { filters, zone }: Omit<Chosen, 'before'>,
): AsyncGenerator<AuditEntry[]> {
  for (let before: string | undefined; ;) {
    const chosen = { filters, zone, before };
    const rows = await readEntries(db, chosen, batch(chosen));
    yield rows.map(entryOf);
    if (rows.length < EXPORT_BATCH_SIZE) return;
    before = rows.at(-1)!.id;
  }
}

/**
 * Which index fits depends on the values: one action is half of the log, another one is not in it. Only the plans for
 * texts are the same for all values.
 */
function readEntries(db: Db, { filters: { who, text } }: Chosen, chosen: RawBuilder<unknown>) {
  const statement = entriesOf(chosen);
  if (who !== undefined || text !== undefined) return readRows(db, EntryRow, statement);
  return db.transaction().execute(async (trx) => {
    await sql`set local plan_cache_mode = force_custom_plan`.execute(trx);
    return readRows(trx, EntryRow, statement);
  });
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** The columns of an EntryRow. `chosen` selects rows of the audit log. */
const entriesOf = (chosen: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with chosen as materialized (${chosen})
  select entry.id::text, entry.at, entry.action, entry.details, entry.object_id as "objectId", entry.object_kind as "objectKind",
    entry.actor_id as "actorId", coalesce(${displayName('actor')}, actor.email) as "actorName",
    case when person.id is not null then coalesce(${displayName('person')}, person.email)
      when item.id is not null then coalesce(item.title, draft.draft #>> '{fields,header}',
        (select header from content_revisions revision where revision.item_id = item.id order by number desc limit 1))
    end as "objectName",
    case when person.id is not null then 'Person' when item.id is not null then 'Item' end as page
  from chosen entry
  cross join lateral (select case when entry.object_id ~ ${UUID} then entry.object_id::uuid end as id) object
  left join users actor on actor.id = entry.actor_id
  left join users person on person.id = object.id
  left join content_items item on item.id = object.id
  left join studio_drafts draft on draft.item_id = item.id
  order by entry.id desc`;

const matchingPeople = (text: string) =>
  sql`select person.id from users person where ${isPersonFoundBy('person', text)}`;

const matchingObjects = (text: string) => sql`
  select item_id::text as id from (${itemsTitled(text)}) titled
  union select person.id::text from users person where ${isPersonFoundBy('person', text)}`;

/**
 * The latest entries. Of each person or object that the text matches, the latest are read from the index.
 */
function newest({ filters, zone, before }: Chosen, limit: number): RawBuilder<unknown> {
  const { who, text } = filters;
  const actors =
    who === undefined
      ? undefined
      : sql`select id from (${matchingPeople(who)}) found order by id limit ${MAX_AUDIT_MATCHES}`;
  const conditions = conditionsOf({ filters, zone, before });
  const latest = (more: RawBuilder<unknown>) => sql`
    select entry.* from audit_log entry where ${more} and ${conditions} order by entry.id desc limit ${limit}`;
  if (text !== undefined)
    return sql`
      with objects as materialized (select id from (${matchingObjects(text)}) found order by id limit ${MAX_AUDIT_MATCHES})
        ${actors ? sql`, actors as materialized (${actors})` : sql``}
      select entry.* from objects cross join lateral (
        ${latest(sql`entry.object_id = objects.id ${actors ? sql`and entry.actor_id = any (array(select id from actors))` : sql``}`)}
      ) entry order by entry.id desc limit ${limit}`;
  if (actors)
    return sql`
      with actors as materialized (${actors})
      select entry.* from actors cross join lateral (${latest(sql`entry.actor_id = actors.id`)}) entry
      order by entry.id desc limit ${limit}`;
  return latest(sql`true`);
}

/** The next entries of an export, which has all matches of a text. */
function batch(chosen: Chosen): RawBuilder<unknown> {
  const { who, text } = chosen.filters;
  const conditions = [
    conditionsOf(chosen),
    ...(who === undefined ? [] : [sql`entry.actor_id in (${matchingPeople(who)})`]),
    ...(text === undefined ? [] : [sql`entry.object_id in (${matchingObjects(text)})`]),
  ];
  return sql`select entry.* from audit_log entry where ${sql.join(conditions, sql` and `)}
    order by entry.id desc limit ${EXPORT_BATCH_SIZE}`;
}

/** The clock of the database can have been set back by so much: within it, times don't rise with numbers. */
const CLOCK_SLACK = sql`interval '1 hour'`;

/** All conditions except those by text, on a row of `audit_log` called `entry`. */
function conditionsOf({ filters, zone, before }: Chosen): RawBuilder<boolean> {
  const { actorId, action, objectId, from, until } = filters;
  const startOf = (day: string) => sql`(${day}::date::timestamp at time zone ${zone})`;
  const end = until === undefined ? undefined : dayAfter(until, 1);
  return sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(before === undefined ? [] : [sql`entry.id < ${before}::bigint`]),
      ...(actorId === undefined ? [] : [sql`entry.actor_id = ${actorId}::uuid`]),
      ...(objectId === undefined ? [] : [sql`entry.object_id = ${objectId}`]),
      ...(action === undefined
        ? []
        : [action.includes('.') ? sql`entry.action = ${action}` : sql`split_part(entry.action, '.', 1) = ${action}`]),
      // The numbers bound what is read from the other indexes.
      ...(from === undefined
        ? []
        : [
            sql`entry.at >= ${startOf(from)} and entry.id > coalesce((select id from audit_log
              where at < ${startOf(from)} - ${CLOCK_SLACK} order by at desc, id desc limit 1), 0)`,
          ]),
      ...(end === undefined
        ? []
        : [
            sql`entry.at < ${startOf(end)} and entry.id < coalesce((select id from audit_log
              where at >= ${startOf(end)} + ${CLOCK_SLACK} order by at, id limit 1), 9223372036854775807)`,
          ]),
    ],
    sql` and `,
  )}`;
}

const CutRow = z.object({ isCut: z.boolean() });

async function matchesTooMany(db: Db, { who, text }: AuditFilters): Promise<boolean> {
  const isMany = (matches: RawBuilder<unknown>) =>
    sql`exists (select from (${matches}) found offset ${MAX_AUDIT_MATCHES} limit 1)`;
  const many = [
    ...(who === undefined ? [] : [isMany(matchingPeople(who))]),
    ...(text === undefined ? [] : [isMany(matchingObjects(text))]),
  ];
  if (many.length === 0) return false;
  return (await readRow(db, CutRow, sql`select ${sql.join(many, sql` or `)} as "isCut"`))!.isCut;
}

function entryOf({
  actorId,
  actorName,
  objectId,
  objectKind,
  objectName,
  page,
  details,
  ...row
}: z.infer<typeof EntryRow>): AuditEntry {
  return {
    ...row,
    actor: actorId === null ? null : { id: actorId, name: actorName },
    object: objectKind === null ? null : { id: objectId, kind: objectKind, name: objectName, page },
    details: Object.fromEntries(
      Object.entries(details)
        .filter(([, value]) => value !== null)
        .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
  };
}
