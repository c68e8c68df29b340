import { sql } from 'kysely';
import { applicationNames } from '@portico/contracts/applications';
import { CurrentUser } from '@portico/contracts/users';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';

const StoredUser = z.omit(CurrentUser, { roles: true });

/** The person as the sidebar shows them, with the applications they have an access level for, by name. */
export function findCurrentUser(
  db: Db,
  userId: string,
  launchAddresses: Partial<Record<string, string>>,
): Promise<z.infer<typeof StoredUser> | undefined> {
  return readRow(
    db,
    StoredUser,
    sql`
      select nickname, given_name as "givenName", surname, avatar_url as "avatarUrl", advisor_type as "advisorType",
        coalesce((select json_agg(json_build_object('application', application, 'accessLevel', access_level, 'launchUrl', ${JSON.stringify(launchAddresses)}::jsonb ->> application) order by lower(application))
                  from application_access where user_id = users.id and application = any (${applicationNames})), '[]') as applications
      from users where id = ${userId}`,
  );
}
