import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from './testing/processes/childServer.ts';
import { holdSocket } from './testing/processes/unitSocket.ts';
import { acceptFrom, socketsOfUnit, stopAccepting, stopListening } from './listening.ts';

const REQUEST = 'POST /tasks HTTP/1.1\r\nhost: portal\r\ncontent-length: 0\r\n\r\n';

async function startServer(): Promise<{ server: FastifyInstance; open: () => Socket }> {
  const server = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  server.post('/tasks', () => 'done');
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  return { server, open: () => connect(port, '127.0.0.1') };
}

/** All that arrives before the connection ends. */
async function textFrom(connection: Socket): Promise<string> {
  let text = '';
  for await (const part of connection.setEncoding('utf8')) text += String(part);
  return text;
}

describe('a process that stops', () => {
  test('answers every connection that the system has opened for it, and that it has not seen [OPS-506]', async () => {
    const { server, open } = await startServer();
    const connections = Array.from({ length: 30 }, open);
    const answers = connections.map((connection) => {
      connection.write(REQUEST);
      return textFrom(connection);
    });
    await stopListening(server);
    const texts = await Promise.all(answers);
    expect(texts.filter((text) => !text.startsWith('HTTP/1.1 200 OK'))).toEqual([]);
  });

  test('waits for the request of a connection that was just opened [OPS-506]', async () => {
    const { server, open } = await startServer();
    const connection = open();
    await once(connection, 'connect');
    const stopped = stopListening(server);
    await sleep(1000);
    connection.write(REQUEST);
    expect(await textFrom(connection)).toMatch(/^HTTP\/1\.1 200 OK/);
    await stopped;
  });

  test('answers a request that arrives on an idle connection, and closes idle ones after a moment [OPS-506]', async () => {
    const { server, open } = await startServer();
    const [used, idle] = [open(), open()];
    for (const connection of [used, idle]) {
      connection.write(REQUEST);
      await once(connection, 'data');
    }
    const stopped = stopListening(server);
    const ended = textFrom(idle);
    used.write(REQUEST);
    expect(await textFrom(used)).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close/i);
    expect(await ended).toBe('');
    await stopped;
  });
});

describe('the socket of a systemd unit', () => {
  test('is used by the processes that it is for, and by no child of theirs [OPS-507]', () => {
    expect(socketsOfUnit({ LISTEN_FDS: '1', LISTEN_PID: '42' }, 42)).toEqual([3]);
    expect(socketsOfUnit({ LISTEN_FDS: '2', LISTEN_PID: '42' }, 42)).toEqual([3, 4]);
    expect(socketsOfUnit({ LISTEN_FDS: '1', LISTEN_PID: '42' }, 43)).toEqual([]);
    expect(socketsOfUnit({}, 42)).toEqual([]);
  });

  test('serves what the portal serves; its connections get their answers while the process stops [OPS-507]', async () => {
    const { server } = await startServer();
    const port = await freePort();
    const gate = await acceptFrom(holdSocket(port), server);
    const answered = connect(port, '127.0.0.1');
    answered.write(REQUEST);
    await once(answered, 'data');
    const waiting = connect(port, '127.0.0.1');
    await once(gate, 'connection');
    const stopped = stopListening(server, stopAccepting(gate));
    waiting.write(REQUEST);
    expect(await textFrom(waiting)).toMatch(/^HTTP\/1\.1 200 OK/);
    await stopped;
  });
});
