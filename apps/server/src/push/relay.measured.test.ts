import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '@portico/dev-database/databases';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod/mini';
import { getCurrentUser } from '@portico/contracts/users';
import { queryRows } from '../db/rows.ts';
import { installedBrokers } from '../testing/services/brokers.ts';
import { startChildServer, type ChildServer } from '../testing/processes/childServer.ts';
import { openGreetedStream } from '../testing/streamReader.ts';
import { openBroker } from '../testing/services/testBroker.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { startTestIssuer } from '../testing/testIssuer.ts';
import { announce } from './announce.ts';

/** Two processes of one portal, each with a stream of the same person. */
async function twoProcesses(pushUrl: string) {
  const database = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const { idToken, accessToken } = await issuer.tokens({ sub: 'ana' });
  const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  const start = () =>
    startChildServer({
      databaseUrl: database.url,
      issuer,
      env: { PUSH_URL: pushUrl, PUBLIC_URL: 'http://localhost:3000' },
    });
  const servers = await Promise.all([start(), start()]);
  for (const { url } of servers)
    await expect
      .poll(async () => (await fetch(`${url}${getCurrentUser.path}`, { headers })).status, { timeout: 20_000 })
      .toBe(200);
  const streams = await Promise.all(servers.map(({ url }) => openGreetedStream(url, headers)));
  const { id } = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const topics = () => streams.map((stream) => stream.topics.filter((topic) => topic !== 'hello'));
  return { databaseUrl: database.url, db: database.db, servers, streams, id, topics };
}

/** How many connections to the database listen for announcements. */
const listening = async (databaseUrl: string) =>
  withConnection(databaseUrl, async (client) => {
    const found = await queryRows(
      client,
      z.object({ count: z.int() }),
      "select count(*)::int from pg_stat_activity where application_name = 'portico push' and datname = current_database()",
    );
    return found[0]!.count;
  });

describe.each(installedBrokers())('$name', { timeout: 90_000 }, (program) => {
  test('delivers committed announcements to all processes, only one of which listens to the database [OPS-251]', async () => {
    const { url } = await openBroker(program);
    const { databaseUrl, db, id, topics, streams } = await twoProcesses(url);
    expect(await listening(databaseUrl)).toBe(1);
    await db.transaction().execute(async (trx) => {
      await announce(trx, 'forms', id);
      await announce(trx, 'forms', id);
      await sleep(200);
      expect(topics()).toEqual([[], []]);
    });
    await expect.poll(topics).toEqual([['forms'], ['forms']]);
    const failing = db.transaction().execute(async (trx) => {
      await announce(trx, 'todo', id);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await announce(db, 'checklists', 'everybody');
    await expect.poll(topics).toEqual([
      ['forms', 'checklists'],
      ['forms', 'checklists'],
    ]);
    const begun = performance.now();
    await db.updateTable('users').set({ disabled_at: new Date().toISOString() }).where('id', '=', id).execute();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'gets another relay within seconds after %s of the relay process, and pages refetch what they missed [OPS-253, OPS-255]',
    async (signal) => {
      const { url } = await openBroker(program);
      const { databaseUrl, db, id, servers, streams } = await twoProcesses(url);
      const relayAt = await relayOf(databaseUrl, servers);
      const staying = streams[1 - relayAt]!;
      servers[relayAt]!.process.kill(signal);
      await announce(db, 'todo', id);
      await expect.poll(() => staying.topics, { timeout: 10_000 }).toEqual(['hello', 'todo']);
      await announce(db, 'checklists', id);
      await expect.poll(() => staying.topics).toEqual(['hello', 'todo', 'checklists']);
      if (signal === 'SIGKILL') return;
      servers[relayAt]!.process.kill('SIGCONT');
      await expect
        .poll(() => streams[relayAt]!.topics.toSorted(), { timeout: 15_000 })
        .toEqual(['checklists', 'hello', 'todo']);
      await announce(db, 'forms', id);
      await expect.poll(() => streams.map(({ topics }) => topics.at(-1))).toEqual(['forms', 'forms']);
      expect(staying.topics).toEqual(['hello', 'todo', 'checklists', 'forms']);
    },
  );
});

/** Which of the servers has the one connection that listens. A frozen process keeps its connections. */
async function relayOf(databaseUrl: string, servers: ChildServer[]): Promise<number> {
  const port = await withConnection(databaseUrl, async (client) => {
    const [found] = await queryRows(
      client,
      z.object({ port: z.int() }),
      "select client_port as port from pg_stat_activity where application_name = 'portico push' and datname = current_database()",
    );
    return found!.port;
  });
  const lists = await Promise.all(servers.map(({ process }) => portsOf(process.pid!)));
  return lists.findIndex((ports) => ports.includes(port));
}

/** Local TCP ports of a process, from /proc on Linux. */
async function portsOf(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all((await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  const sockets = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')));
  return tables
    .flatMap((table) => table.split('\n').slice(1, -1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => sockets.has(fields[9]))
    .map((fields) => Number.parseInt(fields[1]!.split(':')[1]!, 16));
}
