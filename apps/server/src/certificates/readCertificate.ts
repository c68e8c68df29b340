import { on, once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { StartTls, TlsPeer } from './tlsPeers.ts';

const TIMEOUT_MS = 5000;
const MAX_ANSWER_LENGTH = 64 * 1024;
/** Source: PostgreSQL, Message Formats, SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * When the certificate that the server presents expires, whoever signed it. Does not sign in, and sends nothing after
 * the handshake. Throws if the server does not respond in time or offers no encryption.
 */
export async function readCertificate({ hostname, port, startTls }: TlsPeer, timeoutMs = TIMEOUT_MS): Promise<Date> {
  const signal = AbortSignal.timeout(timeoutMs);
  const socket = connect({ host: hostname, port });
  // Errors reject the promises that wait for the socket. Without a listener, a late error would end the process.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal });
    await requestTls(socket, startTls, signal);
    const servername = isIP(hostname) === 0 ? hostname : '';
    const secure = connectTls({ socket, servername, rejectUnauthorized: false });
    secure.on('error', () => undefined);
    await once(secure, 'secureConnect', { signal });
    return new Date(secure.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}

async function requestTls(socket: Socket, startTls: StartTls, signal: AbortSignal): Promise<void> {
  const answer = (isComplete: RegExp) => readAnswer(socket, isComplete, signal);
  switch (startTls) {
    case 'postgres':
      socket.write(SSL_REQUEST);
      return assertOffered((await answer(/./s)) === 'S');
    case 'nats':
      return assertOffered(/^INFO .*"tls_(?:required|available)":\s*true/s.test(await answer(/\r\n/)));
    case 'smtp': {
      const reply = /^\d{3} .*\r\n/m;
      await answer(reply);
      socket.write('EHLO portico\r\n');
      assertOffered(/^250[ -]STARTTLS\b/im.test(await answer(reply)));
      socket.write('STARTTLS\r\n');
      return assertOffered((await answer(reply)).startsWith('220'));
    }
    default:
  }
}

function assertOffered(isOffered: boolean): void {
  if (!isOffered) throw new Error('it offers no encryption');
}

/** What the server sends, up to the end of its response. */
async function readAnswer(socket: Socket, isComplete: RegExp, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const [chunk] of on(socket, 'data', { signal, close: ['end', 'close'] }) as AsyncIterable<[Buffer]>) {
    text += chunk.toString('latin1');
    if (isComplete.test(text)) return text;
    if (text.length > MAX_ANSWER_LENGTH) break;
  }
  throw new Error('it hung up or answered nonsense');
}
