import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

const MAX_BYTES = 10 * 1024 * 1024;

export interface SmtpCatcher {
  /** Value for `SMTP_URL`. */
  url: string;
  close(): Promise<void>;
}

/** A mail server on this computer that stores all mail and delivers none. Port 0 picks a free port. */
export async function startSmtpCatcher(
  port: number,
  keep: (content: Buffer) => Promise<unknown>,
): Promise<SmtpCatcher> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    size: MAX_BYTES,
    maxClients: 50,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 1000,
    onData: callbackify(async (stream: SMTPServerDataStream, _session: SMTPServerSession) => {
      const content = await buffer(stream);
      if (stream.sizeExceeded) throw Object.assign(new Error('The message is too large'), { responseCode: 552 });
      await keep(content);
    }),
  });
  // A client may disconnect at any time.
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  await new Promise<void>((started, failed) => listening.once('listening', started).once('error', failed));
  const address = listening.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
