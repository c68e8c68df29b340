import { sql, type RawBuilder } from 'kysely';
import { nameBeginnings } from '@portico/contracts/foldWords';

/** A query for `name_keys`, of letters and digits only; null if nothing that can be compared was typed. */
function nameQuery(typed: string): string | null {
  const beginnings = nameBeginnings(typed);
  if (beginnings.length === 0) return null;
  return beginnings.map((runs) => `(${runs.map((run) => `'${run}':*`).join(' | ')})`).join(' & ');
}

/**
 * Whether the name has, for each typed word, a word that begins with it, however both are accented and punctuated; up
 * to three neighboring words also count as one. Null if nothing that can be compared was typed.
 */
export const isNamed = (name: RawBuilder<unknown>, typed: string): RawBuilder<boolean | null> =>
  isNameKeys(sql`name_keys(fold_words(${name}))`, typed);

/** Like `isNamed`, for a column with the keys of a name. */
export const isNameKeys = (keys: RawBuilder<unknown>, typed: string): RawBuilder<boolean | null> =>
  sql<boolean>`${keys} @@ ${nameQuery(typed)}::tsquery`;

/**
 * The names of a person, from a row of `users`: nickname, given name and surname, and what the email address begins
 * with. The index `users_by_name` has the same expression.
 */
function personKeys(users: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${users}.${name}`);
  return sql`name_keys(fold_words(coalesce(${column('nickname')}, '') || ' ' || coalesce(${column('given_name')}, '') || ' '
    || coalesce(${column('surname')}, '') || ' ' || coalesce(split_part(${column('email')}, '@', 1), '')))`;
}

/** Like `isNamed`, for the names of a person. */
export const isPersonNamed = (users: string, typed: string): RawBuilder<boolean | null> =>
  isNameKeys(personKeys(users), typed);

/** Whether the person's names have a word that is, or only begins with, an SQL text of letters and digits. */
export const hasNameWord = (
  users: string,
  word: RawBuilder<unknown>,
  match: 'whole' | 'beginning',
): RawBuilder<boolean> =>
  sql<boolean>`${personKeys(users)} @@ (quote_literal(${word}) || ${match === 'whole' ? '' : ':*'})::tsquery`;

/** Like `isPersonNamed`, or the email address contains the text: for those who look after people. */
export const isPersonFoundBy = (users: string, typed: string): RawBuilder<boolean | null> =>
  sql<boolean>`(${isPersonNamed(users, typed)} or strpos(lower(${sql.ref(`${users}.email`)}), lower(${typed.trim()})) > 0)`;
