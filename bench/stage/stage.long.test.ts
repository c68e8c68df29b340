import { withConnection } from '@portico/dev-database/databases';
import { expect, onTestFinished, test } from 'vitest';
import { startSearchDatabase } from '../search/searchDatabase.ts';
import { shortNews } from '../search/searchTexts.ts';
import { addNewsInBulk } from './newsInBulk.ts';
import { setStage } from './stage.ts';

test('the servers that npm run bench -- calls compares return the same JSON for the same calls, the raw one with one statement each', async () => {
  const stops: Array<() => Promise<void>> = [];
  onTestFinished(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  const { bytes } = await setStage(
    { news: 60, events: 20 },
    () => {},
    (stop) => stops.push(stop),
  );
  expect(Object.values(bytes).map((length) => length > 100)).toEqual([true, true, true, true]);
});

test('npm run bench -- scaling --items continues the news of an earlier run, and measures nothing once the time is up [OPS-436]', async () => {
  const stops: Array<() => Promise<void>> = [];
  onTestFinished(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  const { url } = await startSearchDatabase((stop) => stops.push(stop));
  const add = (count: number, minutes: number) =>
    addNewsInBulk(url, shortNews(count), { until: Date.now() + minutes * 60_000, onProgress: () => undefined });
  expect(await add(5000, 0)).toBeUndefined();
  expect(await add(5000, 10)).toMatchObject({ stored: 5000, added: 5000 });
  expect(await add(10_000, 10)).toMatchObject({ stored: 10_000, added: 5000 });
  const counts = await withConnection(url, (client) =>
    client.query(
      `select (select count(*)::int from search_items) as found, sum(items)::int as counted from content_totals`,
    ),
  );
  expect(counts.rows).toEqual([{ found: 10_000, counted: 10_000 }]);
});
