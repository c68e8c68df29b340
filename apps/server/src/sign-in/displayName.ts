import { sql, type RawBuilder } from 'kysely';

/**
 * What a person is called, from a row of `users` by this name: nickname or given name, then surname. Null without any.
 */
export function displayName(users: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${users}.${name}`);
  const firstName = sql`coalesce(nullif(${column('nickname')}, ''), ${column('given_name')})`;
  return sql<string | null>`nullif(concat_ws(' ', ${firstName}, ${column('surname')}), '')`;
}
