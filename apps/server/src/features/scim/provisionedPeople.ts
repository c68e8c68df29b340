import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { advisorTypes } from '@portico/kinds/advisorType';
import type { DB } from '../../db/schema.generated.ts';
import { readRows } from '../../db/rows.ts';
import { DIRECTORY_ISSUER } from '../../sign-in/directory/savePeople.ts';
import { AUDIENCE_SCHEMA } from './schema/attributes.ts';
import type { ScimObject, ScimValue } from './schema/readResource.ts';

/** A provisioned person, in the form of the rows of people who sign in. */
export interface ProvisionedPerson {
  id: string;
  /** In lowercase. */
  email: string | null;
  data: ScimObject;
}

const IdRow = z.object({ id: z.uuid() });

/**
 * Connects a provisioned person with their rows in `users`: those with the provider's id, those with the email address,
 * or else a new one, so that the person counts before first signing in. Rows that provisioning disabled before are
 * connected only if there is no other.
 */
export async function connectPeople(
  trx: Transaction<DB>,
  person: ProvisionedPerson,
  { issuer }: { issuer: string },
): Promise<void> {
  const externalId = textOf(person.data['externalId']);
  const isTheirs = sql`scim_id is null and (issuer = ${issuer} and subject = ${externalId}
    or issuer in (${issuer}, ${DIRECTORY_ISSUER}) and lower(email) = ${person.email}::text)`;
  await sql`update users set scim_id = ${person.id} where ${isTheirs} and not disabled_by_scim`.execute(trx);
  await sql`update users set scim_id = ${person.id} where ${isTheirs}
    and not exists (select from users known where known.scim_id = ${person.id})`.execute(trx);
  const names = directoryNames(person);
  await sql`insert into users (issuer, subject, email, given_name, surname, nickname, advisor_type, roles, scim_id)
    select ${DIRECTORY_ISSUER}, ${person.email ?? `scim:${person.id}`}, ${person.email}, ${names.givenName}, ${names.surname},
      ${names.nickname}, ${names.advisorType}, '{member}', ${person.id}
    where not exists (select from users known where known.scim_id = ${person.id})`.execute(trx);
}

/** Updates the names and address of people who have not signed in yet. */
export async function renamePeople(trx: Transaction<DB>, person: ProvisionedPerson): Promise<void> {
  const names = directoryNames(person);
  await sql`update users person set email = ${person.email}, given_name = ${names.givenName}, surname = ${names.surname},
      nickname = ${names.nickname}, advisor_type = ${names.advisorType}, updated_at = now(),
      subject = case when exists (select from users other where other.issuer = ${DIRECTORY_ISSUER} and other.id <> person.id
        and other.subject = ${person.email}::text) then subject else coalesce(${person.email}, subject) end
    where issuer = ${DIRECTORY_ISSUER} and scim_id = ${person.id}`.execute(trx);
}

function directoryNames({ data }: ProvisionedPerson) {
  const name = data['name'] as ScimObject | undefined;
  const audience = data[AUDIENCE_SCHEMA] as ScimObject | undefined;
  const [givenName, surname] = [textOf(name?.['givenName']), textOf(name?.['familyName'])];
  const whole = surname === null ? (textOf(name?.['formatted']) ?? textOf(data['displayName'])) : null;
  return {
    givenName: shortened(givenName ?? whole),
    surname: shortened(surname),
    nickname: shortened(textOf(data['nickName'])),
    advisorType: advisorTypes.find((type) => type === audience?.['advisorType']) ?? null,
  };
}

const MAX_NAME_LENGTH = 200;
const shortened = (text: string | null): string | null => text?.slice(0, MAX_NAME_LENGTH) ?? null;
const textOf = (value: ScimValue | undefined): string | null => (typeof value === 'string' ? value : null);

/**
 * Applies provisioned facts and access rights of these people in all processes. Anyone disabled loses their remembered
 * browser and feed addresses.
 */
export async function updatePeople(trx: Transaction<DB>, ids: string[]): Promise<void> {
  await sql`update users set scim_id = scim_id where scim_id = any (${ids}::uuid[])`.execute(trx);
  const out = await readRows(
    trx,
    IdRow,
    sql`select id from users where scim_id = any (${ids}::uuid[]) and disabled_at is not null`,
  );
  await deleteBrowsers(trx, out);
}

/** Locks out a person who is no longer provisioned, until they are provisioned again. */
export async function releasePeople(trx: Transaction<DB>, id: string): Promise<void> {
  const out = await readRows(trx, IdRow, sql`update users set scim_id = null where scim_id = ${id} returning id`);
  await deleteBrowsers(trx, out);
}

async function deleteBrowsers(trx: Transaction<DB>, people: Array<z.infer<typeof IdRow>>): Promise<void> {
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id);
  await trx.deleteFrom('remembered_browsers').where('user_id', 'in', ids).execute();
  await trx.deleteFrom('feeds').where('user_id', 'in', ids).execute();
}
