import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withConnection } from './databases.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embeddedDatabase.ts';

let dataDir: string;
const running: EmbeddedDatabase[] = [];

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-database-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'a data folder');
});

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

async function start(options: { onRestart?: () => void } = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, ...options });
  running.push(database);
  return database;
}

const query = (url: string, text: string) => withConnection(url, async (client) => (await client.query(text)).rows);
const clusterHome = () => (JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8')) as { home: string }).home;
const pidFile = () => join(clusterHome(), 'cluster', 'postmaster.pid');
const postmasterPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

test('the first start of the embedded database creates an empty database with production settings', async () => {
  const { url, adopted } = await start();
  expect(adopted).toBe(false);
  expect(
    await query(
      url,
      `SELECT current_user AS role, current_database() AS name,
    pg_encoding_to_char(encoding) AS encoding, datlocale AS locale FROM pg_database WHERE datname = current_database()`,
    ),
  ).toEqual([{ role: 'portico', name: 'portico', encoding: 'UTF8', locale: 'en-US' }]);
  expect(
    await query(
      url,
      `SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'data_checksums', 'listen_addresses', 'max_connections') ORDER BY name`,
    ),
  ).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'max_connections', setting: '100' },
  ]);
  // In pages of 8 KB: from 128 MB to 1 GB.
  const [buffers] = await query(url, `SELECT setting::int AS pages FROM pg_settings WHERE name = 'shared_buffers'`);
  expect(Number(buffers!['pages'])).toBeGreaterThanOrEqual(16_384);
  expect(Number(buffers!['pages'])).toBeLessThanOrEqual(131_072);
});

test('the database owner can create the extensions that search needs and is not a superuser', async () => {
  const { url } = await start();
  await query(url, 'CREATE EXTENSION pg_trgm');
  await query(url, 'CREATE EXTENSION unaccent');
  expect(await query(url, 'SELECT usesuper FROM pg_user WHERE usename = current_user')).toEqual([{ usesuper: false }]);
});

test("the portal gets a role that owns nothing and whose password doesn't reveal the owner's [L3]", async () => {
  const { url, applicationUrl } = await start();
  await query(url, 'CREATE TABLE kept (id integer)');
  expect(
    await query(
      applicationUrl,
      'SELECT current_user AS role, usesuper, usecreatedb FROM pg_user WHERE usename = current_user',
    ),
  ).toEqual([{ role: 'portico_app', usesuper: false, usecreatedb: false }]);
  for (const statement of [
    'CREATE TABLE mine (id integer)',
    'DROP TABLE kept',
    'SET ROLE portico',
    'CREATE DATABASE mine',
    'CREATE ROLE mine',
  ])
    await expect(query(applicationUrl, statement), statement).rejects.toThrow(/permission denied|must be owner/);
  expect(new URL(applicationUrl).password).not.toContain(new URL(url).password);
});

test('the database password is random, hidden from other accounts and required', async () => {
  const { url } = await start();
  expect(statSync(join(dataDir, 'connection.json')).mode & 0o077).toBe(0);
  const wrong = new URL(url);
  wrong.password = 'portico';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password/);
});

test('a second start of the embedded database finds the rows, port and password of the first', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(second.adopted).toBe(false);
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

test('a database server that a killed process left running is adopted', async () => {
  const abandoned = await start();
  const adopting = await start();
  expect(adopting).toMatchObject({ adopted: true, url: abandoned.url });
});

test('a database is adopted while another process is adopting it', async () => {
  const { url } = await start();
  // What the other one has written and not renamed yet.
  mkdirSync(join(dataDir, 'connection.json.new'));
  expect(await start()).toMatchObject({ adopted: true, url });
});

test('every acknowledged row survives a kill -9 of the database, and it starts again immediately [R1]', async () => {
  const { url } = await start();
  await query(url, 'CREATE TABLE written (id integer PRIMARY KEY)');
  let acknowledged = 0;
  const writing = withConnection(url, async (client) => {
    for (;;) {
      await client.query('INSERT INTO written VALUES ($1)', [acknowledged + 1]);
      acknowledged += 1;
    }
  });
  const interrupted = expect(writing).rejects.toThrow();
  while (acknowledged < 300) await new Promise((resolve) => setTimeout(resolve, 5));
  process.kill(postmasterPid(), 'SIGKILL');
  const again = await start();
  await interrupted;
  const [row] = await query(again.url, 'SELECT count(*)::int AS rows, max(id) AS last FROM written');
  expect(row.rows).toBeGreaterThanOrEqual(acknowledged);
  expect(row.rows).toBe(row.last);
});

test('a supervised database restarts within five seconds of a kill -9 on the same port, and stays stopped when stopped [R2]', async () => {
  let restarts = 0;
  const { url, stop } = await start({ onRestart: () => (restarts += 1) });
  await query(url, 'CREATE TABLE written (id integer); INSERT INTO written VALUES (1)');
  for (let round = 1; round <= 2; round += 1) {
    const killed = postmasterPid();
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => query(url, 'SELECT id FROM written').catch(() => 'gone'), { timeout: 5000 })
      .toEqual([{ id: 1 }]);
    await expect.poll(() => restarts).toBe(round);
    expect(postmasterPid()).not.toBe(killed);
  }
  await stop();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await expect(query(url, 'SELECT 1')).rejects.toThrow();
});

test('a pid file left by a crash does not prevent the next start of the database, even if another program has its pid now', async () => {
  const first = await start();
  const written = readFileSync(pidFile(), 'utf8').split('\n');
  await first.stop();
  writeFileSync(pidFile(), [process.pid, ...written.slice(1)].join('\n'));
  expect((await start()).adopted).toBe(false);
});

test('the next start repairs an interrupted first start of the database', async () => {
  mkdirSync(join(dataDir, 'cluster.new'), { recursive: true });
  writeFileSync(join(dataDir, 'cluster.new', 'half'), 'a file');
  expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a database port that is in use is replaced by a free one', async () => {
  const first = await start();
  await first.stop();
  const taken = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  try {
    const second = await start();
    expect(second.url).not.toBe(first.url);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    taken.close();
  }
});

test.runIf(process.getuid?.() === 0)('root can store the database in a folder that no one else may enter', async () => {
  chmodSync(join(dataDir, '..'), 0o700);
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(clusterHome()).not.toContain(dataDir);
  await running.splice(0)[0]?.stop();
  rmSync(clusterHome(), { recursive: true });
});

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'a database started by root does not run as root',
  async () => {
    await start();
    expect(statSync(`/proc/${postmasterPid()}`).uid).not.toBe(0);
  },
);
