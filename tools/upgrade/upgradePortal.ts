import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase, dropDatabase, withConnection } from '@portico/dev-database/databases';
import { startChildServer, type ChildServer } from '@portico/server/testing/processes/childServer';
import { startTestIssuer, type TestIssuer } from '@portico/server/testing/testIssuer';
import { expect, inject, onTestFinished } from 'vitest';
import { testEnvironment } from '../tests/testProcess.ts';
import { signIn, type Traffic } from './traffic.ts';

const DATABASE = 'portico_upgrade';
/** Longer than the load balancer needs, even on a busy machine, to notice that a process is stopping. */
const GRACE = { SHUTDOWN_GRACE_MS: '3000' };

export interface UpgradePortal {
  /** The database, with the owner of its tables. */
  url: string;
  issuer: TestIssuer;
  start(version: 'old' | 'new'): Promise<ChildServer>;
  /** Imports the demo content with the previous release and returns an event that people can register for. */
  importDemo(server: ChildServer): Promise<string>;
}

/** Creates an empty database and a folder for files, which processes of both versions share. */
export async function openUpgradePortal(previousFolder: string): Promise<UpgradePortal> {
  const url = await createDatabase(inject('clusterUrl'), DATABASE);
  const issuer = await startTestIssuer();
  const data = mkdtempSync(join(tmpdir(), 'portico-upgrade-'));
  onTestFinished(async () => {
    await issuer.close();
    await dropDatabase(inject('clusterUrl'), DATABASE);
    rmSync(data, { recursive: true, force: true });
  });
  return {
    url,
    issuer,
    start: (version) =>
      startChildServer({
        databaseUrl: url,
        issuer,
        env: { PORTICO_DATA_DIR: data, ...GRACE },
        checkout: version === 'old' ? previousFolder : undefined,
      }),
    async importDemo(server) {
      await promisify(execFile)(
        join(previousFolder, 'node_modules/.bin/node'),
        [join(previousFolder, 'tools/content-import/main.ts'), 'demo'],
        { cwd: previousFolder, env: { ...testEnvironment(), DATABASE_URL: url, PORTICO_DATA_DIR: data } },
      );
      const ana = await signIn(issuer, 'ana');
      const path = 'events/upcoming?pageSize=50';
      const { items } = await ana.read<{ items: Array<{ id: string }> }>(server.url, path);
      const setTo = (id: string, registrationStatus: string) =>
        ana.ask(server.url, `events/${id}`, 'PUT', { registrationStatus });
      // Tries the last event first: it starts long after the test has ended. Canceling succeeds even for events without
      // registration.
      for (const { id } of items.toReversed())
        if ((await setTo(id, 'Registered')).ok && (await setTo(id, 'Unregistered')).ok) return id;
      throw new Error('The demo content has no event to register for.');
    },
  };
}

/** Expects to read through one process everything that any process acknowledged. */
export async function expectWritten(
  { issuer }: UpgradePortal,
  { url }: ChildServer,
  { tasks, news, registration, eventId }: Traffic,
): Promise<void> {
  const ana = await signIn(issuer, 'ana');
  const completed = await ana.read<{ total: number }>(url, 'todo/completed');
  expect(completed.total).toBe(tasks.length);
  const titles = new Set<string>();
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const { items, total } = await ana.read<{ items: Array<{ header: string }>; total: number }>(
      url,
      `news?pageSize=50&page=${page}`,
    );
    for (const { header } of items) titles.add(header);
    isLast = page * 50 >= total;
  }
  expect(news.filter((title) => !titles.has(title))).toEqual([]);
  const event = await ana.read<{ registrationStatus: string }>(url, `events/${eventId}`);
  expect(event.registrationStatus).toBe(registration);
}

/** The errors of failed jobs, of either version. */
export const listFailedJobs = (url: string) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query(
      'select task_identifier, last_error from graphile_worker.jobs where last_error is not null',
    );
    return rows as unknown[];
  });
