import { randomUUID } from 'node:crypto';
import { withConnection } from '@portico/dev-database/databases';
import { expect, onTestFinished, test } from 'vitest';
import type { MeasuredServers, ServerName } from './measuredServers.ts';
import { READER_TYPE } from './plainTables.ts';
import { compareFound, compareNews, readerOf } from './sameAnswers.ts';
import { prepareSearchServers } from './searchMarks.ts';
import { prepareServers } from './serverMarks.ts';
import { unmistakableWords } from './wordsInTexts.ts';

const silent = () => {};

function newStops() {
  const stops: Array<() => Promise<void>> = [];
  onTestFinished(async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  });
  return (stop: () => Promise<void>) => void stops.push(stop);
}

async function startAll(servers: MeasuredServers, onStop: ReturnType<typeof newStops>) {
  const headers = await servers.headersOf({ sub: 'bench', 'custom:advisorType': READER_TYPE });
  const start = async (name: ServerName) => {
    const { url, stop } = await servers.start(name);
    onStop(stop);
    return { url, read: readerOf(url, headers) };
  };
  return { headers, portal: await start('portal'), plain: await start('plain'), floor: await start('floor') };
}

test('the servers beside the portal in npm run bench find the same items for unmistakable words', async () => {
  const onStop = newStops();
  const servers = await prepareSearchServers(300, silent, onStop);
  const { portal, plain, floor } = await startAll(servers, onStop);
  const words = await unmistakableWords(servers.databaseUrl, 10);
  expect(words).toHaveLength(10);
  await compareNews(portal.read, { plain: plain.read, floor: floor.read }, []);
  await compareFound(portal.read, { plain: plain.read, floor: floor.read }, words);
});

test('the servers beside the portal in npm run bench serve the same news, only with tokens, and store the same writes', async () => {
  const onStop = newStops();
  const servers = await prepareServers({ news: 200, openEvents: 1 }, silent, onStop);
  const { headers, portal, plain, floor } = await startAll(servers, onStop);
  const others = { plain: plain.read, floor: floor.read };

  const { items, total } = (await portal.read('/api/v1/news?pageSize=50')) as List;
  expect(total).toBeGreaterThan(100);
  const ids = items.map(({ id }) => id);
  await compareNews(portal.read, others, ids);
  // The floor answers from memory now.
  await compareNews(portal.read, others, ids);
  for (const { url } of [plain, floor]) {
    expect((await fetch(`${url}/list`)).status).toBe(401);
    expect((await fetch(`${url}/detail/${randomUUID()}`, { headers })).status).toBe(404);
  }

  const query = <Row extends object>(text: string) =>
    withConnection(servers.databaseUrl, async (client) => (await client.query<Row>(text)).rows);
  await query(`insert into plain.people (subject) values ('bench')`);
  const [event] = await query<{ id: string }>('select id from plain.events');
  const write = async (method: string, url: string, body: object) => {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const task = { id: randomUUID(), title: 'Call the custodian' };
  const written = await write('POST', `${plain.url}/tasks`, task);
  expect(written).toMatchObject({ status: 200, body: task });
  expect((await write('POST', `${portal.url}/api/v1/todo`, { ...task, id: randomUUID() })).body).toMatchObject({
    title: task.title,
  });
  for (const url of [`${plain.url}/registrations`, `${portal.url}/api/v1/events`]) {
    const { status, body } = await write('PUT', `${url}/${event!.id}`, { registrationStatus: 'Registered' });
    expect({ status, is: body['registrationStatus'] }).toEqual({ status: 200, is: 'Registered' });
  }
  expect(
    await query(`select (select count(*)::int from plain.tasks) as tasks,
      (select count(*)::int from plain.registrations) as registrations, (select array_agg(topic order by topic) from plain.changes) as changes`),
  ).toEqual([{ tasks: 1, registrations: 1, changes: ['registrations', 'todo'] }]);
});

interface List {
  items: Array<{ id: string }>;
  total: number;
}
