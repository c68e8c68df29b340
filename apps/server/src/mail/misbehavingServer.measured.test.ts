import { createServer, type Socket } from 'node:net';
import { expect, test, type TestContext } from 'vitest';
import { loadConfig } from '../config.ts';
import { closeMailConnections, MailRejected, sendMail } from './sendMail.ts';

/** A mail server with a custom connection handler. Returns its address. */
async function startServer(
  handle: (socket: Socket) => void,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    handle(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const replyToAll = (reply: (line: string) => string | undefined) => (socket: Socket) => {
  socket.write('220 ready\r\n');
  socket.on('data', (chunk) => {
    for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
      const text = reply(line);
      if (text === undefined) socket.destroy();
      else if (text !== '') socket.write(`${text}\r\n`);
    }
  });
};

const behaviors: Record<string, (socket: Socket) => void> = {
  'never greets': () => undefined,
  'closes at once': (socket) => socket.destroy(),
  'greets with a web page': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n<html>no</html>\r\n'),
  'sends bytes that are no text': (socket) => socket.end(Buffer.from([0, 255, 13, 10, 254, 0, 13, 10])),
  'greets endlessly': (socket) => {
    const timer = setInterval(() => socket.write(`220-${'wait '.repeat(200)}\r\n`), 5);
    socket.on('close', () => clearInterval(timer));
  },
  'falls silent after the recipient': replyToAll((line) => (/^(DATA|\.)/.test(line) ? '' : '250 ok')),
  'hangs up in the middle of the email': replyToAll((line) =>
    line === 'DATA' ? '354 go on' : /^[A-Z]+[ :]|^EHLO/.test(line) ? '250 ok' : undefined,
  ),
  'answers the email with nonsense': replyToAll((line) =>
    line === 'DATA' ? '354 go on' : line === '.' ? 'certainly' : /^[A-Z]+ /.test(line) ? '250 ok' : '',
  ),
};

// Most of them only wait for a timeout.
test.concurrent.for(Object.entries(behaviors))(
  'a mail server that %s delays the job by at most 40 s, and the email is retried later [L1, JOB-003]',
  async ([, handle], context) => {
    const config = loadConfig({
      DATABASE_URL: 'postgres://nobody@localhost/none',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'portal',
      SMTP_URL: await startServer(handle, context),
    });
    context.onTestFinished(() => closeMailConnections(config));
    const started = performance.now();
    const failure = await sendMail(config, {
      to: { name: 'Ana', address: 'ana@portico.test' },
      subject: 'Hello',
      blocks: [{ text: 'Hello' }],
      messageId: 'one@portal.example',
    }).catch((error: unknown) => error);
    expect(performance.now() - started).toBeLessThan(40_000);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailRejected);
    expect(String(failure)).not.toContain('ana@');
  },
);
