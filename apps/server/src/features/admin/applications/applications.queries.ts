import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import {
  type ApplicationChange,
  ApplicationChangeKind,
  type ApplicationDetail,
  type ApplicationPerson,
  type AdminApplication,
  MAX_APPLICATION_CHANGES,
  type PersonApplications,
  type countApplicationGroup,
  type listPeopleGroups,
} from '@portico/contracts/admin/applications';
import { type ApplicationName, applicationNames } from '@portico/contracts/applications';
import type { CallInput, CallResult } from '@portico/contracts/endpoint';
import type { Page } from '@portico/contracts/paging';
import { AccessLevel } from '@portico/contracts/users';
import {
  accessOfPerson,
  addressesOver,
  groupOrder,
  isOfGroup,
  type LaunchAddresses,
} from '../../../content/applicationAccess.ts';
import { Instant, readPage, readRow, readRowOrThrow, readRows, storedJson, pageOf } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { isPersonFoundBy, personFit } from '../../../search/index/names.ts';
import { displayName } from '../../../sign-in/displayName.ts';

const PAGE_SIZE = 25;
const name = sql<string>`coalesce(${displayName('person')}, person.email, person.subject)`;
const Level = z.nullable(AccessLevel);

const ApplicationRow = z.object({
  application: z.enum(applicationNames),
  address: z.nullable(z.string()),
  ownAddress: z.nullable(z.string()),
  access: z.int(),
  actionRequired: z.int(),
  none: z.int(),
});

/** These applications, in the order of their names. Counts only people with a level. */
export async function listAll(
  db: Kysely<DB>,
  setting: LaunchAddresses,
  names: readonly ApplicationName[] = applicationNames,
): Promise<AdminApplication[]> {
  const rows = await readRows(
    db,
    ApplicationRow,
    sql`
      with levels as (
        select own.application, own.access_level from application_access own join users person on person.id = own.user_id
        where person.disabled_at is null and own.application = any (${names})
        union all (
          select application, access_level from (
            select distinct on (offered.application, person.id) offered.application, offered.access_level
            from application_groups offered join users person on ${isOfGroup('offered')}
            where person.disabled_at is null and offered.application = any (${names}) and not exists (
              select from application_access own where own.user_id = person.id and own.application = offered.application)
            order by offered.application, person.id, ${groupOrder('offered')}
          ) by_group)
      )
      select listed.application, ${addressesOver(setting)} ->> listed.application as address,
        (select address from application_addresses own where own.application = listed.application) as "ownAddress",
        count(*) filter (where access_level = 'Access')::int as access,
        count(*) filter (where access_level = 'ActionRequired')::int as "actionRequired",
        count(*) filter (where access_level = 'None')::int as none
      from unnest(${names}::text[]) listed (application) left join levels using (application)
      group by listed.application order by lower(listed.application)`,
  );
  return rows.map((row) => ({ ...row, settingAddress: setting[row.application] ?? null }));
}

const ChangeRow = z.object({
  id: z.int(),
  kind: ApplicationChangeKind,
  person: z.nullable(z.string()),
  fact: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  madeAt: Instant,
  madeBy: z.nullable(z.string()),
  undoneAt: z.nullable(Instant),
  undoneBy: z.nullable(z.string()),
  mayUndo: z.boolean(),
});

/** The latest first. What was changed again since can't be undone. */
function listChanges(db: Kysely<DB>, application: ApplicationName): Promise<ApplicationChange[]> {
  const nameOf = (column: string) =>
    sql`(select ${name} from users person where person.id = ${sql.ref(`change.${column}`)})`;
  return readRows(
    db,
    ChangeRow,
    sql`
      select change.id, change.kind, ${nameOf('user_id')} as person, change.fact, change.former_value as "from", change.new_value as "to",
        change.made_at as "madeAt", ${nameOf('made_by')} as "madeBy", change.undone_at as "undoneAt", ${nameOf('undone_by')} as "undoneBy",
        change.undone_at is null and change.new_value is not distinct from coalesce(
          (select address from application_addresses own where change.kind = 'Address' and own.application = change.application),
          (select access_level from application_access own where own.user_id = change.user_id and own.application = change.application),
          (select access_level from application_groups own where own.fact = change.fact and own.application = change.application)
        ) as "mayUndo"
      from application_changes change where change.application = ${application}
      order by change.id desc limit ${MAX_APPLICATION_CHANGES}::int`,
  );
}

const GroupRow = z.object({ fact: z.string(), accessLevel: AccessLevel, people: z.int() });

export async function readApplication(
  db: Kysely<DB>,
  setting: LaunchAddresses,
  application: ApplicationName,
): Promise<ApplicationDetail> {
  const [summary] = await listAll(db, setting, [application]);
  const groups = await readRows(
    db,
    GroupRow,
    sql`
      select offered.fact, offered.access_level as "accessLevel",
        (select count(*) from users person where person.disabled_at is null and ${isOfGroup('offered')})::int as people
      from application_groups offered where offered.application = ${application} order by offered.fact`,
  );
  return { ...summary!, groups, changes: await listChanges(db, application) };
}

const PersonRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  isDisabled: z.boolean(),
  accessLevel: Level,
  ownLevel: Level,
  groupLevel: Level,
  fact: z.nullable(z.string()),
});

/** People with this text in their name or address, the best matches first; or those with a level, by name. */
export async function listPeoplePage(
  db: Kysely<DB>,
  application: ApplicationName,
  { text, level, page = 1 }: { text?: string | undefined; level?: AccessLevel | undefined; page?: number | undefined },
): Promise<Page<ApplicationPerson>> {
  const isFound = text === undefined ? sql`true` : isPersonFoundBy('person', text);
  // An application without groups, which most are, isn't compared with each person's.
  const withLevels = sql`users person
        left join application_access own on own.user_id = person.id and own.application = ${application}
        left join lateral (
          select offered.access_level, offered.fact from application_groups offered
          where (select exists (select from application_groups where application = ${application}))
            and offered.application = ${application} and ${isOfGroup('offered')} order by ${groupOrder('offered')} limit 1
        ) given on true`;
  const accessLevel = sql`coalesce(own.access_level, given.access_level)`;
  const { rows, total } = await readPage(
    db,
    PersonRow,
    sql`
      with found as materialized (
        select person.id, lower(${name}) as key, ${text === undefined ? sql`0` : personFit('person', text)} as fit
        from ${withLevels} where ${isFound} and ${
          level === undefined
            ? sql`(${accessLevel} is not null or ${text !== undefined}::boolean)`
            : sql`${accessLevel} = ${level}`
        }
      ), page as (
        select * from found order by fit, key, id ${pageOf(page, PAGE_SIZE)}
      ), chosen as (
        select page.fit, page.key, person.id, ${name} as name, person.email, person.disabled_at is not null as "isDisabled",
          ${accessLevel} as "accessLevel", own.access_level as "ownLevel", given.access_level as "groupLevel", given.fact
        from page join (${withLevels}) on person.id = page.id
      )
      select every.total, id, name, email, "isDisabled", "accessLevel", "ownLevel", "groupLevel", fact
      from (select count(*)::int as total from found) every left join chosen on true
      order by fit, key, id`,
  );
  return { items: rows, page, pageSize: PAGE_SIZE, total };
}

const ReachRow = z.object({ people: z.int(), changed: z.int() });

/** How many people are in a group, and how many of them would get another level if the group got `to`. */
export function countGroup(
  db: Kysely<DB>,
  application: ApplicationName,
  { fact, to }: CallInput<typeof countApplicationGroup>['query'],
): Promise<CallResult<typeof countApplicationGroup>> {
  return readRowOrThrow(
    db,
    ReachRow,
    sql`
      with offers as (
        select fact, access_level from application_groups where application = ${application}
      ), next_offers as (
        select * from offers where fact <> ${fact}
        union all select ${fact}, ${to ?? null} where ${to !== undefined}::boolean
      )
      select count(*)::int as people, count(*) filter (where own.user_id is null and now.access_level is distinct from next.access_level)::int as changed
      from users person
      left join application_access own on own.user_id = person.id and own.application = ${application}
      left join lateral (
        select access_level from offers where ${isOfGroup('offers')} order by ${groupOrder('offers')} limit 1) now on true
      left join lateral (
        select access_level from next_offers where ${isOfGroup('next_offers')} order by ${groupOrder('next_offers')} limit 1) next on true
      where person.disabled_at is null and (${fact} = '' or ${fact} = any (person.facts))`,
  );
}

const FactRow = z.object({ dimension: z.string(), fact: z.string(), people: z.int() });

/** Facts that people have; a single person is no group. */
export async function listGroups(db: Kysely<DB>): Promise<CallResult<typeof listPeopleGroups>> {
  const items = await readRows(
    db,
    FactRow,
    sql`
      select split_part(fact, ':', 1) as dimension, fact, count(*)::int as people
      from users person cross join lateral unnest(person.facts) fact
      where person.disabled_at is null and not starts_with(fact, 'person:') group by fact order by fact`,
  );
  return { items: items as CallResult<typeof listPeopleGroups>['items'] };
}

const PersonApplicationsRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  isDisabled: z.boolean(),
  applications: storedJson<PersonApplications['applications']>(),
});

/** Undefined for an unknown person. */
export function findPersonApplications(db: Kysely<DB>, userId: string): Promise<PersonApplications | undefined> {
  return readRow(
    db,
    PersonApplicationsRow,
    sql`
      select person.id, ${name} as name, person.email, person.disabled_at is not null as "isDisabled",
        (select json_agg(json_build_object('application', listed.application, 'accessLevel', access_level, 'ownLevel', own_level,
            'groupLevel', group_level, 'fact', fact) order by lower(listed.application))
          from unnest(${applicationNames}::text[]) listed (application) left join ${accessOfPerson} access using (application)) as applications
      from users person where person.id = ${userId}`,
  );
}
