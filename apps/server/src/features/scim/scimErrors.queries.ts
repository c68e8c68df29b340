import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { errorCodes } from '@portico/contracts/errors';
import type { Dependencies } from '../../dependencies.ts';
import type { PortalError } from '../../errors.ts';
import { ScimError } from './schema/scimErrors.ts';

/** More than an administrator looks at. */
const KEPT_ERRORS = 200;
/** What providers ask for in the usual course, and what is not about their call. */
const usual = new Set([404, 429, 503]);

/** Keeps what went wrong in a call with a valid token, for the administration. Never throws. */
export async function recordError(
  { db, now, logger }: Pick<Dependencies, 'db' | 'now' | 'logger'>,
  error: PortalError,
  { apiToken, method, routeOptions }: FastifyRequest,
): Promise<void> {
  const { status } = errorCodes[error.code];
  if (!apiToken || usual.has(status)) return;
  const scimType = error instanceof ScimError ? error.scimType : null;
  const detail = (error.issues?.[0]?.message ?? error.message).slice(0, 500);
  try {
    await sql`
      with added as (
        insert into scim_errors (at, token_id, call, status, scim_type, detail)
        values (${now()}, ${apiToken.id}, ${`${method} ${routeOptions.url}`}, ${status}, ${scimType}, ${detail}) returning id)
      delete from scim_errors where id <= (select id - ${KEPT_ERRORS} from added)`.execute(db);
  } catch (cause) {
    logger.warn({ reason: (cause as Error).message }, 'an error of provisioning could not be recorded');
  }
}
