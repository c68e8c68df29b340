import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkReplicas } from '../../doctor/replicaCheck.ts';
import { loadConfig } from '../../config.ts';
import { contentMaker } from '../../testing/contentMaker.ts';
import type { ChildServer } from '../../testing/processes/childServer.ts';
import { reportFault } from '../../testing/faults/figures.ts';
import { openReplicatedPortal, type ReplicatedPortal } from '../../testing/replicatedPortal.ts';

let shared: ReplicatedPortal;
beforeAll(async () => {
  shared = await openReplicatedPortal(2);
  return shared.close;
});

const ANY_LAG = { DATABASE_READ_MAX_LAG_MS: '600000' };

/** A person and their requests to any server. Their cookies are sent to every server. */
async function signIn(name: string, cookies = new Map<string, string>()) {
  const { idToken, accessToken } = await shared.issuer.tokens({ sub: name, email: `${name}@portico.test` });
  const ask = async ({ url }: ChildServer, path: string, init: { method?: string; body?: object } = {}) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      ...(init.method ? { method: init.method } : {}),
      ...(init.body ? { body: JSON.stringify(init.body) } : {}),
      headers: {
        authorization: `Bearer ${accessToken}`,
        'id-token': idToken,
        cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        ...(init.body ? { 'content-type': 'application/json' } : {}),
      },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(key, value);
    }
    return answer;
  };
  return { ask, cookies };
}

/** The value of one metric of a server, or the sum of its series. */
async function metric({ url }: ChildServer, name: string): Promise<number> {
  const text = await fetch(`${url}/metrics`).then((answer) => answer.text());
  const values = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return values.map((line) => Number(line.split(' ').at(-1))).reduce((sum, value) => sum + value, 0);
}

const usedReplicas = (server: ChildServer) => metric(server, 'portico_replica_used');
const readsByPrimary = (server: ChildServer) => metric(server, 'portico_reads_total{by="primary"}');
const expectUsed = (server: ChildServer, count: number) =>
  expect.poll(() => usedReplicas(server), { timeout: 20_000 }).toBe(count);

/** Waits until this person reads from a replica. */
const expectReplicaReads = (server: ChildServer, { ask }: Awaited<ReturnType<typeof signIn>>) =>
  expect
    .poll(
      async () => {
        const before = await readsByPrimary(server);
        await ask(server, 'home');
        return (await readsByPrimary(server)) - before;
      },
      { timeout: 20_000 },
    )
    .toBe(0);

const pauseReplay = () =>
  Promise.all(shared.replicas.map((replica) => shared.query(replica, 'select pg_wal_replay_pause()')));
const resumeReplay = () =>
  Promise.all(shared.replicas.map((replica) => shared.query(replica, 'select pg_wal_replay_resume()')));

/** Keeps reading, ten requests at a time, until `work` is done, and returns every status and the longest wait. */
async function whileReading(server: ChildServer, work: () => Promise<void>) {
  const { ask } = await signIn('ana');
  await ask(server, 'home');
  const statuses = new Map<number, number>();
  let longestMs = 0;
  let isDone = false;
  const readers = Array.from({ length: 10 }, async () => {
    while (!isDone) {
      const asked = performance.now();
      const { status } = await ask(server, 'home');
      longestMs = Math.max(longestMs, performance.now() - asked);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(5);
    }
  });
  await work().finally(() => (isDone = true));
  await Promise.all(readers);
  return { statuses: [...statuses.keys()], count: statuses.get(200) ?? 0, longestMs };
}

describe('reads from replicas', () => {
  test('people see what they have written on every process, while others continue to read from replicas [OPS-262]', async () => {
    await contentMaker(shared.db, { now: new Date() }).home({
      notificationBanner: { id: 'b-1', kind: 'Info', title: 'Open house' },
    });
    const [one, other] = [await shared.startServer(ANY_LAG), await shared.startServer(ANY_LAG)];
    const [ana, bert] = [await signIn('ana'), await signIn('bert')];
    const bannerOf = async ({ ask }: typeof ana, server: ChildServer) =>
      ((await (await ask(server, 'home')).json()) as { notificationBanner: object | null }).notificationBanner;
    await expect.poll(() => bannerOf(ana, one), { timeout: 10_000 }).not.toBeNull();
    for (const server of [one, other]) for (const person of [ana, bert]) await bannerOf(person, server);
    for (const server of [one, other]) for (const person of [ana, bert]) await expectReplicaReads(server, person);
    await pauseReplay();
    try {
      const closing = await ana.ask(one, 'notification-banner/b-1/close', { method: 'PUT' });
      expect(closing.status).toBe(204);
      expect(closing.headers.get('set-cookie')).toMatch(
        /^portico_read_position=\d+; Path=\/api; Max-Age=601; HttpOnly; SameSite=Lax$/,
      );
      expect(await bannerOf(ana, one)).toBeNull();
      expect(await bannerOf(ana, other)).toBeNull();
      const readsBefore = await readsByPrimary(other);
      expect(await bannerOf(bert, other)).not.toBeNull();
      expect(await readsByPrimary(other)).toBe(readsBefore);
      // Without the cookie, the other process cannot know about the write and reads from a replica.
      ana.cookies.clear();
      expect(await bannerOf(ana, other)).not.toBeNull();
      expect(await bannerOf(ana, one)).toBeNull();
    } finally {
      await resumeReplay();
    }
    await expect.poll(() => bannerOf(ana, other), { timeout: 10_000 }).toBeNull();
  });

  test('withdrawn content disappears immediately, however far replicas are behind [OPS-263]', async () => {
    const make = contentMaker(shared.db, { now: new Date() });
    const newsId = await make.news();
    const server = await shared.startServer(ANY_LAG);
    const ana = await signIn('ana');
    const { ask } = ana;
    const status = async () => (await ask(server, `news/${newsId}`)).status;
    await expect.poll(status, { timeout: 10_000 }).toBe(200);
    await expectUsed(server, 2);
    await pauseReplay();
    try {
      await make.withdraw(newsId);
      await expect.poll(status, { timeout: 2000, interval: 20 }).toBe(404);
      const before = await readsByPrimary(server);
      expect(await status()).toBe(404);
      expect(await readsByPrimary(server)).toBeGreaterThan(before);
    } finally {
      await resumeReplay();
    }
    await expectReplicaReads(server, ana);
    expect(await status()).toBe(404);
  });

  test('a replica beyond the limit is left out until it has caught up [OPS-264]', async () => {
    const server = await shared.startServer({ DATABASE_READ_MAX_LAG_MS: '1500' });
    const { ask } = await signIn('ana');
    await expectUsed(server, 2);
    await shared.query(shared.replicas[0]!, 'select pg_wal_replay_pause()');
    try {
      await shared.query(
        shared.primary,
        'create table if not exists written (at timestamptz); insert into written values (now())',
      );
      await expectUsed(server, 1);
      await expect.poll(() => metric(server, 'portico_replica_lag_seconds')).toBeGreaterThan(1.5);
      expect((await ask(server, 'home')).status).toBe(200);
      const findings = await checkReplicas(doctorConfig({ DATABASE_READ_MAX_LAG_MS: '1000' }));
      expect(findings.map(({ status }) => status)).toEqual(['warning', 'OK']);
    } finally {
      await resumeReplay();
    }
    await expectUsed(server, 2);
  });

  test('nobody notices when replicas die, and they are used again once they are back [OPS-265]', async () => {
    const server = await shared.startServer();
    await expectUsed(server, 2);
    const { statuses, count, longestMs } = await whileReading(server, async () => {
      for (const replica of shared.replicas) {
        await sleep(300);
        // So that reads wait for it when it dies.
        replica.freeze();
        await sleep(100);
        replica.kill();
      }
      await expectUsed(server, 0);
      await sleep(500);
      for (const replica of shared.replicas) await replica.start();
      await expectUsed(server, 2);
    });
    expect(statuses).toEqual([200]);
    expect(count).toBeGreaterThan(100);
    expect(longestMs).toBeLessThan(5000);
    expect(await metric(server, 'portico_reads_moved_total')).toBeGreaterThan(0);
    reportFault({ fault: 'both replicas killed', acknowledged: 0, lost: 0, reads: count, longestReadMs: longestMs });
  });

  test('nobody notices more than a pause when a replica freezes [OPS-265]', async () => {
    const server = await shared.startServer();
    await expectUsed(server, 2);
    const { statuses, count, longestMs } = await whileReading(server, async () => {
      await sleep(300);
      for (const replica of shared.replicas) replica.freeze();
      try {
        await expectUsed(server, 0);
        await sleep(500);
      } finally {
        for (const replica of shared.replicas) replica.thaw();
      }
      await expectUsed(server, 2);
    });
    expect(statuses).toEqual([200]);
    expect(count).toBeGreaterThan(100);
    expect(longestMs).toBeLessThan(6000);
    reportFault({ fault: 'both replicas frozen', acknowledged: 0, lost: 0, reads: count, longestReadMs: longestMs });
  });

  test('doctor reports addresses that are not replicas of the database [OPS-266]', async () => {
    expect((await checkReplicas(doctorConfig({}))).map(({ status }) => status)).toEqual(['OK', 'OK']);
    const [notOne] = await checkReplicas(doctorConfig({ DATABASE_READ_URLS: shared.applicationUrl(shared.primary) }));
    expect(notOne).toMatchObject({ status: 'problem', what: expect.stringContaining('is a primary') as string });
    const [dead] = await checkReplicas(
      doctorConfig({ DATABASE_READ_URLS: 'postgres://portico_app:x@127.0.0.1:1/portico' }),
    );
    expect(dead).toMatchObject({ status: 'problem', advice: expect.stringContaining('Nothing listens') as string });
  });

  test('a replica that was promoted to primary is left out [OPS-265]', async () => {
    const server = await shared.startServer();
    await expectUsed(server, 2);
    const { statuses } = await whileReading(server, async () => {
      await shared.query(shared.replicas[1]!, 'select pg_promote()');
      await expectUsed(server, 1);
    });
    expect(statuses).toEqual([200]);
  });
});

const doctorConfig = (env: Record<string, string>) =>
  loadConfig({
    DATABASE_URL: shared.applicationUrl(shared.primary),
    DATABASE_READ_URLS: shared.replicas.map(shared.applicationUrl).join(','),
    OIDC_ISSUER: shared.issuer.issuer,
    OIDC_CLIENT_ID: 'portal',
    ...env,
  });
