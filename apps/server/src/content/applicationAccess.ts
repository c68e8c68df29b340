import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { DB } from '../db/schema.generated.ts';
import { readRowOrThrow, storedJson } from '../db/rows.ts';

/** Addresses by application. */
export type LaunchAddresses = Partial<Record<string, string>>;

/** The addresses of all applications as `jsonb`: those given by administrators, and else those of the setting. */
export const addressesOver = (setting: LaunchAddresses): RawBuilder<unknown> => sql`(
  select ${JSON.stringify(setting)}::jsonb || coalesce(jsonb_object_agg(application, address), '{}') from application_addresses)`;

export async function readAddresses(db: Kysely<DB>, setting: LaunchAddresses): Promise<LaunchAddresses> {
  const Row = z.object({ addresses: storedJson<LaunchAddresses>() });
  return (await readRowOrThrow(db, Row, sql`select ${addressesOver(setting)} as addresses`)).addresses;
}

/**
 * Rows of `groups` (`application, fact, access_level`) in the order in which they count for a person who has the fact:
 * groups before everyone, then the highest level.
 */
export const groupOrder = (groups: string): RawBuilder<unknown> => sql`
  ${sql.ref(`${groups}.fact`)} = '', array_position('{Access,ActionRequired,None}', ${sql.ref(`${groups}.access_level`)}), ${sql.ref(`${groups}.fact`)}`;

/** Whether a row of `groups` is a group of the row of `users` called `person`. */
export const isOfGroup = (groups: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${groups}.fact`)} = '' or ${sql.ref(`${groups}.fact`)} = any (person.facts))`;

/**
 * Rows `application, own_level, group_level, fact, access_level` of a row of `users` called `person`: what was given to
 * them alone counts first, then their groups. Source: decisions/0345.
 */
export const accessOfPerson: RawBuilder<unknown> = sql`(
  select application, own.access_level as own_level, given.access_level as group_level, given.fact,
    coalesce(own.access_level, given.access_level) as access_level
  from (select application, access_level from application_access where user_id = person.id) own
  full join (
    select distinct on (offered.application) offered.application, offered.access_level, offered.fact
    from application_groups offered where ${isOfGroup('offered')}
    order by offered.application, ${groupOrder('offered')}
  ) given using (application))`;
