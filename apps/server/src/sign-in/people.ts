import { sql } from 'kysely';
import type { JWTPayload } from 'jose';
import { advisorTypes, type AdvisorType } from '@portico/contracts/users';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import type { VerifiedPair } from './tokens.ts';

/** The signed-in person, as routes see them. */
export interface Person {
  id: string;
  advisorType: AdvisorType | null;
  roles: Role[];
  isDisabled: boolean;
}
export type Role = 'member' | 'editor' | 'admin';

interface Profile {
  /** The columns of `users` that come from claims. */
  claims: {
    nickname: string | null;
    given_name: string | null;
    surname: string | null;
    email: string | null;
    avatar_url: string | null;
    advisor_type: AdvisorType | null;
    roles: Role[];
    /** When the provider issued the claims. */
    claims_issued_at: string;
  };
  /** When the person signed in at the provider. */
  signedInAt: string;
}

const personColumns = ['id', 'advisor_type', 'roles', 'disabled_at'] as const;

/**
 * Creates the person at the first sign-in and updates them from the claims of the newest token; an older token that
 * arrives late changes nothing. A new sign-in goes into the audit log, once however many processes see it.
 *
 * Each step is one statement that is correct whatever happens concurrently; a known token writes nothing.
 */
export async function savePerson(db: Db, pair: VerifiedPair, config: Config): Promise<Person> {
  const profile = readProfile(pair, config);
  const found = await findBySubject(db, pair);
  if (!found) {
    const created = await createPerson(db, pair, profile);
    if (created) return personOf(created);
  }
  // Another process may have saved the first sign-in.
  const before = found ?? (await findBySubject(db, pair));
  if (!before) throw new Error('a person could not be saved');
  const updated = isBefore(before.claims_issued_at, profile.claims.claims_issued_at)
    ? await updateClaims(db, before.id, profile)
    : undefined;
  if (isBefore(before.last_sign_in_at, profile.signedInAt)) await recordSignIn(db, before.id, profile);
  return personOf(updated ?? before);
}

const isBefore = (stored: string | null, instant: string): boolean =>
  stored === null || new Date(stored) < new Date(instant);

function findBySubject(db: Db, { issuer, subject }: VerifiedPair) {
  return db
    .selectFrom('users')
    .select([...personColumns, 'last_sign_in_at', 'claims_issued_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Adds the person and the audit entry of their first sign-in, or nothing if they already exist. */
function createPerson(db: Db, { issuer, subject }: VerifiedPair, { claims, signedInAt }: Profile) {
  return db
    .with('created', (step) =>
      step
        .insertInto('users')
        .values({ issuer, subject, ...claims, last_sign_in_at: signedInAt })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .returning(personColumns),
    )
    .with('noted', (step) =>
      step.insertInto('audit_log').columns(entryColumns).expression(step.selectFrom('created').select(signInEntry)),
    )
    .selectFrom('created')
    .select(personColumns)
    .executeTakeFirst();
}

/** Undefined when newer claims were saved in between. */
function updateClaims(db: Db, id: string, { claims }: Profile) {
  return db
    .updateTable('users')
    .set({ ...claims, updated_at: sql`now()` })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('claims_issued_at', 'is', null), row('claims_issued_at', '<', claims.claims_issued_at)]),
    )
    .returning(personColumns)
    .executeTakeFirst();
}

/** Updates the person's last sign-in and adds its audit entry; neither if another process already did. */
async function recordSignIn(db: Db, id: string, { signedInAt }: Profile): Promise<void> {
  await db
    .with('moved', (step) =>
      step
        .updateTable('users')
        .set({ last_sign_in_at: signedInAt })
        .where('id', '=', id)
        .where((row) => row.or([row('last_sign_in_at', 'is', null), row('last_sign_in_at', '<', signedInAt)]))
        .returning(personColumns),
    )
    .insertInto('audit_log')
    .columns(entryColumns)
    .expression((step) => step.selectFrom('moved').select(signInEntry))
    .execute();
}

const entryColumns = ['actor_id', 'action', 'object_kind', 'object_id'] as const;
/** The audit entry of a person's sign-in, from their row. */
const signInEntry = [
  sql<string>`id`.as('actor_id'),
  sql<string>`case when disabled_at is null then 'user.signed-in' else 'user.refused' end`.as('action'),
  sql<string>`'user'`.as('object_kind'),
  sql<string>`id::text`.as('object_id'),
] as const;

/** The person's current row, or undefined when it is gone. */
export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const row = await db.selectFrom('users').select(personColumns).where('id', '=', id).executeTakeFirst();
  return row && personOf(row);
}

function personOf(row: {
  id: string;
  advisor_type: string | null;
  roles: string[];
  disabled_at: string | null;
}): Person {
  return {
    id: row.id,
    advisorType: asAdvisorType(row.advisor_type),
    roles: row.roles as Role[],
    isDisabled: row.disabled_at !== null,
  };
}

function asAdvisorType(value: unknown): AdvisorType | null {
  return advisorTypes.find((type) => type === value) ?? null;
}

/** A claim as a short line without control characters, or null. */
function lineOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const clean = value.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return clean === '' ? null : clean.slice(0, 200);
}

function readProfile({ idClaims, accessClaims }: VerifiedPair, config: Config): Profile {
  const claim = (name: string) => findClaim(idClaims, name) ?? findClaim(accessClaims, name);
  const issuedAt = idClaims.iat as number;
  return {
    claims: {
      nickname: lineOf(claim('nickname')),
      given_name: lineOf(claim('given_name')),
      surname: lineOf(claim('family_name')),
      email: lineOf(claim('email')),
      avatar_url: pictureOf(claim('picture'), config),
      advisor_type: asAdvisorType(claim(config.ADVISOR_TYPE_CLAIM)),
      roles: rolesOf(claim(config.ROLES_CLAIM), config),
      claims_issued_at: instantOf(issuedAt),
    },
    signedInAt: instantOf(signInInstant(idClaims['auth_time'], issuedAt)),
  };
}

const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** `auth_time` if the provider sends a plausible one, or else the time of issue. In seconds since 1970. */
function signInInstant(authTime: unknown, issuedAt: number): number {
  return typeof authTime === 'number' && authTime >= 0 ? Math.min(authTime, issuedAt) : issuedAt;
}

/** A claim by its name, or by a path such as `realm_access.roles` if there is none with that name. */
function findClaim(claims: JWTPayload, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? (value as JWTPayload)[part]
          : undefined,
      claims,
    );
}

/** The picture's address if it is on the portal or a configured origin, or else null. */
function pictureOf(value: unknown, config: Config): string | null {
  const url = typeof value === 'string' && value.length <= 2048 ? URL.parse(value) : null;
  return url && [config.PUBLIC_URL, ...config.IMAGE_ORIGINS].includes(url.origin) ? url.href : null;
}

function rolesOf(value: unknown, config: Config): Role[] {
  const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,]+/) : [];
  const roles: Role[] = ['member'];
  if (given.includes(config.EDITOR_ROLE)) roles.push('editor');
  if (given.includes(config.ADMIN_ROLE)) roles.push('editor', 'admin');
  return [...new Set(roles)];
}
