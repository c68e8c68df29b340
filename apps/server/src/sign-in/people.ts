import { sql } from 'kysely';
import type { JWTPayload } from 'jose';
import { advisorTypes, type AdvisorType } from '@portico/contracts/users';
import type { Config } from '../config.ts';
import { audit } from '../db/audit.ts';
import type { Db } from '../db/pool.ts';
import type { VerifiedPair } from './tokens.ts';

/** The signed-in person as routes see it. */
export interface Person {
  id: string;
  advisorType: AdvisorType | null;
  roles: Role[];
  isDisabled: boolean;
}
export type Role = 'member' | 'editor' | 'admin';

/** Columns of `users` that the claims decide, and when the person signed in at the provider. */
interface Profile {
  nickname: string | null;
  given_name: string | null;
  surname: string | null;
  email: string | null;
  avatar_url: string | null;
  advisor_type: AdvisorType | null;
  roles: Role[];
  signedInAt: Date;
}

const personColumns = ['id', 'advisor_type', 'roles', 'disabled_at'] as const;

/**
 * Creates the person at the first sign-in and keeps them in step with the claims of the newest one; an older token that
 * comes late changes nothing. A sign-in not seen before goes into the audit log.
 */
export async function savePerson(db: Db, pair: VerifiedPair, config: Config): Promise<Person> {
  const profile = readProfile(pair, config);
  return db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('users').select([...personColumns, 'last_sign_in_at'])
      .where('issuer', '=', pair.issuer).where('subject', '=', pair.subject).executeTakeFirst();
    const { signedInAt, ...columns } = profile;
    const saved = await trx.insertInto('users')
      .values({ issuer: pair.issuer, subject: pair.subject, ...columns, last_sign_in_at: signedInAt })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject'])
        .doUpdateSet({ ...columns, last_sign_in_at: signedInAt.toISOString(), updated_at: sql`now()` })
        .where((eb) => eb.or([eb('users.last_sign_in_at', 'is', null), eb('users.last_sign_in_at', '<=', signedInAt.toISOString())])))
      .returning(personColumns).executeTakeFirst();
    const row = saved ?? before;
    if (!row) throw new Error('a person could not be saved');
    const person = personOf(row);
    if (!before?.last_sign_in_at || new Date(before.last_sign_in_at) < signedInAt)
      await audit(trx, { actorId: person.id, action: 'user.signed-in', objectKind: 'user', objectId: person.id });
    return person;
  });
}

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
  const claim = (name: string) => idClaims[name] ?? accessClaims[name];
  return {
    nickname: lineOf(claim('nickname')),
    given_name: lineOf(claim('given_name')),
    surname: lineOf(claim('family_name')),
    email: lineOf(claim('email')),
    avatar_url: pictureOf(claim('picture'), config),
    advisor_type: asAdvisorType(claim(config.ADVISOR_TYPE_CLAIM)),
    roles: rolesOf(claim(config.ROLES_CLAIM), config),
    signedInAt: new Date(instantOf(idClaims) * 1000),
  };
}

function instantOf(claims: JWTPayload): number {
  return typeof claims['auth_time'] === 'number' ? claims['auth_time'] : (claims.iat as number);
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
