import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { mayDo, mayManage, type ItemStanding } from '@portico/authoring/mayDo';
import type { ItemAction, StudioColleague, StudioGrant } from '@portico/contracts/studio/roles';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRow, readRows, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import { isPersonFoundBy, personFit } from '../../../search/index/names.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { StudioActor } from './actor.ts';

const MAX_FOUND = 20;

const ColleagueRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  fromProvider: storedJson<StudioGrant[]>(),
  given: storedJson<StudioGrant[]>(),
});

const grantsJson = sql`(select current_grants(coalesce(jsonb_agg(jsonb_build_object('role', role, 'department', department) order by role, department), '[]'))
  from studio_roles where user_id = person.id)`;
const columns = sql`person.id, coalesce(${displayName('person')}, person.email, '') as name, person.email,
  current_grants(person.studio_grants) as "fromProvider", ${grantsJson} as given`;
const hasRole = sql`(person.studio_grants <> '[]' or exists (select from studio_roles where user_id = person.id))`;

/** Everyone with a role in the studio, by name. Disabled people have no roles. */
export function listColleagues(db: Kysely<DB>): Promise<StudioColleague[]> {
  return readRows(
    db,
    ColleagueRow,
    sql`select ${columns} from users person where person.disabled_at is null and ${hasRole} order by lower(coalesce(${displayName('person')}, '')), person.id`,
  );
}

/** People with this name or an email address that contains the text, with or without a role, the best matches first. */
export function findPeople(db: Db, text: string): Promise<StudioColleague[]> {
  return readRows(
    db,
    ColleagueRow,
    sql`select ${columns} from users person
      where person.disabled_at is null and ${isPersonFoundBy('person', text)}
      order by ${personFit('person', text)}, ${hasRole} desc, lower(coalesce(${displayName('person')}, '')), person.id limit ${MAX_FOUND}`,
  );
}

/** The same among people with a role. */
export function findColleagues(db: Kysely<DB>, text: string): Promise<StudioColleague[]> {
  return readRows(
    db,
    ColleagueRow,
    sql`select ${columns} from users person
      where person.disabled_at is null and ${hasRole} and ${isPersonFoundBy('person', text)}
      order by ${personFit('person', text)}, lower(coalesce(${displayName('person')}, '')), person.id`,
  );
}

/** The people who may perform an action on an item. */
export async function listPeopleWhoMay(
  db: Kysely<DB>,
  action: ItemAction,
  standing: ItemStanding,
): Promise<StudioColleague[]> {
  const everyone = await listColleagues(db);
  return everyone.filter(({ id, fromProvider, given: own }) =>
    mayDo({ id, grants: [...fromProvider, ...own] }, action, standing),
  );
}

const grantsText = (grants: readonly StudioGrant[]): string =>
  grants.map(({ role, department }) => (department === null ? role : `${role} of ${department}`)).join(', ');

/**
 * Sets the roles that an administrator granted to a person. Administrators cannot revoke their own last right to do so.
 * Throws `not_found`, `conflict`.
 */
export function setGrants(db: Db, userId: string, grants: StudioGrant[], actor: StudioActor): Promise<StudioColleague> {
  return db.transaction().execute(async (trx) => {
    const one = (lock = sql``) =>
      readRow(trx, ColleagueRow, sql`select ${columns} from users person where person.id = ${userId} ${lock}`);
    const before = found(await one(sql`for update`), 'person');
    if (userId === actor.id && !mayManage({ grants: [...before.fromProvider, ...grants] }))
      throw new PortalError('conflict', 'You can’t remove this role from yourself. Ask another administrator.');
    await trx.deleteFrom('studio_roles').where('user_id', '=', userId).execute();
    if (grants.length > 0)
      await trx
        .insertInto('studio_roles')
        .values(grants.map((grant) => ({ ...grant, user_id: userId, given_by: actor.id, given_at: actor.now })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const after = found(await one(), 'person');
    await audit(trx, {
      actorId: actor.id,
      action: 'user.studio-roles-changed',
      objectKind: 'user',
      objectId: userId,
      details: { before: grantsText(before.given), after: grantsText(after.given) },
    });
    return after;
  });
}
