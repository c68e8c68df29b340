import { sql, type RawBuilder } from 'kysely';
import { nameBeginnings } from '@portico/contracts/nameMatches';

type Beginning = 'no word' | 'the last word' | 'each word';

/**
 * A query for `name_keys`, of letters and digits only, in which some of the words only need to begin a key; null if
 * nothing that can be compared was typed, or nothing before the last word.
 */
function nameQuery(typed: string, beginning: Beginning): string | null {
  const words = nameBeginnings(typed);
  if (words.length < (beginning === 'the last word' ? 2 : 1)) return null;
  return words
    .map((runs, index) => {
      const isBeginning = beginning === 'each word' || (beginning === 'the last word' && index === words.length - 1);
      return `(${runs.map((run) => `'${run}'${isBeginning ? ':*' : ''}`).join(' | ')})`;
    })
    .join(' & ');
}

const fits = (keys: RawBuilder<unknown>, typed: string, beginning: Beginning) =>
  sql<boolean>`${keys} @@ ${nameQuery(typed, beginning)}::tsquery`;

/**
 * Whether the name has, for each typed word, a word that begins with it, however both are accented and punctuated; up
 * to three neighboring words also count as one. Null if nothing that can be compared was typed.
 */
export const isNamed = (name: RawBuilder<unknown>, typed: string): RawBuilder<boolean | null> =>
  isNameKeys(sql`name_keys(fold_words(${name}))`, typed);

/** Like `isNamed`, for a column with the keys of a name. */
export const isNameKeys = (keys: RawBuilder<unknown>, typed: string): RawBuilder<boolean | null> =>
  fits(keys, typed, 'each word');

/** Items of which some version or draft has a title like this. Each half reads an index. */
export const itemsTitled = (text: string): RawBuilder<unknown> => sql`
  select item_id from content_revisions where ${isNameKeys(sql`name_keys(fold_words(header))`, text)}
  union all
  select item_id from studio_drafts where ${isNameKeys(sql`name_keys(fold_words(draft #>> '{fields,header}'))`, text)}`;

/**
 * How well a name that matches fits what was typed, best first: each typed word is a whole word of it, each but the
 * last one is, or each only begins one. Zero is left for the surnames of people.
 */
export function nameFit(name: RawBuilder<unknown>, typed: string): RawBuilder<number> {
  const keys = sql`name_keys(fold_words(${name}))`;
  return sql<number>`case when ${fits(keys, typed, 'no word')} then 1 when ${fits(keys, typed, 'the last word')} then 2 else 3 end`;
}

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

/**
 * Like `nameFit`, and people whose surname was typed come first. The index finds those who fit best once for all rows.
 * `nameFit` in @portico/contracts/foldWords is the same for names alone.
 */
export function personFit(users: string, typed: string): RawBuilder<number> {
  const id = sql.ref(`${users}.id`);
  const idsOf = (beginning: Beginning) =>
    sql`(select fitting.id from users fitting where ${fits(personKeys('fitting'), typed, beginning)})`;
  const words = nameBeginnings(typed).flat();
  const surname = sql`array_to_string(fold_words(${sql.ref(`${users}.surname`)}), '')`;
  return sql<number>`case when ${id} in ${idsOf('no word')} then case when ${surname} = any (${words}::text[]) then 0 else 1 end
    when ${id} in ${idsOf('the last word')} then 2 else 3 end`;
}

/** Whether the person's names have a word that is, or only begins with, an SQL text of letters and digits. */
export const hasNameWord = (
  users: string,
  word: RawBuilder<unknown>,
  match: 'whole' | 'beginning',
): RawBuilder<boolean> =>
  sql<boolean>`${personKeys(users)} @@ (quote_literal(${word}) || ${match === 'whole' ? '' : ':*'})::tsquery`;

/**
 * Like `isPersonNamed`, or the email address contains the text: for those who look after people. Two subqueries,
 * because with `or`, the keys of each person would be computed instead of found in the index.
 */
export const isPersonFoundBy = (users: string, typed: string): RawBuilder<boolean | null> => {
  const text = typed.trim();
  // All addresses are compared, and none has a space.
  const isPart = /\s/.test(text) ? sql`false` : sql`strpos(lower(addressed.email), lower(${text})) > 0`;
  return sql<boolean>`${sql.ref(`${users}.id`)} in (
    select named.id from users named where ${isPersonNamed('named', typed)}
    union all select addressed.id from users addressed where ${isPart})`;
};
