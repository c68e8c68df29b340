import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startChildServer } from './testing/processes/childServer.ts';
import { holdSocket } from './testing/processes/unitSocket.ts';
import { testDatabase } from './testing/testDatabase.ts';
import { startTestIssuer } from './testing/testIssuer.ts';

test('a connection that arrives while the only process restarts waits in the socket of its unit [OPS-507]', async () => {
  const { applicationUrl: databaseUrl } = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const port = await freePort();
  const socket = holdSocket(port);
  const start = () => startChildServer({ databaseUrl, issuer, socket });
  const first = await start();
  first.process.kill('SIGTERM');
  await first.ended;
  const caller = connect(port, '127.0.0.1');
  await once(caller, 'connect');
  caller.write('POST /api/v1/todo HTTP/1.1\r\nhost: portal\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  const answer = once(caller, 'data');
  await start();
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 401 /);
});
