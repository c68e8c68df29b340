import { sql } from 'kysely';
import type { Logger } from 'pino';
import { MAX_TERM_LENGTH, type SearchQuery } from '@portico/contracts/search';
import { dayIn } from '@portico/contracts/times';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { normalizeWords } from '../../search/index/tokens.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { findDestinations } from './destinations.queries.ts';
import { isNarrowed } from './search.queries.ts';

const INTERVAL_MS = 60_000;
/** Different terms per interval and process; further ones are not counted. */
const MAX_TERMS = 500;
/** Terms with more digits are likely account numbers and the like. */
const MAX_DIGITS = 6;

interface Tally {
  day: string;
  term: string;
  searches: number;
  unanswered: number;
  /** A reader who found nothing; forgotten with the tally. */
  reader: Reader | undefined;
}

interface TermCountsOptions {
  db: Db;
  config: Pick<Config, 'FIRM_TIME_ZONE' | 'APPLICATION_ADDRESSES'>;
  logger: Logger;
}

export interface TermCounts {
  /** Counts a search that was answered. */
  note(reader: Reader, query: SearchQuery, hasResults: boolean): void;
  /** Adds the counts to those of the day; runs every minute and on close. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Counts what is searched for, in memory, and adds it to the counts of the day every minute. Who searched is forgotten
 * by then: a person counts once per term and minute. A term that finds a person by name is not stored, nor one that
 * looks like an address or account number. A failed write is retried; a killed process loses its last minute.
 * Source: decisions/0351.
 */
export function countTerms({ db, config, logger }: TermCountsOptions): TermCounts {
  let tallies = new Map<string, Tally>();
  let counted = new Set<string>();

  function note(reader: Reader, query: SearchQuery, hasResults: boolean): void {
    const term = normalizeWords(query.term);
    if (isNarrowed(query) || !isCountable(query.term, term)) return;
    const day = dayIn(config.FIRM_TIME_ZONE, reader.now);
    const key = `${day} ${term}`;
    const tally = tallies.get(key) ?? { day, term, searches: 0, unanswered: 0, reader: undefined };
    if (!tallies.has(key) && tallies.size >= MAX_TERMS) return;
    const once = `${key} ${reader.id}`;
    if (counted.has(once)) return;
    counted.add(once);
    tally.searches += 1;
    if (!hasResults) {
      tally.unanswered += 1;
      tally.reader = reader;
    }
    tallies.set(key, tally);
  }

  async function write(): Promise<void> {
    const noted = [...tallies.values()];
    if (noted.length === 0) return;
    tallies = new Map();
    counted = new Set();
    try {
      await addCounts(db, await withoutNames(db, noted, config.APPLICATION_ADDRESSES));
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'searched terms could not be counted yet');
      for (const tally of noted) merge(tally);
    }
  }

  function merge(tally: Tally): void {
    const key = `${tally.day} ${tally.term}`;
    const newer = tallies.get(key);
    if (!newer && tallies.size >= MAX_TERMS) return;
    tallies.set(key, {
      ...tally,
      searches: tally.searches + (newer?.searches ?? 0),
      unanswered: tally.unanswered + (newer?.unanswered ?? 0),
      reader: newer?.reader ?? tally.reader,
    });
  }

  const timer = setInterval(() => void write(), INTERVAL_MS).unref();
  return {
    note,
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

const isCountable = (typed: string, term: string): boolean =>
  term !== '' &&
  term.length <= MAX_TERM_LENGTH &&
  !typed.includes('@') &&
  (term.match(/\d/g) ?? []).length <= MAX_DIGITS;

/** Leaves out terms that name a person; those that name another destination were answered by it. */
async function withoutNames(
  db: Db,
  tallies: readonly Tally[],
  launchAddresses: Config['APPLICATION_ADDRESSES'],
): Promise<Tally[]> {
  const kept: Tally[] = [];
  for (const tally of tallies) {
    const destinations = tally.reader ? await findDestinations(db, tally.reader, tally.term, launchAddresses) : [];
    if (destinations.some(({ kind }) => kind === 'person')) continue;
    kept.push(destinations.length > 0 ? { ...tally, unanswered: 0 } : tally);
  }
  return kept;
}

/** In the order of terms, so that processes that write at once wait for each other instead of failing. */
async function addCounts(db: Db, tallies: readonly Tally[]): Promise<void> {
  if (tallies.length === 0) return;
  const sorted = tallies.toSorted((a, b) => (`${a.day} ${a.term}` < `${b.day} ${b.term}` ? -1 : 1));
  await sql`
    insert into search_term_counts as counted (day, term, searches, unanswered)
    select * from unnest(${sorted.map(({ day }) => day)}::date[], ${sorted.map(({ term }) => term)}::text[],
      ${sorted.map(({ searches }) => searches)}::int[], ${sorted.map(({ unanswered }) => unanswered)}::int[])
    on conflict (day, term) do update set searches = counted.searches + excluded.searches,
      unanswered = counted.unanswered + excluded.unanswered`.execute(db);
}
