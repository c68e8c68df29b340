import { setTimeout as sleep } from 'node:timers/promises';
import { SearchAnswer } from '@portico/contracts/search';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { addJob } from '../../jobs/queue.ts';
import { startChildServer } from '../../testing/processes/childServer.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { INDEX_VERSION } from './indexItems.ts';

const ITEMS = 400;

/** Makes a process index as the next version of the portal, which runs alongside this one during an update. */
const nextVersion = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith('/search/index/indexItems.ts')) return loaded;
      const source = String(loaded.source).replace('INDEX_VERSION = ${INDEX_VERSION}', 'INDEX_VERSION = ${INDEX_VERSION + 1}');
      return { ...loaded, source };
    },
  });`)}`;

test('while a new version reindexes everything, both the old and the new process find everything that the old index has [SEARCH-017]', async () => {
  const { make, db, issuer, url } = await testPortal({ now: new Date() });
  for (let count = 0; count < ITEMS; count += 1) await make.news({ header: `Rollover ${count}` });
  const { idToken, accessToken } = await issuer.tokens({ sub: 'ana' });
  const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  const find = async (server: { url: string }, term = 'rollover'): Promise<number> => {
    for (;;) {
      const answer = await fetch(`${server.url}/api/v1/search?term=${term}&exact=true`, { headers });
      // A server on a busy machine can ask callers to retry later, which browsers do.
      if (answer.status === 503) await sleep(100);
      else return z.parse(SearchAnswer, await answer.json()).news.totalResultCount;
    }
  };
  const versions = async () =>
    (await db.selectFrom('search_items').select('index_version').distinct().orderBy('index_version').execute()).map(
      (row) => row.index_version,
    );

  const older = await startChildServer({ databaseUrl: url, issuer, env: { PORTICO_ROLE: 'web' } });
  expect(await versions()).toEqual([INDEX_VERSION]);
  expect(await find(older)).toBe(ITEMS);
  const newer = await startChildServer({
    databaseUrl: url,
    issuer,
    env: { NODE_OPTIONS: nextVersion },
    fromSources: true,
  });
  await addJob(db, 'maintain-search-index', {});

  const seen = { older: new Set<number>(), newer: new Set<number>(), mixed: 0 };
  for (let now = await versions(); now.length !== 1 || now[0] === INDEX_VERSION; now = await versions()) {
    if (now.length > 1) seen.mixed += 1;
    seen.older.add(await find(older));
    seen.newer.add(await find(newer));
  }
  expect(await versions()).toEqual([INDEX_VERSION + 1]);
  expect(seen.mixed, 'searches ran while both indexes existed').toBeGreaterThan(0);
  expect([[...seen.older], [...seen.newer]]).toEqual([[ITEMS], [ITEMS]]);
  expect([await find(older), await find(newer)]).toEqual([ITEMS, ITEMS]);

  // What this version publishes in the meantime is found by both.
  await make.news({ header: 'Custodian' });
  expect([await find(older, 'custodian'), await find(newer, 'custodian')]).toEqual([1, 1]);
  expect(await versions()).toEqual([INDEX_VERSION, INDEX_VERSION + 1]);
  await addJob(db, 'maintain-search-index', {});
  await expect.poll(versions).toEqual([INDEX_VERSION + 1]);
  expect([await find(older, 'custodian'), await find(newer, 'custodian')]).toEqual([1, 1]);
});
