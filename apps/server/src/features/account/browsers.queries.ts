import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { LOGIN_TICKET_MINUTES, REMEMBERED_BROWSER_DAYS } from '@portico/contracts/account';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRow } from '../../db/rows.ts';

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
/** Two tabs may send the same secret concurrently, so the previous secret stays valid for this long. */
const GRACE_MS = 30_000;

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

interface FoundBrowser {
  userId: string;
  browserId: string;
  /** True for the newest secret; false for the previous one, which another tab has just replaced. */
  isNewest: boolean;
}

const KnownSecret = z.object({ userId: z.uuid(), browserId: z.uuid(), isNewest: z.boolean(), rotated_at: Instant });
const Person = z.object({ id: z.uuid() });

/**
 * The remembered browser with this secret; undefined for an invalid or expired secret and for a disabled person. A
 * secret used after its grace period must have been copied: the browser is forgotten, and the audit log records it.
 */
export async function findBrowser(
  db: Db,
  secret: string | undefined,
  now: Date,
): Promise<FoundBrowser | 'revoked' | undefined> {
  if (secret === undefined || !SECRET.test(secret)) return undefined;
  const digest = digestOf(secret);
  const row = await readRow(
    db,
    KnownSecret,
    sql`
      select browser.user_id as "userId", browser_id as "browserId", secret_hash = ${digest} as "isNewest", rotated_at
      from remembered_browsers browser join users on users.id = browser.user_id and users.disabled_at is null
      where (secret_hash = ${digest} or previous_hash = ${digest}) and expires_at > ${now}`,
  );
  if (!row) return undefined;
  const { rotated_at: rotatedAt, ...browser } = row;
  if (browser.isNewest || now.getTime() - Date.parse(rotatedAt) <= GRACE_MS) return browser;
  await revoke(db, browser);
  return 'revoked';
}

async function revoke(db: Db, { userId, browserId }: FoundBrowser): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('remembered_browsers')
      .where('browser_id', '=', browserId)
      .returning('user_id')
      .executeTakeFirst();
    if (removed)
      await audit(trx, {
        action: 'browser.revoked',
        objectKind: 'user',
        objectId: userId,
        details: { reason: 'an old id was used again' },
      });
  });
}

/**
 * Remembers this browser for the person and forgets any other. A browser already remembered gets a new secret and 30
 * more days. Returns the new secret; undefined when another tab of this browser has just received one; `revoked` when
 * the secret was copied.
 */
export async function rememberBrowser(
  db: Db,
  userId: string,
  secret: string | undefined,
  now: Date,
): Promise<{ secret: string } | 'revoked' | undefined> {
  const browser = await findBrowser(db, secret, now);
  if (browser === 'revoked') return browser;
  const fresh = newSecret();
  const values = {
    secret_hash: digestOf(fresh),
    rotated_at: now.toISOString(),
    expires_at: new Date(now.getTime() + REMEMBERED_BROWSER_DAYS * DAY_MS).toISOString(),
  };
  if (browser?.userId === userId) {
    const rotated =
      browser.isNewest &&
      (await db
        .updateTable('remembered_browsers')
        .set({ ...values, previous_hash: digestOf(secret!) })
        .where('browser_id', '=', browser.browserId)
        .where('secret_hash', '=', digestOf(secret!))
        .returning('user_id')
        .executeTakeFirst());
    return rotated ? { secret: fresh } : undefined;
  }
  await db.transaction().execute(async (trx) => {
    await sql`select 1 from users where id = ${userId} for no key update`.execute(trx);
    const replaced = await trx
      .deleteFrom('remembered_browsers')
      .where('user_id', '=', userId)
      .returning('user_id')
      .executeTakeFirst();
    await trx
      .insertInto('remembered_browsers')
      .values({ user_id: userId, ...values })
      .execute();
    await audit(trx, {
      actorId: userId,
      action: 'browser.remembered',
      objectKind: 'user',
      objectId: userId,
      details: { replaced: replaced !== undefined },
    });
  });
  return { secret: fresh };
}

/**
 * A ticket that lets the identity provider ask about this browser once within ten minutes. Null for an unknown browser.
 */
export async function createLoginTicket(db: Db, secret: string | undefined, now: Date): Promise<string | null> {
  const browser = await findBrowser(db, secret, now);
  if (browser === undefined || browser === 'revoked') return null;
  const ticket = newSecret();
  await db
    .insertInto('login_tickets')
    .values({
      ticket_hash: digestOf(ticket),
      browser_id: browser.browserId,
      expires_at: new Date(now.getTime() + LOGIN_TICKET_MINUTES * 60_000),
    })
    .execute();
  return ticket;
}

/** True if the ticket comes from the browser remembered for this person. Uses up the ticket either way. */
export async function redeemTicket(
  db: Db,
  ticket: string,
  person: { issuer: string; subject: string },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await readRow(
      trx,
      Person,
      sql`
        with used as (delete from login_tickets where ticket_hash = ${digestOf(ticket)} returning browser_id, expires_at)
        select users.id from used join remembered_browsers browser using (browser_id) join users on users.id = browser.user_id
        where used.expires_at > ${now} and browser.expires_at > ${now} and users.disabled_at is null
          and users.issuer = ${person.issuer} and users.subject = ${person.subject}`,
    );
    if (found)
      await audit(trx, { actorId: found.id, action: 'browser.recognized', objectKind: 'user', objectId: found.id });
    return found !== undefined;
  });
}

/** Deletes expired browsers and tickets. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_tickets').where('expires_at', '<=', now.toISOString()).execute();
  await db.deleteFrom('remembered_browsers').where('expires_at', '<=', now.toISOString()).execute();
}
