import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { HOUR_MS } from '@portico/contracts/durations';
import { emptyRule } from '@portico/authoring/audience';
import type { Audience } from '@portico/kinds/audience';
import type { AdvisorType } from '@portico/kinds/advisorType';
import type { Db } from '../db/pool.ts';
import { readRowOrThrow } from '../db/rows.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { rulesNaming, someFacts } from '../testing/visibility/randomRules.ts';
import { saveRule, storedAudience } from '../visibility/audienceRules.ts';
import { visibleTo, type Reader } from '../visibility/visibility.ts';
import { storedTotal, sumTotals, type CountedKind } from './storedTotals.ts';

const begin = new Date('2026-06-01T00:00:00Z');
const kinds = ['news', 'event', 'resource', 'document', 'page'] as const;

const Total = z.object({ total: z.int() });

/** Only a few hours, so that dates often coincide with each other and with the clock. */
const hours = fc.integer({ min: -60, max: 60 });
const span = fc.option(fc.integer({ min: 1, max: 60 }));
const audiences: fc.Arbitrary<Audience> = fc.record({
  audience: fc.subarray<AdvisorType>(['AdvisorHybrid', 'Nla'], { maxLength: 2 }),
  audienceRule: rulesNaming([randomUUID()]),
});
const dates = fc.record({ publishedAt: hours, shownFor: span, endsAt: hours, audience: audiences });

const steps = fc.oneof(
  fc.record({ do: fc.constant('publish' as const), kind: fc.constantFrom(...kinds), item: dates }),
  fc.record({ do: fc.constant('change' as const), at: fc.nat(), item: dates }),
  fc.record({ do: fc.constantFrom('unpublish' as const, 'delete' as const), at: fc.nat() }),
  fc.record({ do: fc.constant('unpublish all' as const) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('sum' as const) }),
  // The sum is remembered at this point.
  fc.record({ do: fc.constant('ask' as const), kind: fc.constantFrom(...kinds, 'past event' as const) }),
);
const readers = fc.record({
  advisorType: fc.constantFrom<AdvisorType | null>(null, 'AdvisorHybrid', 'Nla'),
  facts: someFacts,
});

test('a stored total equals the count of the items, for any reader at any time, whatever happened to the items [BASE-016]', async () => {
  const { db } = await testDatabase();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 25 }), readers, hours, async (history, who, later) => {
      await remove(db, sql`true`);
      // The clock starts over, before the instant up to which the last history was summed.
      await sql`delete from content_totals`.execute(db);
      let now = begin;
      for (const step of history) {
        if (step.do === 'wait') now = new Date(now.getTime() + step.hours * HOUR_MS);
        else if (step.do === 'sum') await sumTotals(db, now, 1);
        else if (step.do === 'ask') await storedCount(db, { id: randomUUID(), ...who, now }, step.kind);
        else await take(db, step, now);
      }
      for (const instant of [now, new Date(now.getTime() + Math.abs(later) * HOUR_MS)]) {
        const reader = { id: randomUUID(), ...who, now: instant };
        for (const kind of [...kinds, 'past event'] as const) {
          expect(await storedCount(db, reader, kind), `${kind} at ${instant.toISOString()}`).toBe(
            await counted(db, reader, kind),
          );
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('an item counts from the exact instant of its date until just before the instant it expires [BASE-016]', async () => {
  const { db } = await testDatabase();
  const everyone: Audience = { audience: [], audienceRule: emptyRule };
  await publish(db, await create(db, 'news'), { publishedAt: 1, shownFor: 2, endsAt: 0, audience: everyone }, begin);
  const totalsAt = async (ms: number) => {
    const reader = { id: randomUUID(), advisorType: null, facts: [], now: new Date(begin.getTime() + ms) };
    return [await storedCount(db, reader, 'news'), await counted(db, reader, 'news')];
  };
  expect(await totalsAt(HOUR_MS - 1)).toEqual([0, 0]);
  expect(await totalsAt(HOUR_MS)).toEqual([1, 1]);
  expect(await totalsAt(3 * HOUR_MS - 1)).toEqual([1, 1]);
  expect(await totalsAt(3 * HOUR_MS)).toEqual([0, 0]);
});

test('totals of the distant past have one row per advisor type, however many combinations were addressed', async () => {
  const { db } = await testDatabase();
  const now = new Date();
  const combinations: AdvisorType[][] = [
    ['Nla'],
    ['Nla', 'AdvisorIFA'],
    ['AdvisorIFA', 'AdvisorHybrid'],
    ['Nla', 'AdvisorIFA', 'AdvisorHybrid'],
    [],
  ];
  for (const audience of combinations) {
    const item = { publishedAt: -30, shownFor: null, endsAt: 0, audience: { audience, audienceRule: emptyRule } };
    await publish(db, await create(db, 'news'), item, now);
  }
  await sumTotals(db, now, 1);
  const rows = await db.selectFrom('content_totals').select(['audience', 'items']).where('kind', '=', 'news').execute();
  expect(new Map(rows.map(({ audience, items }) => [audience.join(), items]))).toEqual(
    new Map([
      ['', 1],
      ['AdvisorHybrid', 2],
      ['AdvisorIFA', 3],
      ['Nla', 3],
    ]),
  );
  expect(rows).toHaveLength(4);
});

test('a row that an earlier release summed for several advisor types counts once for each of their readers', async () => {
  const { db } = await testDatabase();
  await sql`insert into content_totals (kind, audience, at, items)
    values ('news', '{Nla,AdvisorIFA}', '-infinity', 5), ('news', '{AdvisorIFA}', '-infinity', 1)`.execute(db);
  const total = (advisorType: AdvisorType | null) =>
    storedCount(db, { id: randomUUID(), advisorType, facts: [], now: new Date() }, 'news');
  expect(await total('Nla')).toBe(5);
  expect(await total('AdvisorIFA')).toBe(6);
  expect(await total('AdvisorHybrid')).toBe(0);
  expect(await total(null)).toBe(0);
});

test('the sum of many past rows is remembered for a reader until the rows are summed again or the reader changes', async () => {
  const { db } = await testDatabase();
  const reader: Reader = { id: randomUUID(), advisorType: 'Nla', facts: [randomUUID()], now: new Date() };
  const total = (of: Reader = reader) => storedCount(db, of, 'news', 10);
  const add = (items: number, audience = '{}') =>
    sql`insert into content_totals (kind, audience, at, items) values ('news', ${audience}, '-infinity', ${items})`.execute(
      db,
    );
  const changeAll = (by: number) => sql`update content_totals set items = items + ${by}`.execute(db);
  for (let rows = 0; rows < 9; rows += 1) await add(1);
  // The portal never updates such rows in place, so this shows what is remembered.
  expect([await total(), await total()]).toEqual([9, 9]);
  await changeAll(1);
  expect(await total(), 'the sum of nine rows is not remembered').toBe(18);
  await add(2);
  expect([await total(), await total()]).toEqual([20, 20]);
  await changeAll(1);
  expect(await total(), 'the sum of ten rows is remembered').toBe(20);
  expect(await total({ ...reader, facts: [randomUUID()] })).toBe(30);
  await add(1, '{AdvisorIFA}');
  expect(await total()).toBe(30);
  expect(await total({ ...reader, advisorType: 'AdvisorIFA' })).toBe(31);
  await sumTotals(db, reader.now, 1);
  expect(await total()).toBe(30);
  await sql`delete from content_totals`.execute(db);
  expect(await total()).toBe(0);
});

async function storedCount(db: Db, reader: Reader, kind: CountedKind, minRemembered = 0): Promise<number> {
  const { total, totals } = storedTotal(reader, kind, minRemembered);
  const row = await readRowOrThrow(db, z.extend(totals.Columns, Total.shape), total);
  totals.remember(row);
  return row.total;
}

async function counted(db: Db, reader: Reader, kind: CountedKind): Promise<number> {
  const ofKind =
    kind === 'past event' ? sql`item.kind = 'event' and item.ends_at <= ${reader.now}` : sql`item.kind = ${kind}`;
  const row = await readRowOrThrow(
    db,
    Total,
    sql`select count(*)::int as total from content_items item where ${ofKind} and ${visibleTo(reader)}`,
  );
  return row.total;
}

type Value<Of> = Of extends fc.Arbitrary<infer V> ? V : never;
type Item = Value<typeof dates>;
type Step = Exclude<Value<typeof steps>, { do: 'wait' | 'sum' | 'ask' }>;

async function take(db: Db, step: Step, now: Date): Promise<void> {
  if (step.do === 'unpublish all') return await unpublish(db, sql`true`);
  if (step.do === 'publish') return await publish(db, await create(db, step.kind), step.item, now);
  const items = await db.selectFrom('content_items').select('id').orderBy('id').execute();
  if (items.length === 0) return;
  const { id } = items[step.at % items.length]!;
  if (step.do === 'change') await publish(db, id, step.item, now);
  else await (step.do === 'unpublish' ? unpublish : remove)(db, sql`id = ${id}`);
}

/** An item with a revision of the same id. */
async function create(db: Db, kind: string): Promise<string> {
  const id = randomUUID();
  await db.insertInto('content_items').values({ id, kind }).execute();
  await sql`insert into content_revisions (id, item_id, number, header, description, published_at, creator_kind, components)
    values (${id}, ${id}, 1, 'Header', '', ${begin}, 'System', '[]')`.execute(db);
  return id;
}

async function publish(db: Db, id: string, item: Item, now: Date): Promise<void> {
  const inHours = (count: number) => new Date(now.getTime() + count * HOUR_MS);
  await saveRule(db, item.audience);
  await sql`
    update content_items set published_revision_id = id, published_at = ${inHours(item.publishedAt)},
      expires_at = ${item.shownFor === null ? null : inHours(item.publishedAt + item.shownFor)}, audience = ${storedAudience(item.audience)},
      starts_at = ${inHours(item.endsAt - 1)}, ends_at = ${inHours(item.endsAt)}
    where id = ${id}`.execute(db);
}

async function unpublish(db: Db, where: RawBuilder<unknown>): Promise<void> {
  await sql`update content_items set published_revision_id = null, published_at = null, expires_at = null where ${where}`.execute(
    db,
  );
}

async function remove(db: Db, where: RawBuilder<unknown>): Promise<void> {
  await unpublish(db, where);
  await sql`delete from content_revisions where item_id in (select id from content_items where ${where})`.execute(db);
  await sql`delete from content_items where ${where}`.execute(db);
}
