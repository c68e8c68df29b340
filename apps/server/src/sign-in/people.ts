import { sql, type Transaction } from 'kysely';
import type { JWTPayload } from 'jose';
import { advisorTypes, type AdvisorType } from '@portico/contracts/users';
import type { Config } from '../config.ts';
import { audit } from '../db/audit.ts';
import type { Db } from '../db/pool.ts';
import type { DB } from '../db/schema.generated.ts';
import type { VerifiedPair } from './tokens.ts';

/** The signed-in person as routes see it. */
export interface Person {
  id: string;
  advisorType: AdvisorType | null;
  roles: Role[];
  isDisabled: boolean;
}
export type Role = 'member' | 'editor' | 'admin';

/** Columns of `users` that the claims decide, when they were issued, and when the person signed in at the provider. */
interface Profile {
  nickname: string | null;
  given_name: string | null;
  surname: string | null;
  email: string | null;
  avatar_url: string | null;
  advisor_type: AdvisorType | null;
  roles: Role[];
  issuedAt: Date;
  signedInAt: Date;
}

const personColumns = ['id', 'advisor_type', 'roles', 'disabled_at'] as const;

/**
 * Creates the person at the first sign-in and keeps them in step with the claims of the newest token; an older one that
 * comes late changes nothing. A sign-in not seen before goes into the audit log, once however many processes see it.
 */
export async function savePerson(db: Db, pair: VerifiedPair, config: Config): Promise<Person> {
  const { issuer, subject } = pair;
  const { issuedAt, signedInAt, ...claims } = readProfile(pair, config);
  const columns = { ...claims, claims_issued_at: issuedAt.toISOString(), last_sign_in_at: signedInAt.toISOString() };
  return db.transaction().execute(async (trx) => {
    const existing = await lockPerson(trx, pair);
    const created = existing ? undefined : await trx.insertInto('users').values({ issuer, subject, ...columns })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing()).returning(personColumns).executeTakeFirst();
    if (created) return recordSignIn(trx, personOf(created));

    // Another process may have been quicker with the first sign-in.
    const before = existing ?? await lockPerson(trx, pair);
    if (!before) throw new Error('a person could not be saved');
    const isNewSignIn = isBefore(before.last_sign_in_at, signedInAt);
    const { last_sign_in_at, ...fromClaims } = columns;
    const changes = {
      ...(isBefore(before.claims_issued_at, issuedAt) ? fromClaims : {}),
      ...(isNewSignIn ? { last_sign_in_at } : {}),
    };
    if (Object.keys(changes).length === 0) return personOf(before);
    const person = personOf(await trx.updateTable('users').set({ ...changes, updated_at: sql`now()` })
      .where('id', '=', before.id).returning(personColumns).executeTakeFirstOrThrow());
    return isNewSignIn ? recordSignIn(trx, person) : person;
  });
}

function lockPerson(trx: Transaction<DB>, { issuer, subject }: VerifiedPair) {
  return trx.selectFrom('users').select([...personColumns, 'last_sign_in_at', 'claims_issued_at'])
    .where('issuer', '=', issuer).where('subject', '=', subject).forUpdate().executeTakeFirst();
}

async function recordSignIn(trx: Transaction<DB>, person: Person): Promise<Person> {
  const action = person.isDisabled ? 'user.refused' : 'user.signed-in';
  await audit(trx, { actorId: person.id, action, objectKind: 'user', objectId: person.id });
  return person;
}

const isBefore = (stored: string | null, instant: Date): boolean => stored === null || new Date(stored) < instant;

/** The person as the database has them now, or undefined when the row is gone. */
export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const row = await db.selectFrom('users').select(personColumns).where('id', '=', id).executeTakeFirst();
  return row && personOf(row);
}

function personOf(row: { id: string; advisor_type: string | null; roles: string[]; disabled_at: string | null }): Person {
  return {
    id: row.id, advisorType: asAdvisorType(row.advisor_type), roles: row.roles as Role[], isDisabled: row.disabled_at !== null,
  };
}

function asAdvisorType(value: unknown): AdvisorType | null {
  return advisorTypes.find((type) => type === value) ?? null;
}

/** A claim as a short clean line, or null. */
function lineOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const clean = value.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return clean === '' ? null : clean.slice(0, 200);
}

function readProfile({ idClaims, accessClaims }: VerifiedPair, config: Config): Profile {
  const claim = (name: string) => findClaim(idClaims, name) ?? findClaim(accessClaims, name);
  const issuedAt = idClaims.iat as number;
  return {
    nickname: lineOf(claim('nickname')),
    given_name: lineOf(claim('given_name')),
    surname: lineOf(claim('family_name')),
    email: lineOf(claim('email')),
    avatar_url: pictureOf(claim('picture'), config),
    advisor_type: asAdvisorType(claim(config.ADVISOR_TYPE_CLAIM)),
    roles: rolesOf(claim(config.ROLES_CLAIM), config),
    issuedAt: new Date(issuedAt * 1000),
    signedInAt: new Date(signInInstant(idClaims['auth_time'], issuedAt) * 1000),
  };
}

/** `auth_time` where the provider tells a possible one, else when the token was issued. In seconds since 1970. */
function signInInstant(authTime: unknown, issuedAt: number): number {
  return typeof authTime === 'number' && authTime >= 0 ? Math.min(authTime, issuedAt) : issuedAt;
}

/** A claim by its name, or by a path such as `realm_access.roles` where none has that name. */
function findClaim(claims: JWTPayload, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? (value as JWTPayload)[part] : undefined), claims,
  );
}

/** Pictures come from the portal itself or from an origin that the configuration lists; any other address is left out. */
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
