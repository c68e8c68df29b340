import { randomUUID } from 'node:crypto';
import { withConnection } from '@portico/dev-database/databases';
import type { Request } from 'autocannon';
import type { Pace } from '../calls/compare.ts';
import { loadOnce } from '../load.ts';
import type { ChildServer } from '../stage/childServer.ts';
import { sideOf, type MeasuredServers } from './measuredServers.ts';
import { comparePair, type PairResult } from './pair.ts';
import { READER_TYPE } from './plainTables.ts';

const PEOPLE = 320;
const FEW_CONNECTIONS = 16;
const MANY_CONNECTIONS = 64;

/** Events that take registrations: one for each round and the warm-up. */
export const openEventsFor = ({ rounds }: Pace): number => rounds + 1;

export interface WriteMarks {
  task: PairResult;
  taskOfMany: PairResult;
  registration: PairResult;
}

/**
 * Compares writes by people whom both servers already know. Each person adds a task in each round, and registers for
 * the event of the round, for which all others register at the same time.
 */
export async function measureWriteMarks(
  servers: MeasuredServers,
  started: Record<'portal' | 'plain', ChildServer>,
  pace: Pace,
  log: (step: string) => void,
): Promise<WriteMarks> {
  log('Measuring writes');
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) =>
      servers.headersOf({ sub: `writer-${n}`, given_name: 'Alex', 'custom:advisorType': READER_TYPE }),
    ),
  );
  await withConnection(servers.databaseUrl, (client) =>
    client.query(`insert into plain.people (subject) select 'writer-' || n from generate_series(0, $1::int - 1) n`, [
      PEOPLE,
    ]),
  );
  for (const url of [`${started.portal.url}/api/v1/news`, `${started.plain.url}/list`])
    await loadOnce({ url, requests: people.map((headers) => ({ headers })) });
  const events = await openEvents(servers.databaseUrl);
  const compare = (connections: number, requestsOf: (server: 'portal' | 'plain', round: number) => Request[]) => {
    const side = (server: 'portal' | 'plain') => ({
      ...sideOf(started[server], servers, {}),
      requestsOf: (round: number) => requestsOf(server, round),
    });
    return comparePair({ portal: side('portal'), base: side('plain') }, connections, pace);
  };
  const json = { 'content-type': 'application/json' };
  const tasks = (server: 'portal' | 'plain') =>
    people.map((headers, n): Request => ({
      method: 'POST',
      path: server === 'portal' ? '/api/v1/todo' : '/tasks',
      headers: { ...headers, ...json },
      body: JSON.stringify({ id: randomUUID(), title: `Call client ${n} about the annual review` }),
    }));
  const registrations = (server: 'portal' | 'plain', round: number) =>
    people.map((headers): Request => ({
      method: 'PUT',
      path: `${server === 'portal' ? '/api/v1/events' : '/registrations'}/${events[round]!}`,
      headers: { ...headers, ...json },
      body: JSON.stringify({ registrationStatus: 'Registered' }),
    }));
  const result = {
    task: await compare(FEW_CONNECTIONS, tasks),
    taskOfMany: await compare(MANY_CONNECTIONS, tasks),
    registration: await compare(FEW_CONNECTIONS, registrations),
  };
  await assertWritten(servers.databaseUrl, pace);
  return result;
}

async function openEvents(databaseUrl: string): Promise<string[]> {
  const { rows } = await withConnection(databaseUrl, (client) =>
    client.query<{ id: string }>('select id from plain.events order by id'),
  );
  return rows.map(({ id }) => id);
}

/** Throws unless both servers stored every task and every registration. */
async function assertWritten(databaseUrl: string, { rounds }: Pace): Promise<void> {
  const count = (from: string) => `(select count(*)::int from ${from})`;
  const { rows } = await withConnection(databaseUrl, (client) =>
    client.query<Record<string, number>>(`select
      ${count('todos')} as "portal tasks", ${count('plain.tasks')} as "plain tasks",
      ${count('event_registrations')} as "portal registrations", ${count('plain.registrations')} as "plain registrations"`),
  );
  const each = PEOPLE * (rounds + 1);
  for (const [what, stored] of Object.entries(rows[0]!)) {
    const expected = what.endsWith('tasks') ? 2 * each : each;
    if (stored !== expected) throw new Error(`There are ${stored} ${what} instead of ${expected}`);
  }
}
