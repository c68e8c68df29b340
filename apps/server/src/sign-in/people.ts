import { sql, type RawBuilder } from 'kysely';
import type { JWTPayload } from 'jose';
import { z } from 'zod/mini';
import { hasItems, isOfficer, mayManage } from '@portico/authoring/mayDo';
import { FactValue, factOf, type AudienceDimension } from '@portico/kinds/audience';
import { readEmailAddress } from '@portico/kinds/emailAddress';
import type { ActingScope } from '@portico/contracts/acting';
import type { Role } from '@portico/contracts/endpoint';
import type { StudioGrant } from '@portico/contracts/studio/roles';
import { advisorTypes, type AdvisorType } from '@portico/kinds/advisorType';
import type { Config } from '../config.ts';
import { setActor } from '../db/audit.ts';
import { DIRECTORY_ISSUER } from './directory/savePeople.ts';
import type { Db } from '../db/pool.ts';
import { ruleAnswers, type KnownRules } from '../visibility/visibility.ts';
import type { VerifiedPair } from './tokens.ts';

/** The signed-in person, as routes see them. */
export interface Person extends KnownRules {
  id: string;
  advisorType: AdvisorType | null;
  /** What audience rules compare, as `dimension:value`. */
  facts: string[];
  roles: Role[];
  /**
   * Roles in the studio, from claims or assigned there. Anyone with one also has the role `overseer`, and `studio` unless
   * they are only an officer.
   */
  grants: StudioGrant[];
  isDisabled: boolean;
  /** Sessions that began at or before this instant have ended. */
  sessionsEndedAt: string | null;
}
type ClaimedRole = Exclude<Role, 'studio' | 'overseer' | 'compliance'>;

interface Profile {
  /** The columns of `users` that come from claims. */
  claims: {
    nickname: string | null;
    given_name: string | null;
    surname: string | null;
    email: string | null;
    avatar_url: string | null;
    advisor_type: AdvisorType | null;
    roles: ClaimedRole[];
    /** As JSON. */
    studio_grants: string;
    /** Facts from claims, besides the advisor type and the roles. */
    claim_facts: string[];
    /** When the provider issued the claims. */
    claims_issued_at: string;
  };
  /** When the person signed in at the provider. */
  signedInAt: string;
}

/** More facts than anyone has; any further values of a claim are ignored. */
const MAX_CLAIM_FACTS = 200;

const personColumns = [
  'id',
  'advisor_type',
  'facts',
  'roles',
  'disabled_at',
  'studio_grants',
  'sessions_ended_at',
] as const;
/** The studio roles that administrators assigned to a row of `users`. */
const given =
  sql<string>`(select current_grants(coalesce(jsonb_agg(jsonb_build_object('role', role, 'department', department)), '[]'))::text
  from studio_roles where user_id = users.id)`.as('given');
/** The roles from claims, with the current names of departments that were renamed since. Source: decisions/0342. */
const claimed = sql`current_grants(studio_grants)`.as('claimed');
/** Other columns selected with a row of `users`. */
const more = [claimed, given, ruleAnswers.as('rule_answers')] as const;

/**
 * Creates the person at the first sign-in and updates them from the claims of the newest token; an older token that
 * arrives late changes nothing. A new sign-in is added to the audit log, once however many processes see it.
 *
 * Each step is one statement that is correct whatever happens concurrently; a known token writes nothing.
 */
export async function savePerson(db: Db, pair: VerifiedPair, config: Config): Promise<Person> {
  const profile = readProfile(pair, config);
  const found = (await findBySubject(db, pair)) ?? (await takeOver(db, pair, profile));
  if (!found) {
    const created = await createPerson(db, pair, profile);
    if (created) return personOf({ ...created, given: '[]', rule_answers: undefined });
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
    .select([...personColumns, ...more, 'last_sign_in_at', 'claims_issued_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** The person's email address, unless the provider doubts that it is theirs. */
const trustedEmail = ({ idClaims }: VerifiedPair, { claims }: Profile): string | null =>
  isVerified(idClaims['email_verified']) ? (claims.email?.toLowerCase() ?? null) : null;

/** Some providers send booleans as text. A provider that says nothing does not doubt the address. */
const isVerified = (claim: unknown): boolean =>
  claim === undefined || claim === null || String(claim).trim().toLowerCase() === 'true';

/** The person provisioned with this subject or, failing that, with the trusted email address. */
const provisionedAs = (subject: string, email: string | null) => sql<string | null>`(
  select id from scim_users where data->>'externalId' = ${subject} or email = ${email}::text
  order by data->>'externalId' = ${subject} desc nulls last limit 1)`;

/**
 * A person added by the people file or by provisioning becomes the one who signs in with the same address or subject.
 */
async function takeOver(db: Db, pair: VerifiedPair, profile: Profile) {
  const { issuer, subject } = pair;
  const email = trustedEmail(pair, profile);
  return db
    .updateTable('users')
    .set({ issuer, subject })
    .where('issuer', '=', DIRECTORY_ISSUER)
    .where(
      'id',
      '=',
      sql<string>`(select id from users where issuer = ${DIRECTORY_ISSUER}
        and (subject = ${email}::text or scim_id = ${provisionedAs(subject, email)})
        order by scim_id is null limit 1)`,
    )
    .returning([...personColumns, ...more, 'last_sign_in_at', 'claims_issued_at'])
    .executeTakeFirst();
}

/** Adds the person and the audit entry of their first sign-in, or nothing if they already exist. */
function createPerson(db: Db, pair: VerifiedPair, profile: Profile) {
  const { issuer, subject } = pair;
  const { claims, signedInAt } = profile;
  const scim_id = provisionedAs(subject, trustedEmail(pair, profile));
  return db
    .with('created', (step) =>
      step
        .insertInto('users')
        .values({ issuer, subject, ...claims, last_sign_in_at: signedInAt, scim_id })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .returning(personColumns),
    )
    .with('noted', (step) =>
      step.insertInto('audit_log').columns(entryColumns).expression(step.selectFrom('created').select(signInEntry)),
    )
    .selectFrom('created')
    .select([...personColumns, claimed])
    .executeTakeFirst();
}

/** Undefined if newer claims have been saved since. */
function updateClaims(db: Db, id: string, { claims }: Profile) {
  return db
    .updateTable('users')
    .set({ ...claims, updated_at: sql`now()` })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('claims_issued_at', 'is', null), row('claims_issued_at', '<', claims.claims_issued_at)]),
    )
    .returning([...personColumns, ...more])
    .executeTakeFirst();
}

/** Updates the person's last sign-in and adds its audit entry; does neither if another process already did. */
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
  setActor(sql`id::text`).as('actor_id'),
  sql<string>`case when disabled_at is null then 'user.signed-in' else 'user.refused' end`.as('action'),
  sql<string>`'user'`.as('object_kind'),
  sql<string>`id::text`.as('object_id'),
] as const;

/** The right of a delegate. `until` is its last day. */
export interface DelegationInForce {
  id: string;
  scopes: ActingScope[];
  until: string;
}

/**
 * The people that a right of `delegates` lets a delegate act for, with the right. They have no roles, because nobody
 * manages or edits anything for somebody else.
 */
export async function listPeopleActedFor(
  db: Db,
  inForce: RawBuilder<boolean>,
): Promise<Array<{ person: Person; delegation: DelegationInForce }>> {
  const rows = await db
    .selectFrom('delegations')
    .innerJoin('users', 'users.id', 'delegations.person_id')
    .select([
      ...personColumns.map((column) => `users.${column}` as const),
      ...more,
      'delegations.id as delegationId',
      'delegations.scopes',
      sql<string>`delegations.ends_on::text`.as('until'),
    ])
    .where(inForce)
    .where('users.disabled_at', 'is', null)
    .execute();
  return rows.map(({ delegationId, scopes, until, ...row }) => ({
    person: { ...personOf(row), roles: ['member'], grants: [] },
    delegation: { id: delegationId, scopes: scopes as ActingScope[], until },
  }));
}

/** The person's current row, or undefined if it no longer exists. */
export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...personColumns, ...more])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && personOf(row);
}

function personOf(row: {
  id: string;
  advisor_type: string | null;
  facts: string[];
  roles: string[];
  claimed: unknown;
  /** JSON. */
  given: string;
  rule_answers: Uint8Array | undefined;
  disabled_at: string | null;
  sessions_ended_at: string | null;
}): Person {
  const grants = [...(row.claimed as StudioGrant[]), ...(JSON.parse(row.given) as StudioGrant[])];
  const roles = new Set(row.roles as Role[]);
  if (hasItems({ grants })) roles.add('studio');
  if (grants.length > 0) roles.add('overseer');
  if (isOfficer({ grants }) || roles.has('admin')) roles.add('compliance');
  // Studio administrators can also do what is outside the studio: notices, abbreviations, form entries.
  if (mayManage({ grants })) roles.add('editor');
  return {
    id: row.id,
    advisorType: asAdvisorType(row.advisor_type),
    facts: row.facts,
    ruleAnswers: row.rule_answers,
    roles: [...roles],
    grants,
    isDisabled: row.disabled_at !== null,
    sessionsEndedAt: row.sessions_ended_at,
  };
}

function asAdvisorType(value: unknown): AdvisorType | null {
  return advisorTypes.find((type) => type === value) ?? null;
}

const MAX_LINE = 200;

/** A claim as a short line without control characters, or null. */
function lineOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const clean = value.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return clean === '' ? null : clean.slice(0, MAX_LINE);
}

/** A truncated address could be somebody else's, so text that is too long for a line and no address counts as none. */
function emailOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return readEmailAddress(value) ?? (value.length <= MAX_LINE ? lineOf(value) : null);
}

/** Who the portal takes the owner of these tokens for. */
export function readProfile({ idClaims, accessClaims }: VerifiedPair, config: Config): Profile {
  const claim = (name: string) => findClaim(idClaims, name) ?? findClaim(accessClaims, name);
  const issuedAt = idClaims.iat as number;
  const given = roleNamesOf(claim(config.ROLES_CLAIM), config);
  const departments =
    config.DEPARTMENTS_CLAIM === undefined ? undefined : departmentsOf(claim(config.DEPARTMENTS_CLAIM));
  const [givenName, surname] = [lineOf(claim('given_name')), lineOf(claim('family_name'))];
  return {
    claims: {
      nickname: lineOf(claim('nickname')),
      // Some providers only know the full name, which cannot be split reliably.
      given_name: givenName ?? (surname === null ? lineOf(claim('name')) : null),
      surname,
      email: emailOf(claim('email')),
      avatar_url: pictureOf(claim('picture'), config),
      advisor_type: asAdvisorType(claim(config.ADVISOR_TYPE_CLAIM)),
      roles: rolesOf(given, config),
      studio_grants: JSON.stringify(studioGrantsOf(given, departments, config)),
      claim_facts: factsOf(claim, config),
      claims_issued_at: instantOf(issuedAt),
    },
    signedInAt: instantOf(signInInstant(idClaims)),
  };
}

const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** `auth_time` if the provider sends a plausible one, or else the time of issue. In seconds since 1970. */
export function signInInstant({ auth_time: authTime, iat: issuedAt = 0 }: JWTPayload): number {
  return typeof authTime === 'number' && authTime >= 0 ? Math.min(authTime, issuedAt) : issuedAt;
}

/** A claim by its name, or by a path such as `realm_access.roles` if there is none with that name. */
export function findClaim(claims: JWTPayload, name: string): unknown {
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

/**
 * The names in a claim: a list, or one text. In a text, commas separate names; blanks do too, unless a configured name
 * contains one: then a part of another name, such as “admin” of “Portal admin readers”, must not give a role.
 */
function roleNamesOf(value: unknown, config: Config): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [];
  const configured = [config.EDITOR_ROLE, config.ADMIN_ROLE, ...config.STUDIO_ROLES.map((role) => role.value)];
  const separator = configured.some((name) => /\s/.test(name)) ? ',' : /[\s,]+/;
  return value.split(separator).map((name) => name.trim());
}

function rolesOf(given: unknown[], config: Config): ClaimedRole[] {
  const roles: ClaimedRole[] = ['member'];
  if (given.includes(config.EDITOR_ROLE)) roles.push('editor');
  if (given.includes(config.ADMIN_ROLE)) roles.push('editor', 'admin');
  return [...new Set(roles)];
}

const MAX_DEPARTMENTS = 50;

/** Names of departments contain spaces, so only commas separate them in a text. */
function departmentsOf(value: unknown): string[] {
  const names = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return [...new Set(names.map(lineOf).filter((name) => name !== null))].slice(0, MAX_DEPARTMENTS);
}

/**
 * The studio roles from claims. Authors and editors have them only for their departments, if a claim names those. The
 * portal's administrators always manage the studio, so that nobody can lock everyone out. Source: decisions/0093.
 */
function studioGrantsOf(given: unknown[], departments: string[] | undefined, config: Config): StudioGrant[] {
  const roles = new Set(config.STUDIO_ROLES.filter(({ value }) => given.includes(value)).map(({ role }) => role));
  const isMapped = config.STUDIO_ROLES.some(({ value }) => value === config.EDITOR_ROLE);
  if (given.includes(config.ADMIN_ROLE) || (given.includes(config.EDITOR_ROLE) && !isMapped))
    roles.add('administrator');
  return [...roles].flatMap((role): StudioGrant[] => {
    const isForDepartments = departments !== undefined && (role === 'author' || role === 'editor');
    return isForDepartments ? departments.map((department) => ({ role, department })) : [{ role, department: null }];
  });
}

/** Facts from the claims in FACT_CLAIMS. Values that cannot be facts are ignored. */
function factsOf(claim: (name: string) => unknown, config: Config): string[] {
  const facts = Object.entries(config.FACT_CLAIMS).flatMap(([dimension, name]) =>
    textsOf(claim(name)).map((value) => factOf(dimension as AudienceDimension, value)),
  );
  return [...new Set(facts)].slice(0, MAX_CLAIM_FACTS);
}

/** The values of a claim: a list, or one text separated by semicolons. */
function textsOf(value: unknown): string[] {
  const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(';') : [];
  return given
    .filter((entry): entry is string => typeof entry === 'string')
    .map((entry) => entry.trim())
    .filter((entry) => z.safeParse(FactValue, entry).success);
}
