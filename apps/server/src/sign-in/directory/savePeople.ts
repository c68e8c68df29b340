import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { AdvisorType } from '@portico/kinds/advisorType';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';

/**
 * The issuer of people who were added by the people file and have not signed in yet. Their subject is their email
 * address.
 */
export const DIRECTORY_ISSUER = 'directory';

/** A person in the people file. */
export interface DirectoryPerson {
  /** In lowercase. */
  email: string;
  givenName: string | null;
  surname: string | null;
  advisorType: AdvisorType | null;
  facts: string[];
  /** The email address of their supervisor, in lowercase; null if the file does not say. */
  manager?: string | null;
  timeZone?: string | null;
}

/** What happens to people who were in an earlier file but are not in this one. */
export type Leavers = 'keep' | 'lose';

export interface SavedPeople {
  added: string[];
  updated: string[];
  unchanged: number;
  /** Emails of people who were in an earlier file only. */
  leavers: string[];
}

/** People written by one statement. */
const BATCH_SIZE = 1000;

class DryRun extends Error {}

/**
 * Updates the portal's people to match the file, in one transaction. People who have signed in get the facts but retain
 * their names, advisor type and roles, which come from the provider; people provisioned by SCIM retain what it
 * provides; all others get everything. `present` has the emails on rejected lines of the file. With `lose`, people who
 * are not in the file lose its facts, and those who have never signed in are deleted. A dry run returns the same result
 * and changes nothing.
 */
export async function savePeople(
  db: Db,
  people: DirectoryPerson[],
  { leavers, isDryRun = false, present = [] }: { leavers: Leavers; isDryRun?: boolean; present?: string[] },
): Promise<SavedPeople> {
  const saved: SavedPeople = { added: [], updated: [], unchanged: 0, leavers: [] };
  try {
    await db.transaction().execute(async (trx) => {
      for (let start = 0; start < people.length; start += BATCH_SIZE)
        await saveBatch(trx, people.slice(start, start + BATCH_SIZE), saved);
      saved.leavers = await findLeavers(trx, [...people.map(({ email }) => email), ...present]);
      if (leavers === 'lose') await dropFacts(trx, saved.leavers);
      await audit(trx, {
        action: 'people.imported',
        objectKind: 'people',
        details: {
          added: saved.added.length,
          updated: saved.updated.length,
          unchanged: saved.unchanged,
          left: saved.leavers.length,
          leavers,
        },
      });
      if (isDryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return saved;
}

const KnownRow = z.object({ email: z.string(), issuer: z.string(), id: z.uuid(), isChanged: z.boolean() });
const EmailRow = z.object({ email: z.string() });

/** The file is the only source of what is known about them. */
const isFromFile = sql`person.issuer = ${DIRECTORY_ISSUER} and person.scim_id is null`;

const given = (people: DirectoryPerson[]) => sql`
  jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
    given (email text, "givenName" text, surname text, "advisorType" text, facts text[], manager text, "timeZone" text)`;

async function saveBatch(trx: Transaction<DB>, people: DirectoryPerson[], saved: SavedPeople): Promise<void> {
  const known = await readRows(
    trx,
    KnownRow,
    sql`
      select given.email, person.issuer, person.id, person.directory_facts is distinct from given.facts
        or person.scim_id is null and (person.manager, person.time_zone) is distinct from (given.manager, given."timeZone")
        or (${isFromFile} and (person.given_name, person.surname, person.advisor_type)
          is distinct from (given."givenName", given.surname, given."advisorType")) as "isChanged"
      from ${given(people)} join users person on lower(person.email) = given.email`,
  );
  const signedIn = new Set(known.filter(({ issuer }) => issuer !== DIRECTORY_ISSUER).map(({ email }) => email));
  const changed = known.filter(
    ({ isChanged, issuer, email }) => isChanged && (issuer !== DIRECTORY_ISSUER || !signedIn.has(email)),
  );
  const before = new Set(known.map(({ email }) => email));
  await sql`
    update users person set directory_facts = given.facts, updated_at = now(),
      given_name = case when ${isFromFile} then given."givenName" else person.given_name end,
      surname = case when ${isFromFile} then given.surname else person.surname end,
      advisor_type = case when ${isFromFile} then given."advisorType" else person.advisor_type end,
      manager = case when person.scim_id is null then given.manager else person.manager end,
      time_zone = case when person.scim_id is null then given."timeZone" else person.time_zone end
    from ${given(people)} where lower(person.email) = given.email and person.id = any (${changed.map(({ id }) => id)}::uuid[])`.execute(
    trx,
  );
  // The person first signed in with another address and now has this one.
  await sql`delete from users person where ${isFromFile} and subject = any (${[...signedIn]}::text[])`.execute(trx);
  const added = people.filter(({ email }) => !before.has(email));
  await sql`
    insert into users (issuer, subject, email, given_name, surname, advisor_type, roles, directory_facts, manager, time_zone)
    select ${DIRECTORY_ISSUER}, given.email, given.email, given."givenName", given.surname, given."advisorType", '{member}', given.facts, given.manager, given."timeZone"
    from ${given(added)}`.execute(trx);
  const updated = new Set(changed.map(({ email }) => email));
  saved.added.push(...added.map(({ email }) => email));
  saved.updated.push(...updated);
  saved.unchanged += people.length - added.length - updated.size;
}

async function findLeavers(trx: Transaction<DB>, present: string[]): Promise<string[]> {
  const rows = await readRows(
    trx,
    EmailRow,
    sql`
      select coalesce(lower(person.email), person.subject) as email from users person
      where person.directory_facts is not null and coalesce(lower(person.email), person.subject) <> all (${present}::text[]) order by 1`,
  );
  return rows.map(({ email }) => email);
}

async function dropFacts(trx: Transaction<DB>, emails: string[]): Promise<void> {
  await sql`delete from users person where ${isFromFile} and subject = any (${emails}::text[])`.execute(trx);
  await sql`update users set directory_facts = null, updated_at = now(),
      manager = case when scim_id is null then null else manager end, time_zone = case when scim_id is null then null else time_zone end
    where directory_facts is not null and coalesce(lower(email), subject) = any (${emails}::text[])`.execute(trx);
}
