import { sql } from 'kysely';
import type { CurrentUser } from '@portico/contracts/users';
import type { Db } from '../../db/pool.ts';

/** The person as the sidebar shows them, with the applications they have an access level for, by name. */
export async function findCurrentUser(db: Db, userId: string): Promise<CurrentUser | undefined> {
  const { rows: [row] } = await sql<CurrentUser>`
    select nickname, given_name as "givenName", surname, avatar_url as "avatarUrl", advisor_type as "advisorType",
      coalesce((select json_agg(json_build_object('application', application, 'accessLevel', access_level) order by lower(application))
                from application_access where user_id = users.id), '[]') as applications
    from users where id = ${userId}`.execute(db);
  return row;
}
