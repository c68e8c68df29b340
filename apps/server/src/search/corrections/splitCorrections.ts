import { sql } from 'kysely';
import { joinedWithNeighbors } from '@portico/contracts/nameMatches';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Token } from '../index/tokens.ts';
import { hasNameWord } from '../index/names.ts';
import type { Correction } from './findCorrections.ts';

interface SplitCorrections {
  /** Applied immediately. */
  sure: Map<string, Correction>;
  /** Applied only after the reader confirms. */
  doubtful: Map<string, Correction>;
}

const NameWord = z.object({ word: z.string(), isWhole: z.boolean() });
const Neighbor = z.object({ lexeme: z.string() });

/**
 * Splits corrections into those applied immediately and those to ask about. A word of the name of a person in the
 * portal is right as typed. Another word may be a name that occurs in no item: it is written like one, it begins the
 * name of a person, or its correction occurs in no item with any other word of the term, as in "wells fargo" and
 * "forgo".
 */
export async function splitCorrections(
  db: Db,
  reader: Reader,
  {
    term: { text, tokens },
    found,
    neighbors,
  }: { term: { text: string; tokens: Token[] }; found: Map<string, Correction>; neighbors: string[] },
): Promise<SplitCorrections> {
  const split: SplitCorrections = { sure: new Map(), doubtful: new Map() };
  if (found.size === 0) return split;
  const names = await findNames(db, tokens, found);
  const fitting = neighbors.length === 0 ? undefined : await findFitting(db, reader, [...found.values()], neighbors);
  for (const token of tokens) {
    const correction = found.get(token.word);
    if (!correction || names.get(token.word) === 'whole') continue;
    const isName = isWrittenLikeName(text, token, tokens) || names.has(token.word);
    const fits = fitting?.has(correction.lexeme) ?? true;
    (isName || !fits ? split.doubtful : split.sure).set(token.word, correction);
  }
  return split;
}

/**
 * The words that are, or begin, a word of the name of a person who may sign in, by themselves or joined with their
 * neighbors: `mc kay` of McKay.
 */
async function findNames(
  db: Db,
  tokens: Token[],
  found: ReadonlyMap<string, Correction>,
): Promise<Map<string, 'whole' | 'beginning'>> {
  const joined = joinedWithNeighbors(tokens.map(({ word }) => word));
  const forms = tokens.flatMap(({ word }, index) =>
    found.has(word) ? joined[index]!.map((form) => ({ word, form })) : [],
  );
  const isNamed = (match: 'whole' | 'beginning') =>
    sql`exists (select from users person where person.disabled_at is null and ${hasNameWord('person', sql`given.form`, match)})`;
  const rows = await readRows(
    db,
    NameWord,
    sql`
      select given.word, bool_or(${isNamed('whole')}) as "isWhole"
      from unnest(${forms.map(({ word }) => word)}::text[], ${forms.map(({ form }) => form)}::text[]) given (word, form)
      where ${isNamed('beginning')} group by given.word`,
  );
  return new Map(rows.map(({ word, isWhole }) => [word, isWhole ? 'whole' : 'beginning']));
}

/** In all capitals unless the whole term is, or capitalized after the first word. */
function isWrittenLikeName(text: string, token: Token, tokens: Token[]): boolean {
  const written = text.slice(token.start, token.end);
  const isAllCapitals = /^\p{Lu}{2,}$/u.test(written);
  if (isAllCapitals) return tokens.length === 1 || /\p{Ll}/u.test(text);
  return token !== tokens[0] && /^\p{Lu}/u.test(written);
}

/** The lexemes of corrections that occur in an item visible to the reader together with another word of the term. */
async function findFitting(
  db: Db,
  reader: Reader,
  corrections: Correction[],
  neighbors: string[],
): Promise<Set<string>> {
  const rows = await readRows(
    db,
    Neighbor,
    sql`
      select given.lexeme from unnest(${corrections.map(({ lexeme }) => lexeme)}::text[]) given (lexeme)
      where exists (
        select from search_items search join content_items item on item.id = search.item_id and ${visibleTo(reader)}
        where search.tsv @@ (quote_literal(given.lexeme)::tsquery && (
          select string_agg(quote_literal(neighbor), ' | ')::tsquery from unnest(${neighbors}::text[]) neighbor)))`,
  );
  return new Set(rows.map(({ lexeme }) => lexeme));
}
