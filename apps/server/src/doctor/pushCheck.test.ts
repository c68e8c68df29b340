import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { checkPush } from './pushCheck.ts';

/** A server that answers every command with a line. */
async function brokerThatAnswers(line: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', () => socket.write(`${line}\r\n`));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.for([
  '-ERR unknown command `HELLO`, with args beginning with: `3`,',
  "-ERR unknown command 'HELLO'",
  '-NOPROTO unsupported protocol version',
])('a broker that answers %s gets the least version of Redis as advice [OPS-462]', async (line) => {
  const config = loadConfig({
    DATABASE_URL: 'postgres://nobody@localhost/none',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'portal',
    PUSH_URL: await brokerThatAnswers(line),
  });
  expect(await checkPush(config)).toEqual([
    expect.objectContaining({ status: 'problem', advice: expect.stringContaining('Redis 6.0 or newer') as string }),
  ]);
});
