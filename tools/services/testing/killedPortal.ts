import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLiveTopics } from '@portico/client/liveTopics';
import { freePort, startChildServer, type ChildServer } from '@portico/server/testing/processes/childServer';
import { titled } from '@portico/server/testing/studioActions';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { expect, onTestFinished } from 'vitest';
import { signIn, type Person } from '../../upgrade/traffic.ts';

/** How often a process is killed per test. Use `PORTICO_KILLS=100` for a long run. */
export const KILLS = Number(process.env['PORTICO_KILLS'] ?? 5);
/** From the first ready process until an open page shows the truth. */
export const LIMIT_MS = 10_000;
export const PER_KILL_MS = 40_000;

/** Processes of one portal at fixed addresses, each of which may be down. */
export async function openPortal(processes: number, env: Record<string, string> = {}) {
  const database = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const ports = await Promise.all(Array.from({ length: processes }, () => freePort()));
  const start = (port: number) =>
    startChildServer({
      databaseUrl: database.url,
      issuer,
      port,
      env: { PUBLIC_URL: 'http://localhost:3000', ...env },
    });
  const servers = await Promise.all(ports.map(start));
  /** As a load balancer: the first process that responds. */
  async function reach<Result>(call: (url: string) => Promise<Result>): Promise<Result> {
    let failure: unknown;
    for (const { url } of servers)
      try {
        return await call(url);
      } catch (error) {
        failure = error;
      }
    throw failure;
  }
  return {
    database,
    issuer,
    servers,
    reach,
    /** Starts the process again and returns when it was ready. */
    async restart(server: ChildServer): Promise<number> {
      const index = servers.indexOf(server);
      servers[index] = await start(ports[index]!);
      return performance.now();
    },
  };
}
type Portal = Awaited<ReturnType<typeof openPortal>>;

/** An open page: refetches what the stream names, and notes when it first knew a title. */
export async function openPage({ issuer, reach }: Portal) {
  const tokens = await issuer.tokens({ sub: 'ana' });
  const ana = await signIn(issuer, 'ana');
  const news = new Map<string, number>();
  const notices = new Map<string, number>();
  const refetch = async <Item>(path: string, known: Map<string, number>, titleOf: (item: Item) => string) => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const found = await reach((url) => ana.read<Item[] | { items: Item[] }>(url, path)).catch(() => undefined);
      if (found === undefined) {
        await sleep(300);
        continue;
      }
      for (const item of Array.isArray(found) ? found : found.items)
        if (!known.has(titleOf(item))) known.set(titleOf(item), performance.now());
      return;
    }
  };
  const live = createLiveTopics({
    baseUrl: '',
    tokens: () => tokens,
    fetch: (path, init) => reach((url) => fetch(`${url}${String(path)}`, init)),
  });
  const readNews = () => refetch<{ header: string }>('news?pageSize=50', news, ({ header }) => header);
  const readNotices = () => refetch<{ title: string }>('notifications', notices, ({ title }) => title);
  onTestFinished(live.onTopic('content', () => void readNews()));
  onTestFinished(live.onTopic('notifications', () => void readNotices()));
  return { news, notices };
}

export async function publish(edda: Person, url: string, header: string): Promise<void> {
  const send = async <Result>(path: string, method: string, body?: object): Promise<Result> => {
    const answer = await edda.ask(url, path, method, body);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Result;
  };
  const id = randomUUID();
  const { sequence: base } = await send<{ sequence: number }>('studio/items', 'POST', { id, kind: 'news' });
  const changes = { clientId: randomUUID(), batchId: randomUUID(), base, changes: [titled(header)] };
  await send(`studio/items/${id}/changes`, 'POST', changes);
  const { version, sequence } = await send<{ version: number; sequence: number }>(`studio/items/${id}`, 'GET');
  await send(`studio/items/${id}/publish`, 'POST', { version, sequence, notifyBy: ['Notice'] });
}

/** Kills the process that acknowledged a publication, again and again, and returns how late the page knew, in ms. */
async function killRepeatedly(portal: Portal, kills: number) {
  const page = await openPage(portal);
  const edda = await signIn(portal.issuer, 'edda', ['editor']);
  const delays: Array<{ news: number; notice: number }> = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const header = `Advisory fee schedule ${kill}`;
    const doomed = portal.servers[kill % portal.servers.length]!;
    await publish(edda, doomed.url, header);
    doomed.process.kill('SIGKILL');
    const killedAt = performance.now();
    await doomed.ended;
    const restartedAt = await portal.restart(doomed);
    const readyAt = portal.servers.length > 1 ? killedAt : restartedAt;
    const known = () => ({ news: page.news.has(header), notice: page.notices.has(header) });
    await expect.poll(known, { timeout: PER_KILL_MS / 2, interval: 20 }).toEqual({ news: true, notice: true });
    const since = (times: Map<string, number>) => Math.max(0, Math.round(times.get(header)! - readyAt));
    delays.push({ news: since(page.news), notice: since(page.notices) });
  }
  const notices = await portal.database.db.selectFrom('notifications').select('title').execute();
  return { delays, titles: notices.map(({ title }) => title) };
}

export async function expectInTime(portal: Portal, kills: number): Promise<void> {
  const { delays, titles } = await killRepeatedly(portal, kills);
  process.stdout.write(`ms until an open page knew: ${JSON.stringify(delays)}\n`);
  expect(delays.filter(({ news, notice }) => news > LIMIT_MS || notice > LIMIT_MS)).toEqual([]);
  expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
  expect(titles).toHaveLength(kills);
}
