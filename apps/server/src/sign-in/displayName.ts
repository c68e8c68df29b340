import { sql, type RawBuilder } from 'kysely';

/**
 * The display name of a person, from a row of `users` with this name: nickname or given name, then surname. Null if
 * there are none.
 */
export function displayName(users: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${users}.${name}`);
  const firstName = sql`coalesce(nullif(${column('nickname')}, ''), ${column('given_name')})`;
  return sql<string | null>`nullif(concat_ws(' ', ${firstName}, ${column('surname')}), '')`;
}
