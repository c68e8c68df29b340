import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A mail server that replies as instructed: by default it accepts everything immediately. */
export async function startMailServer({
  replies = {},
  delayMs = 0,
}: {
  /** Replies by command: `MAIL FROM`, `RCPT TO`, `DATA` or `.` for the end of the email. */
  replies?: Record<string, string>;
  /** Called before the reply to an email. */
  delayMs?: number;
} = {}) {
  const seen = { connections: 0, atOnce: 0, mostAtOnce: 0, emails: 0 };
  const recipients: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    seen.connections += 1;
    sockets.add(socket);
    let isData = false;
    let text = '';
    const answer = (line: string) => void socket.write(`${line}\r\n`);
    const onLine = (line: string) => {
      if (isData) {
        if (line !== '.') return;
        isData = false;
        seen.mostAtOnce = Math.max(seen.mostAtOnce, ++seen.atOnce);
        setTimeout(() => {
          seen.atOnce -= 1;
          seen.emails += 1;
          answer(replies['.'] ?? '250 accepted');
        }, delayMs);
        return;
      }
      const command = /^(?:MAIL FROM|RCPT TO|[A-Z]+)/.exec(line)?.[0] ?? '';
      if (command === 'RCPT TO') recipients.push(/<(.*)>/.exec(line)?.[1] ?? '');
      isData = command === 'DATA' && replies['DATA'] === undefined;
      answer(replies[command] ?? (command === 'DATA' ? '354 go on' : '250 ok'));
    };
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      const lines = (text + chunk.toString()).split('\r\n');
      text = lines.pop()!;
      lines.forEach(onLine);
    });
    answer('220 ready');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return { url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`, seen, recipients };
}
