import { sql } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { ApiToken, MAX_ACTIVE_TOKENS, type createApiToken, type listApiTokens } from '@portico/contracts/admin/tokens';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRowOrThrow, readRows } from '../../db/rows.ts';
import { PortalError } from '../../errors.ts';
import { digestOfToken, newTokenSecret } from '../../sign-in/apiTokens.ts';
import { displayName } from '../../sign-in/displayName.ts';

/** Tokens that expired or were revoked this long ago are no longer listed. */
const SHOWN_AFTER_END_DAYS = 366;
const ENDING_LENGTH = 4;

const TokenRow = z.extend(z.omit(ApiToken, { owner: true }), {
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: z.nullable(Instant),
  revokedAt: z.nullable(Instant),
  ownerName: z.nullable(z.string()),
  isOwnerDisabled: z.boolean(),
});

const columns = sql`token.id, token.name, token.scopes, token.ending, token.created_at as "createdAt",
  token.expires_at as "expiresAt", token.last_used_at as "lastUsedAt", token.revoked_at as "revokedAt",
  coalesce(${displayName('person')}, person.email) as "ownerName", person.disabled_at is not null as "isOwnerDisabled"`;

const tokenOf = ({ ownerName, isOwnerDisabled, ...token }: z.infer<typeof TokenRow>): ApiToken => ({
  ...token,
  owner: { name: ownerName, isDisabled: isOwnerDisabled },
});

export async function listTokens(db: Db, now: Date): Promise<CallResult<typeof listApiTokens>> {
  const since = new Date(now.getTime() - SHOWN_AFTER_END_DAYS * DAY_MS);
  const rows = await readRows(
    db,
    TokenRow,
    sql`
      select ${columns} from api_tokens token join users person on person.id = token.owner_id
      where least(token.expires_at, token.revoked_at) > ${since} order by token.created_at desc, token.id`,
  );
  return { items: rows.map(tokenOf) };
}

/** Returns the secret and stores only a digest of it. Throws `conflict` when there are too many tokens. */
export function createToken(
  db: Db,
  { name, scopes, expiresInDays }: Received<typeof createApiToken>['body'],
  { actorId, now }: { actorId: string; now: Date },
): Promise<CallResult<typeof createApiToken>> {
  const secret = newTokenSecret();
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('portico api tokens'))`.execute(trx);
    const { active } = await readRowOrThrow(
      trx,
      z.object({ active: z.int() }),
      sql`select count(*)::int as active from api_tokens where revoked_at is null and expires_at > ${now}`,
    );
    if (active >= MAX_ACTIVE_TOKENS)
      throw new PortalError('conflict', `There are already ${active} tokens. Revoke the ones that no one uses.`);
    const { id } = await trx
      .insertInto('api_tokens')
      .values({
        name,
        scopes: [...new Set(scopes)],
        secret_hash: digestOfToken(secret),
        ending: secret.slice(-ENDING_LENGTH),
        owner_id: actorId,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + expiresInDays * DAY_MS).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const details = { name, scopes: scopes.join(' '), days: expiresInDays };
    await audit(trx, { actorId, action: 'token.created', objectKind: 'token', objectId: id, details });
    const row = await readRowOrThrow(
      trx,
      TokenRow,
      sql`select ${columns} from api_tokens token join users person on person.id = token.owner_id where token.id = ${id}`,
    );
    return { token: tokenOf(row), secret };
  });
}

/** Throws `not_found` when there is no such token or it was revoked before. */
export function revokeToken(db: Db, id: string, { actorId, now }: { actorId: string; now: Date }): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable('api_tokens')
      .set({ revoked_at: now.toISOString() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (!revoked) throw new PortalError('not_found', 'This token doesn’t exist, or it was revoked.');
    const details = { name: revoked.name };
    await audit(trx, { actorId, action: 'token.revoked', objectKind: 'token', objectId: id, details });
  });
}
