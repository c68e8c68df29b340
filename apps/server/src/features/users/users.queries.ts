import { sql } from 'kysely';
import { applicationNames } from '@portico/contracts/applications';
import { CurrentUser } from '@portico/contracts/users';
import { z } from 'zod/mini';
import { accessOfPerson, addressesOver, type LaunchAddresses } from '../../content/applicationAccess.ts';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';

const StoredUser = z.omit(CurrentUser, { roles: true });

/** The person as the sidebar shows them, with the applications they have an access level for, by name. */
export function findCurrentUser(
  db: Db,
  userId: string,
  launchAddresses: LaunchAddresses,
): Promise<z.infer<typeof StoredUser> | undefined> {
  return readRow(
    db,
    StoredUser,
    sql`
      select nickname, given_name as "givenName", surname, avatar_url as "avatarUrl", advisor_type as "advisorType",
        coalesce((
          select json_agg(json_build_object('application', application, 'accessLevel', access_level, 'launchUrl', launch ->> application) order by lower(application))
          from ${accessOfPerson} access where application = any (${applicationNames})), '[]') as applications
      from users person cross join lateral ${addressesOver(launchAddresses)} given (launch) where person.id = ${userId}`,
  );
}
