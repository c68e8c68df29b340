import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { API_TOKEN_PREFIX, tokenScopes, type TokenScope } from '@portico/contracts/admin/tokens';
import type { Db } from '../db/pool.ts';
import { PortalError } from '../errors.ts';

const SECRET_BYTES = 32;
const SECRET = new RegExp(`^${API_TOKEN_PREFIX}[\\w-]{43}$`);
/** Systems call often, so the time of the last use is saved at most once a minute. */
const MIN_SAVE_INTERVAL_MS = 60_000;

/** The calling system, as routes see it. */
export interface CallingToken {
  id: string;
  name: string;
  scopes: TokenScope[];
}

export const newTokenSecret = (): string => API_TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
export const digestOfToken = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * The token with this secret. Every call queries the database, so that revoking a token takes effect immediately.
 * Throws a 401 error; its timing reveals nothing, because digests are compared.
 */
export async function authenticateToken(db: Db, secret: string, now: Date): Promise<CallingToken> {
  const invalid = new PortalError('token_malformed', 'The API token is not valid.');
  if (!SECRET.test(secret)) throw invalid;
  const digest = digestOfToken(secret);
  const row = await db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scopes', 'secret_hash', 'expires_at', 'revoked_at', 'last_used_at'])
    .where('secret_hash', '=', digest)
    .executeTakeFirst();
  if (!row || !timingSafeEqual(row.secret_hash, digest)) throw invalid;
  if (row.revoked_at !== null) throw new PortalError('token_expired', 'The API token was revoked.');
  if (new Date(row.expires_at) <= now) throw new PortalError('token_expired', 'The API token has expired.');
  if (row.last_used_at === null || now.getTime() - Date.parse(row.last_used_at) >= MIN_SAVE_INTERVAL_MS)
    await saveLastUse(db, row.id, now);
  // A previous version may not know a scope that was added since.
  return { id: row.id, name: row.name, scopes: tokenScopes.filter((scope) => row.scopes.includes(scope)) };
}

async function saveLastUse(db: Db, id: string, now: Date): Promise<void> {
  await sql`update api_tokens set last_used_at = ${now} where id = ${id}
    and (last_used_at is null or last_used_at <= ${new Date(now.getTime() - MIN_SAVE_INTERVAL_MS)})`.execute(db);
}
