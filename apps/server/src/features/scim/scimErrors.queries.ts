import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { errorCodes } from '@portico/contracts/errors';
import type { Dependencies } from '../../dependencies.ts';
import type { PortalError } from '../../errors.ts';
import { ScimError } from './schema/scimErrors.ts';

/** More than an administrator would look through. */
const MAX_STORED_ERRORS = 200;
/** Statuses that occur in normal operation or are not caused by the call itself. */
const ignoredStatuses = new Set([404, 429, 503]);

/** Records the error of a call with a valid token for the administration. Never throws. */
export async function recordError(
  { db, now, logger }: Pick<Dependencies, 'db' | 'now' | 'logger'>,
  error: PortalError,
  { apiToken, method, routeOptions }: FastifyRequest,
): Promise<void> {
  const { status } = errorCodes[error.code];
  if (!apiToken || ignoredStatuses.has(status)) return;
  const scimType = error instanceof ScimError ? error.scimType : null;
  const detail = (error.issues?.[0]?.message ?? error.message).slice(0, 500);
  try {
    await sql`
      with added as (
        insert into scim_errors (at, token_id, call, status, scim_type, detail)
        values (${now()}, ${apiToken.id}, ${`${method} ${routeOptions.url}`}, ${status}, ${scimType}, ${detail}) returning id)
      delete from scim_errors where id <= (select id - ${MAX_STORED_ERRORS} from added)`.execute(db);
  } catch (cause) {
    logger.warn({ reason: (cause as Error).message }, 'an error of provisioning could not be recorded');
  }
}
