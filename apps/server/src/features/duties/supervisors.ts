import { sql, type RawBuilder } from 'kysely';

/*
 * `manager` of a row of `users` names the supervisor by email address or by id at `/scim/v2`. There are two conditions
 * for it, because each can use an index in only one direction. Source: decisions/0326.
 */

/** Whether the row `person` reports to `own`: to find the people of a supervisor. */
export const reportsTo = (person: string, own: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${person}.manager`)} = any (array[lower(${sql.ref(`${own}.email`)}), ${sql.ref(`${own}.scim_id`)}::text])
    and ${sql.ref(`${person}.id`)} <> ${sql.ref(`${own}.id`)})`;

/** Whether the row `own` supervises `person`: to find the supervisors of people. */
export const supervises = (own: string, person: string): RawBuilder<boolean> => {
  const manager = sql.ref(`${person}.manager`);
  return sql<boolean>`((lower(${sql.ref(`${own}.email`)}) = ${manager} or ${sql.ref(`${own}.scim_id`)} =
    case when ${manager} ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then ${manager}::uuid end)
    and ${sql.ref(`${own}.id`)} <> ${sql.ref(`${person}.id`)})`;
};
