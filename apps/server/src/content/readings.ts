import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod/mini';
import { ReadershipKind } from '@portico/contracts/studio/readership';
import { dayIn } from '@portico/contracts/times';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import { Bytes, readRow } from '../db/rows.ts';
import { visibleToPerson, type Reader } from '../visibility/visibility.ts';

const INTERVAL_MS = 60_000;
/** Different readings per interval and process; further ones are not counted. */
const MAX_READINGS = 20_000;
const SALT_BYTES = 32;
const MARK_BYTES = 16;

type Act = 'Opened' | 'Downloaded';

interface Reading {
  day: string;
  itemId: string;
  personId: string;
  act: Act;
}

interface ReadingsOptions {
  db: Db;
  config: Pick<Config, 'FIRM_TIME_ZONE' | 'INSIGHTS_KEY'>;
  logger: Logger;
  now: () => Date;
}

export interface Readings {
  /** Counts that a person opened an item or downloaded its file. What is done for somebody else is not counted. */
  note(reader: Reader, itemId: string, act: Act): void;
  /** Adds what was noted to the counts of the day; runs every minute and on close. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Counts readers in memory and adds them to the counts of the day every minute, once per person, item and day. Whether
 * somebody was counted is known by a digest that nobody can make without the salt of the day, which is deleted with the
 * day, and a key outside the database: `INSIGHTS_KEY`, or one that only this process knows. A failed write is retried;
 * a killed process loses its last minute. Source: decisions/0374.
 */
export function countReadings({ db, config, logger, now }: ReadingsOptions): Readings {
  const key = config.INSIGHTS_KEY ?? randomBytes(SALT_BYTES).toString('hex');
  const today = (at: Date) => dayIn(config.FIRM_TIME_ZONE, at);
  let noted = new Map<string, Reading>();

  function keep(reading: Reading): void {
    const { day, itemId, personId, act } = reading;
    if (noted.size < MAX_READINGS) noted.set(`${day} ${act} ${itemId} ${personId}`, reading);
  }

  async function write(): Promise<void> {
    const byDay = Map.groupBy(noted.values(), ({ day }) => day);
    noted = new Map();
    for (const [day, readings] of byDay) {
      try {
        const salt = await findSalt(db, day, day === today(now()));
        if (salt) await addReadings(db, { day, readings, secret: [key, salt], now: now() });
      } catch (error) {
        logger.warn({ reason: (error as Error).message }, 'readers could not be counted yet');
        for (const reading of readings) keep(reading);
      }
    }
  }

  const timer = setInterval(() => void write(), INTERVAL_MS).unref();
  return {
    note(reader, itemId, act) {
      if (reader.actedBy === undefined)
        keep({ day: today(reader.now), itemId: itemId.toLowerCase(), personId: reader.id, act });
    },
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

const SaltRow = z.object({ salt: Bytes });

/** The salt of a day, which the first process of the day makes; undefined once it was deleted. */
async function findSalt(db: Db, day: string, isToday: boolean): Promise<Buffer | undefined> {
  const found = isToday
    ? sql`insert into readership_salts (day, salt) values (${day}::date, ${randomBytes(SALT_BYTES)})
        on conflict (day) do update set day = excluded.day returning salt`
    : sql`select salt from readership_salts where day = ${day}::date`;
  return (await readRow(db, SaltRow, found))?.salt;
}

interface Added {
  day: string;
  readings: readonly Reading[];
  secret: readonly [key: string, salt: Buffer];
  now: Date;
}

/** In the order of marks and items, so that processes that write at once wait for each other instead of failing. */
async function addReadings(db: Db, { day, readings, secret: [key, salt], now }: Added): Promise<void> {
  const markOf = ({ itemId, personId, act }: Reading): string =>
    createHmac('sha256', key)
      .update(salt)
      .update(`${day} ${act} ${itemId} ${personId}`)
      .digest()
      .subarray(0, MARK_BYTES)
      .toString('hex');
  await sql`
    with noted as (
      select item_id, person_id, act, decode(mark, 'hex') as mark
      from unnest(${readings.map(({ itemId }) => itemId)}::uuid[], ${readings.map(({ personId }) => personId)}::uuid[],
        ${readings.map(({ act }) => act)}::text[], ${readings.map(markOf)}::text[]) given (item_id, person_id, act, mark)
    ),
    seen as (
      select noted.item_id, noted.act, noted.mark from noted
      join content_items item on item.id = noted.item_id and item.kind = any (${ReadershipKind.options}::text[])
      join users person on person.id = noted.person_id
      where ${visibleToPerson(now)}
    ),
    fresh as (
      insert into readership_marks (day, mark) select ${day}::date, mark from seen order by mark on conflict do nothing returning mark
    )
    insert into readership_counts as counted (item_id, day, readers, downloads)
    select item_id, ${day}::date, count(*) filter (where act = 'Opened'), count(*) filter (where act = 'Downloaded')
    from seen join fresh using (mark) group by item_id order by item_id
    on conflict (item_id, day) do update set readers = counted.readers + excluded.readers,
      downloads = counted.downloads + excluded.downloads`.execute(db);
}
