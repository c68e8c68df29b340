import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@portico/contracts/durations';
import { demoAccounts } from '@portico/dev-identity/demoAccounts';
import { loadConfig } from '@portico/server/config';
import { expect, test } from 'vitest';
import { demoApplicationAddresses, loadDemoPeople } from '../demo/demoPeople.ts';
import { PIXEL, collection, contents, newsLine, now, portal } from './testing/testCollection.ts';

const DEMO = fileURLToPath(new URL('../../demo/', import.meta.url));
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

test('an import killed at any moment is completed by running it again [R1]', async () => {
  const folder = await collection({
    'images.jsonl': [{ id: 'img-1', file: 'one.jpg', alt: 'Dot' }],
    'images/one.jpg': PIXEL,
    'news.jsonl': Array.from({ length: 150 }, (_, index) => newsLine(`n${index}`, { image: 'img-1' })),
  });
  const whole = await portal();
  await whole.run(folder);
  const expected = await contents(whole.db);

  const { db, url, storeDir, run } = await portal();
  const killedAt: number[] = [];
  for (const itemCount of [1, 50, 100]) {
    const child = spawn(process.execPath, [MAIN, folder], {
      env: { ...process.env, DATABASE_URL: url, PORTICO_DATA_DIR: storeDir },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const count = async () => (await db.selectFrom('content_items').select('id').execute()).length;
    while ((await count()) < itemCount && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 3));
    child.kill('SIGKILL');
    await exited;
    killedAt.push(await count());
  }
  expect(killedAt.every((count) => count % 25 === 0)).toBe(true);
  await run(folder);
  expect(await contents(db)).toEqual(expected);
});

test('the demo collection is imported completely, with drafts, scheduled and expired items, and the demo accounts’ notifications, claims of credits and minutes watched [CREDIT-068, CREDIT-104]', async () => {
  const { db, run, storeDir, url } = await portal();
  const report = await run(DEMO);
  expect({ rejected: report.rejected, notes: report.notes }).toEqual({ rejected: [], notes: [] });
  const items = await db.selectFrom('content_items').selectAll().execute();
  const instant = now.getTime();
  const count = (test: (item: (typeof items)[number]) => boolean) => items.filter(test).length;
  expect(count((item) => item.published_revision_id === null)).toBe(3);
  expect(count((item) => item.published_at !== null && Date.parse(item.published_at) > instant)).toBeGreaterThanOrEqual(
    4,
  );
  expect(count((item) => item.expires_at !== null && Date.parse(item.expires_at) <= instant)).toBe(1);
  expect(count((item) => item.audience.length > 0)).toBeGreaterThan(50);
  const events = items.filter((item) => item.kind === 'event' && item.starts_at !== null);
  const ahead = events.filter((item) => Date.parse(item.starts_at!) > instant);
  expect(ahead.length / events.length).toBeGreaterThan(0.4);
  expect(ahead.length / events.length).toBeLessThan(0.65);
  expect(ahead.every((item) => Date.parse(item.published_at!) <= instant)).toBe(true);
  const newest = Math.max(
    ...items
      .filter((item) => item.kind === 'news' && item.published_at)
      .map((item) => Date.parse(item.published_at!))
      .filter((date) => date <= instant),
  );
  expect((instant - newest) / DAY_MS).toBeLessThan(2.5);
  expect(
    (await readdir(storeDir, { recursive: true })).filter((name) => name.endsWith('.webp')).length,
  ).toBeGreaterThan(50);
  await loadDemoPeople(url, 'http://localhost:3001', now);
  await loadDemoPeople(url, 'http://localhost:3001', now);
  expect(await db.selectFrom('users').select('subject').execute()).toHaveLength(demoAccounts.length + 48);
  const claims = await db.selectFrom('credit_claims').select('status').orderBy('status').execute();
  expect(claims.map(({ status }) => status)).toEqual(['Accepted', 'Rejected', 'Returned', 'Waiting', 'Waiting']);
  const watches = await db.selectFrom('event_watches').select(['counted_ms', 'answered', 'completed_at']).execute();
  expect(watches).toEqual([{ counted_ms: 35_000, answered: 0, completed_at: null }]);
  const notifications = await db
    .selectFrom('notifications')
    .leftJoin('content_items as item', 'item.id', 'notifications.item_id')
    .select(['user_id', 'link', 'item_id', 'item.published_at', 'item.expires_at'])
    .execute();
  expect(notifications.filter(({ user_id: person }) => person === null)).toHaveLength(7);
  expect(
    notifications.filter(
      (one) =>
        one.item_id !== null &&
        !(
          Date.parse(one.published_at ?? '') <= instant &&
          (one.expires_at === null || Date.parse(one.expires_at) > instant)
        ),
    ),
  ).toEqual([]);
  expect(notifications.filter(({ link, item_id: item }) => (link === null) !== (item === null))).toEqual([]);
  expect(
    Object.keys(
      loadConfig({
        DATABASE_URL: url,
        OIDC_ISSUER: 'http://localhost:3001',
        OIDC_CLIENT_ID: 'portal',
        APPLICATION_ADDRESSES: demoApplicationAddresses(),
      }).APPLICATION_ADDRESSES,
    ),
  ).toHaveLength(12);
  const again = await run(DEMO, { now: new Date(instant + 30 * DAY_MS) });
  expect([...again.counts.values()].every(({ added, updated }) => added + updated === 0)).toBe(true);
});
