import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { measureCollection } from './measureCollection.ts';

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const TYPES = ['', 'AdvisorHybrid', 'Nla'];

/** How many items search expects each advisor type to see; '' stands for no advisor type. */
async function measured({ db }: TestPortal, now = new Date()): Promise<Record<string, number>> {
  await db.transaction().execute((trx) => measureCollection(trx, now));
  const rows = await db.selectFrom('search_statistics').select(['advisor_type', 'items']).execute();
  return Object.fromEntries(
    rows.filter((row) => TYPES.includes(row.advisor_type)).map((row) => [row.advisor_type, row.items]),
  );
}

test('search knows how many items each advisor type sees from stored totals, without reading the items [OPS-435]', async () => {
  const portal = await testPortal();
  const { make, db } = portal;
  await make.news();
  await make.resource();
  await make.event();
  await make.news({ isDraft: true });
  await make.news({ audience: ['AdvisorHybrid'] });
  await make.news({ audienceRule: { include: { branch: ['Denver'] }, exclude: {} } });
  await make.news({ publishedAt: inHours(5) });
  await make.news({ publishedAt: inHours(-5), expiresAt: inHours(2) });
  expect(await measured(portal)).toEqual({ '': 4, AdvisorHybrid: 5, Nla: 4 });
  expect(await measured(portal, new Date(inHours(3)))).toEqual({ '': 3, AdvisorHybrid: 4, Nla: 3 });
  expect(await measured(portal, new Date(inHours(6)))).toEqual({ '': 4, AdvisorHybrid: 5, Nla: 4 });

  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await sql`lock table content_items in access exclusive mode`.execute(trx);
    locked();
    await isOver;
  });
  onTestFinished(async () => {
    end();
    await holding;
  });
  await isLocked;
  expect(await measured(portal)).toEqual({ '': 4, AdvisorHybrid: 5, Nla: 4 });
});
