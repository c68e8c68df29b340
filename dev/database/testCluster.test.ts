import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, dropDatabase, withConnection } from './databases.ts';
import { startTestCluster, type TestCluster } from './testCluster.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster.stop());

const query = (url: string, text: string) => withConnection(url, async (client) => (await client.query(text)).rows);

test.each(['wal_log', 'file_copy'] as const)(
  'test databases are cloned from a template concurrently and are independent of each other (%s)',
  async (strategy) => {
    const name = `template_${strategy}`;
    await query(await cluster.createDatabase(name), 'CREATE TABLE notes AS SELECT 1 AS id');
    const [first, second] = await Promise.all(
      ['one', 'two'].map((clone) => createDatabase(cluster.url, `${strategy}_${clone}`, { name, strategy })),
    );
    await query(first!, 'DELETE FROM notes');
    expect(await query(first!, 'SELECT id FROM notes')).toEqual([]);
    expect(await query(second!, 'SELECT id FROM notes')).toEqual([{ id: 1 }]);
  },
);

test('dropping a test database closes its connections', async () => {
  const url = await cluster.createDatabase('crowded');
  await withConnection(url, async (client) => {
    await client.query('SELECT 1');
    await dropDatabase(cluster.url, 'crowded');
  });
  await expect(query(url, 'SELECT 1')).rejects.toThrow(/does not exist/);
});

test('stopping the test cluster removes all of its files', async () => {
  const other = await startTestCluster();
  const [row] = await query(other.url, `SELECT current_setting('data_directory') AS folder`);
  expect(existsSync(row.folder)).toBe(true);
  await other.stop();
  expect(existsSync(row.folder)).toBe(false);
});
