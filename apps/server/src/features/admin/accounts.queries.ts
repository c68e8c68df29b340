import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { AdminPersonDetails, FactSource, type getAdminPerson } from '@portico/contracts/admin/people';
import type { CallResult } from '@portico/contracts/endpoint';
import type { AudienceDimension } from '@portico/kinds/audience';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, JsonInstant, readRow, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import { DIRECTORY_ISSUER } from '../../sign-in/directory/savePeople.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { joinBrowser, personColumns, personOf, PersonRow } from './people.queries.ts';

const DetailsRow = z.extend(PersonRow, {
  ...z.pick(AdminPersonDetails, { manager: true, timeZone: true, isProvisioned: true, apiTokens: true }).shape,
  createdAt: Instant,
  facts: storedJson<Array<{ fact: string; source: FactSource }>>(),
  grants: storedJson<AdminPersonDetails['grants']>(),
  delegates: storedJson<AdminPersonDetails['delegates']>(),
  actsFor: storedJson<AdminPersonDetails['actsFor']>(),
  disabledAt: z.nullable(Instant),
  isDisabledByScim: z.boolean(),
  mayReturn: z.boolean(),
  lastAct: z.nullable(z.object({ by: z.nullable(z.string()), reason: z.nullable(z.string()), at: JsonInstant })),
});

const shownName = (users: string) => sql`coalesce(${displayName(users)}, ${sql.ref(`${users}.email`)}, '')`;

/** Claims win over provisioning and provisioning over the people file, as in the trigger that collects facts. */
const factSource = sql`case
  when fact = 'advisorType:' || person.advisor_type or fact = any (select 'role:' || role from unnest(person.roles) role) then case
    when person.issuer <> ${DIRECTORY_ISSUER} then 'Claims' when person.scim_id is not null then 'Provisioning' else 'PeopleFile' end
  when fact = any (select 'role:studio-' || (own->>'role') from jsonb_array_elements(person.studio_grants) own) then 'Claims'
  when fact like 'role:studio-%' then 'Portal'
  when fact = any (person.claim_facts) then 'Claims'
  when fact = any (person.scim_facts) then 'Provisioning' else 'PeopleFile' end`;

/** The rights of the person that have not ended, as an array of the other people. */
const rightsOf = (own: string, other: string, today: string) => sql`(
  select coalesce(json_agg(json_build_object('id', other.id, 'name', ${shownName('other')}, 'until', delegations.ends_on::text)
    order by lower(${shownName('other')}), other.id), '[]')
  from delegations join users other on other.id = ${sql.ref(`delegations.${other}`)}
  where ${sql.ref(`delegations.${own}`)} = person.id and delegations.withdrawn_at is null and delegations.ends_on >= ${today}::date
    and other.disabled_at is null)`;

/** What provisioning says about the person does not keep them out. */
const mayReturn = sql`(not person.disabled_by_scim
  and coalesce((select is_active from scim_users where scim_users.id = person.scim_id), true))`;

/** A person for the administration, or undefined. `today` is a day in the firm’s time zone. */
export async function findPersonDetails(
  db: Db,
  userId: string,
  { actorId, today, now }: { actorId: string; today: string; now: Date },
): Promise<CallResult<typeof getAdminPerson> | undefined> {
  const row = await readRow(
    db,
    DetailsRow,
    sql`
      select ${personColumns}, person.manager, person.time_zone as "timeZone", person.created_at as "createdAt",
        person.scim_id is not null as "isProvisioned", person.disabled_at as "disabledAt",
        person.disabled_by_scim as "isDisabledByScim", ${mayReturn} as "mayReturn",
        (select coalesce(json_agg(json_build_object('fact', fact, 'source', ${factSource}) order by fact), '[]')
          from unnest(person.facts) fact where not starts_with(fact, 'person:')) as facts,
        (select coalesce(json_agg(own order by own.source, own.role, own.department), '[]') from (
          select one->>'role' as role, one->>'department' as department, 'Claims' as source
          from jsonb_array_elements(current_grants(person.studio_grants)) one
          union all
          select role, current_filing_name('department', department), 'Portal' from studio_roles where user_id = person.id
        ) own) as grants,
        ${rightsOf('person_id', 'delegate_id', today)} as delegates, ${rightsOf('delegate_id', 'person_id', today)} as "actsFor",
        (select count(*)::int from api_tokens where owner_id = person.id and revoked_at is null and expires_at > ${now}) as "apiTokens",
        (select json_build_object('by', ${displayName('actor')}, 'reason', entry.details->>'reason', 'at', entry.at)
          from audit_log entry left join users actor on actor.id = entry.actor_id
          where entry.object_id = person.id::text and entry.action = 'user.disabled' order by entry.id desc limit 1) as "lastAct"
      from users person ${joinBrowser(now)} where person.id = ${userId}`,
  );
  if (!row) return undefined;
  const { facts, disabledAt, isDisabledByScim, mayReturn: canReturn, lastAct, ...person } = personOf(row);
  const act = isDisabledByScim ? null : lastAct;
  return {
    ...person,
    facts: facts.map(({ fact, source }) => {
      const [dimension] = fact.split(':', 1) as [AudienceDimension];
      return { dimension, value: fact.slice(dimension.length + 1), source };
    }),
    disabled:
      disabledAt === null
        ? null
        : {
            at: disabledAt,
            source: isDisabledByScim ? 'Provisioning' : 'Portal',
            by: act?.by ?? null,
            reason: act?.reason ?? null,
          },
    allowed: {
      disable: disabledAt === null && userId !== actorId,
      enable: disabledAt !== null && canReturn,
      view: disabledAt === null && userId !== actorId,
    },
  };
}

interface AccountChange {
  userId: string;
  reason: string;
  actorId: string;
  now: Date;
}

/**
 * Disables an account. All its sessions end, also after it is enabled again; its remembered browser and the addresses
 * of its feeds are deleted. The trigger on `users` notifies all processes, which close its streams. Throws `not_found`,
 * `conflict`.
 */
export function disableAccount(db: Db, { userId, reason, actorId, now }: AccountChange): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { isDisabled } = await lockAccount(trx, userId);
    if (userId === actorId) throw new PortalError('conflict', 'You can’t disable your own account.');
    if (isDisabled) throw new PortalError('conflict', 'This account is already disabled.');
    const instant = now.toISOString();
    await trx
      .updateTable('users')
      .set({ disabled_at: instant, sessions_ended_at: instant })
      .where('id', '=', userId)
      .execute();
    await trx.deleteFrom('remembered_browsers').where('user_id', '=', userId).execute();
    await trx.deleteFrom('feeds').where('user_id', '=', userId).execute();
    await audit(trx, { actorId, action: 'user.disabled', objectKind: 'user', objectId: userId, details: { reason } });
  });
}

/** Enables an account that was disabled here. Throws `not_found`, `conflict`. */
export function enableAccount(db: Db, { userId, reason, actorId }: Omit<AccountChange, 'now'>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account.isDisabled) throw new PortalError('conflict', 'This account isn’t disabled.');
    if (!account.mayReturn)
      throw new PortalError('conflict', 'Provisioning disabled this account. Activate it at the identity provider.');
    await trx.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute();
    await audit(trx, { actorId, action: 'user.enabled', objectKind: 'user', objectId: userId, details: { reason } });
  });
}

const AccountRow = z.object({ isDisabled: z.boolean(), mayReturn: z.boolean() });

async function lockAccount(trx: Transaction<DB>, userId: string): Promise<z.infer<typeof AccountRow>> {
  return found(
    await readRow(
      trx,
      AccountRow,
      sql`select disabled_at is not null as "isDisabled", ${mayReturn} as "mayReturn" from users person
        where id = ${userId} for no key update`,
    ),
    'person',
  );
}
