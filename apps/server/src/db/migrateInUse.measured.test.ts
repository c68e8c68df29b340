import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { withConnection } from '@portico/dev-database/databases';
import { expect, onTestFinished, test } from 'vitest';
import { testPortal } from '../testing/testPortal.ts';
import { migrateToLatest } from './migrate.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

test('a migration of a table in use waits in short lock attempts, and readers wait less than a second [R10]', async () => {
  const { url, portal, as, make } = await testPortal();
  await make.news();
  const folder = await mkdtemp(join(tmpdir(), 'portico-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(FOLDER, folder, { recursive: true });
  await writeFile(join(folder, '9999_notes.sql'), 'alter table content_items add column note text;');
  const migrate = () => migrateToLatest(url, undefined, { folder: pathToFileURL(`${folder}/`) });
  const headers = await as('ana').headers();
  const waits: number[] = [];
  const statuses: number[] = [];
  let isOver = false;
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const begun = performance.now();
      statuses.push((await portal.inject({ url: '/api/v1/news', headers })).statusCode);
      waits.push(performance.now() - begun);
      await sleep(20);
    }
  });
  const migrating = withConnection(url, async (client) => {
    await client.query('begin');
    await client.query('select from content_items');
    const outcome = migrate();
    await sleep(2500);
    await client.query('commit');
    return outcome;
  });
  expect(await migrating).toEqual(['9999_notes']);
  isOver = true;
  await Promise.all(readers);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(Math.max(...waits), 'the migration blocked readers at least once').toBeGreaterThan(200);
  expect(Math.max(...waits)).toBeLessThan(1000);
  expect(await migrate()).toEqual([]);
});
