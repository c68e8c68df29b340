import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { isOfficer, ownDepartments } from '@portico/authoring/mayDo';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  ASKED_ITEMS_PAGE_SIZE,
  ASKED_PEOPLE_PAGE_SIZE,
  AskedItem,
  AskedPerson,
  type AskedPeopleFilters,
  type getAskedItem,
  type listAskedItems,
  type listAskedPeople,
  type Share,
} from '@portico/contracts/studio/confirmations';
import { itemPath } from '../../../content/itemPath.ts';
import { countedConfirmations } from '../../../content/roundSections.ts';
import { Instant, readPage, readRow, readRows, storedJson, pageOf } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { isPersonFoundBy } from '../../../search/index/names.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { supervises } from '../../duties/supervisors.ts';
import type { StudioActor } from '../access/actor.ts';
import { isOfAny, joined } from '../studioItems.queries.ts';
import { isTitled } from '../titles.ts';

/** Items with `request`, what they ask for, and `shown`, the revision that readers see or last saw. */
const askedItems = sql`${joined}
  join confirmation_requests request on request.item_id = item.id
  join content_revisions shown on shown.id = coalesce(item.published_revision_id, (
    select former.id from content_revisions former
    where former.item_id = item.id and former.first_published_at is not null order by former.number desc limit 1))`;

const itemColumns = (today: string) => sql`item.id, shown.header as title, item.kind,
  case when item.published_revision_id is not null then ${itemPath} end as path, request.due_date::text as "dueDate",
  request.is_asked and request.due_date < ${today}::date as "isOverdue", request.is_asked as "isAsked",
  (select count(*)::int from duties where item_id = item.id and closed_at is null) + done.number as people, done.number as confirmed`;
const itemJoins = sql`${askedItems}
  cross join lateral (select count(*)::int as number from ${countedConfirmations} own where own.counted_round = request.round_id) done`;

/** A page of the items that ask for a confirmation and that a person may edit; all for officers. */
export async function listItems(
  db: Kysely<DB>,
  { page = 1, text }: Received<typeof listAskedItems>['query'],
  actor: StudioActor,
  today: string,
): Promise<CallResult<typeof listAskedItems>> {
  const where = [
    isOfAny(isOfficer(actor) ? null : ownDepartments(actor)),
    ...(text ? [isTitled(sql`shown.header`, text)] : []),
  ];
  const order = sql`"isAsked" desc, "dueDate", id`;
  const { rows, total } = await readPage(
    db,
    AskedItem,
    sql`
      with matching as (
        select item.id, request.is_asked as "isAsked", request.due_date as "dueDate" from ${askedItems} where ${sql.join(where, sql` and `)}),
      chosen as (select * from matching order by ${order} ${pageOf(page, ASKED_ITEMS_PAGE_SIZE)})
      select every.total, found.* from (select count(*)::int as total from matching) every
      left join (select ${itemColumns(today)} from ${itemJoins} where item.id in (select id from chosen)) found on true
      order by ${order}`,
  );
  return { items: rows.map(itemOf), page, pageSize: ASKED_ITEMS_PAGE_SIZE, total };
}

const itemOf = ({ id, title, kind, path, dueDate, isOverdue, isAsked, people, confirmed }: AskedItem): AskedItem => ({
  id,
  title,
  kind,
  path,
  dueDate,
  isOverdue,
  isAsked,
  people,
  confirmed,
});

/** The name of whom `person` reports to. */
export const supervisorOfPerson = sql<string | null>`case when person.manager is not null then (
  select coalesce(${displayName('own')}, own.email, '') from users own where ${supervises('own', 'person')} order by own.created_at, own.id limit 1) end`;

/** Everyone who must confirm an item, or has a confirmation that counts in the current round. */
const askedPeople = (itemId: string): RawBuilder<unknown> => sql`
  select person.id, coalesce(${displayName('person')}, person.email, '') as name, person.email, person.firm,
    person.branch, ${supervisorOfPerson} as supervisor, 'Missing' as state, duty.opened_at as since, null::timestamptz as "confirmedAt", null::text as "confirmedBy", null::int as revision
  from duties duty join users person on person.id = duty.user_id where duty.item_id = ${itemId} and duty.closed_at is null
  union all
  select own.user_id, coalesce(${displayName('person')}, person.email, own.record::jsonb #>> '{person,name}', ''), person.email, person.firm,
    person.branch, ${supervisorOfPerson}, 'Confirmed', null, own.confirmed_at, own.record::jsonb #>> '{confirmedBy,name}', (own.record::jsonb #>> '{revision,number}')::int
  from confirmation_requests request join ${countedConfirmations} own on own.counted_round = request.round_id
  left join users person on person.id = own.user_id where request.item_id = ${itemId}`;

const DetailsRow = z.extend(AskedItem, {
  statement: z.string(),
  round: z.int(),
  reason: z.nullable(z.string()),
  openedAt: Instant,
  firms: storedJson<Share[]>(),
  branches: storedJson<Share[]>(),
  supervisors: storedJson<Share[]>(),
  lastReminder: z.nullable(storedJson<{ sentAt: string; people: number }>()),
});

const sharesBy = (fact: 'firm' | 'branch' | 'supervisor') => sql`(
  select coalesce(json_agg(json_build_object('name', name, 'people', people, 'confirmed', confirmed)
    order by people - confirmed desc, name collate "und-x-icu"), '[]')
  from (select ${sql.ref(fact)} as name, count(*)::int as people, (count(*) filter (where state = 'Confirmed'))::int as confirmed
    from everyone group by 1) share)`;

/** Who has confirmed an item, in numbers; undefined if it never asked for a confirmation. */
export async function findAskedItem(
  db: Kysely<DB>,
  itemId: string,
  today: string,
): Promise<Omit<CallResult<typeof getAskedItem>, 'mayEdit' | 'sendsMail' | 'exportsReceipts'> | undefined> {
  const row = await readRow(
    db,
    DetailsRow,
    sql`
      with everyone as materialized (${askedPeople(itemId)})
      select ${itemColumns(today)}, request.statement, round.number as round, round.reason, round.opened_at as "openedAt",
        ${sharesBy('firm')} as firms, ${sharesBy('branch')} as branches, ${sharesBy('supervisor')} as supervisors,
        (select json_build_object('sentAt', sent_at, 'people', (select count(*)::int from duty_reminder_people where reminder_id = reminder.id))
          from duty_reminders reminder where reminder.item_id = item.id order by sent_at desc limit 1) as "lastReminder"
      from ${itemJoins} join confirmation_rounds round on round.id = request.round_id where item.id = ${itemId}`,
  );
  if (!row) return undefined;
  const { lastReminder } = row;
  return {
    ...row,
    openedAt: new Date(row.openedAt).toISOString(),
    lastReminder: lastReminder && { ...lastReminder, sentAt: new Date(lastReminder.sentAt).toISOString() },
  };
}

const PersonRow = z.extend(AskedPerson, {
  since: z.nullable(Instant),
  confirmedAt: z.nullable(Instant),
  confirmedBy: z.nullable(z.string()),
});

function matching({ state, text, firm, branch, supervisor }: AskedPeopleFilters): RawBuilder<boolean> {
  const where = [
    sql`true`,
    ...(state ? [sql`person.state = ${state}`] : []),
    ...(text ? [isPersonFoundBy('person', text)] : []),
    ...(firm === undefined ? [] : [sql`person.firm is not distinct from ${firm === '' ? null : firm}`]),
    ...(branch === undefined ? [] : [sql`person.branch is not distinct from ${branch === '' ? null : branch}`]),
    ...(supervisor === undefined
      ? []
      : [sql`person.supervisor is not distinct from ${supervisor === '' ? null : supervisor}`]),
  ];
  return sql<boolean>`${sql.join(where, sql` and `)}`;
}

const byName = sql`name collate "und-x-icu", id`;

const personOf = ({
  id,
  name,
  email,
  firm,
  branch,
  supervisor,
  state,
  since,
  confirmedAt,
  confirmedBy,
  revision,
}: z.infer<typeof PersonRow>): AskedPerson => ({
  id,
  name,
  email,
  firm,
  branch,
  supervisor,
  state,
  since: since && new Date(since).toISOString(),
  confirmedAt: confirmedAt && new Date(confirmedAt).toISOString(),
  ...(confirmedBy === null ? {} : { confirmedBy }),
  revision,
});

/** A page of the people, by name. */
export async function listPeople(
  db: Kysely<DB>,
  itemId: string,
  { page = 1, ...filters }: Received<typeof listAskedPeople>['query'],
): Promise<CallResult<typeof listAskedPeople>> {
  const { rows, total } = await readPage(
    db,
    PersonRow,
    // What isn't filtered or sorted by is computed for the page only.
    sql`
      with matching as materialized (select person.id, person.name from (${askedPeople(itemId)}) person where ${matching(filters)}),
      chosen as (select * from matching order by ${byName} ${pageOf(page, ASKED_PEOPLE_PAGE_SIZE)})
      select every.total, found.* from (select count(*)::int as total from matching) every
      left join (select one.* from chosen cross join lateral (
        select * from (${askedPeople(itemId)}) person where person.id = chosen.id limit 1) one) found on true
      order by ${byName}`,
  );
  return { items: rows.map(personOf), page, pageSize: ASKED_PEOPLE_PAGE_SIZE, total };
}

/** All of them, by name. */
export async function listEveryone(
  db: Kysely<DB>,
  itemId: string,
  filters: AskedPeopleFilters,
): Promise<AskedPerson[]> {
  const rows = await readRows(
    db,
    PersonRow,
    sql`select * from (${askedPeople(itemId)}) person where ${matching(filters)} order by ${byName}`,
  );
  return rows.map(personOf);
}
