import { sql } from 'kysely';
import { z } from 'zod/mini';
import { MAX_SHOWN_ERRORS, ProvisioningError, type Provisioning } from '@portico/contracts/admin/provisioning';
import type { Db } from '../../db/pool.ts';
import { Instant, readRowOrThrow, readRows } from '../../db/rows.ts';

const SummaryRow = z.object({
  activeTokens: z.int(),
  lastCallAt: z.nullable(Instant),
  active: z.int(),
  inactive: z.int(),
  groups: z.int(),
  others: z.int(),
});
const ErrorRow = z.extend(ProvisioningError, { at: Instant });

export async function readProvisioning(db: Db, address: string, now: Date): Promise<Provisioning> {
  const { active, inactive, ...summary } = await readRowOrThrow(
    db,
    SummaryRow,
    sql`
      select (select count(*)::int from scim_users where is_active) as active,
        (select count(*)::int from scim_users where not is_active) as inactive,
        (select count(*)::int from scim_groups) as groups,
        (select count(*)::int from users where scim_id is null and disabled_at is null) as others,
        (select count(*)::int from api_tokens where 'scim' = any (scopes) and revoked_at is null and expires_at > ${now}) as "activeTokens",
        (select max(last_used_at) from api_tokens where 'scim' = any (scopes)) as "lastCallAt"`,
  );
  const errors = await readRows(
    db,
    ErrorRow,
    sql`select id::text as id, at, call, status, scim_type as "scimType", detail from scim_errors
      order by scim_errors.id desc limit ${MAX_SHOWN_ERRORS}`,
  );
  return { address, ...summary, users: { active, inactive }, errors };
}
