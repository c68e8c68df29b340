import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../errors.ts';
import type { ClamdAddress } from '../../settings/clamdAddress.ts';

/** Unavailable: it cannot be reached, is too slow, or sends something unexpected. The file may or may not be clean. */
export type Verdict =
  | { result: 'clean' }
  | { result: 'infected'; threat: string }
  | { result: 'tooLarge' }
  | { result: 'unavailable'; reason: string };

const MAX_ATTEMPTS = 4;
const MAX_CHUNK_BYTES = 32 * 1024;
/** More than the system keeps of what clamd has not read yet. */
const MAX_UNREAD_BYTES = 4 * 2 ** 20;
/** Most responses arrive while the next attempt waits, and not between its last look for them and its next write. */
const CAREFUL_PAUSE_MS = 5;
const MAX_ANSWER_LENGTH = 4096;
const MAX_THREAT_LENGTH = 200;

/**
 * Streams the file to clamd in chunks. It starts over when clamd hangs up while it is sent, because a response that has
 * not been read by then is lost. Never throws. Source: clamd(8), INSTREAM.
 */
export async function scanStream(
  address: ClamdAddress,
  open: () => Readable | Promise<Readable>,
  deadlineMs: number,
): Promise<Verdict> {
  const until = performance.now() + deadlineMs;
  const progress = { sentBytes: 0, carefulFrom: Infinity };
  for (let attempt = 1; ; attempt += 1) {
    let stream: Readable | undefined;
    try {
      stream = await open();
      return verdictOf(await askClamd(address, deadlineMs, instream(stream, progress), until - performance.now()));
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !hasHungUp(error)) return { result: 'unavailable', reason: reasonOf(error) };
      progress.carefulFrom = progress.sentBytes - MAX_UNREAD_BYTES;
    } finally {
      stream?.destroy();
    }
  }
}

class HungUp extends Error {}

const hasHungUp = (error: unknown): boolean =>
  error instanceof HungUp || ['EPIPE', 'ECONNRESET'].includes((error as { code?: string }).code ?? '');

/** The response of clamd to a command without data, such as VERSION. Throws if it does not respond in time. */
export const commandClamd = (address: ClamdAddress, command: string, deadlineMs: number): Promise<string> =>
  askClamd(address, deadlineMs, [Buffer.from(`z${command}\0`)]);

/** Throws unless clamd is reachable and responds in time. */
export async function pingClamd(address: ClamdAddress, deadlineMs: number): Promise<void> {
  const answer = await commandClamd(address, 'PING', deadlineMs);
  if (answer !== 'PONG') throw new Error(`unexpected answer “${answer.slice(0, 100)}”`);
}

async function askClamd(
  address: ClamdAddress,
  deadlineMs: number,
  request: Iterable<Buffer> | AsyncIterable<Buffer>,
  remainingMs = deadlineMs,
): Promise<string> {
  const socket = connect(address);
  const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${deadlineMs / 1000} s`)), remainingMs);
  const answer = readAnswer(socket);
  // It may respond and hang up before everything is sent: then the response counts, not the broken connection.
  const sending = new AbortController();
  void send(request, socket, sending.signal).catch((error: Error) => void socket.destroy(error));
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    socket.destroy();
    sending.abort();
  }
}

/** Not `pipeline`, which never settles if the connection closes without an error while it waits for the next chunk. */
async function send(
  request: Iterable<Buffer> | AsyncIterable<Buffer>,
  socket: Socket,
  signal: AbortSignal,
): Promise<void> {
  for await (const chunk of request) {
    if (signal.aborted) return;
    if (!socket.write(chunk)) await once(socket, 'drain', { signal });
  }
}

/** The first response, which ends with a zero byte. Rejects if the connection ends before. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let failure: Error = new HungUp('the connection ended without an answer');
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > MAX_ANSWER_LENGTH) socket.destroy(new Error('the answer is too long'));
    });
    socket.on('error', (error) => (failure = error));
    socket.on('close', () => reject(failure));
  });
}

/**
 * Chunks preceded by their length, and a length of zero at the end. A write that fails because clamd has hung up loses
 * a response that has not been read, so each write is small enough to be complete before clamd can react to it, and
 * follows a look for the response. Near the place where clamd has hung up before, each write waits a moment.
 */
async function* instream(
  stream: Readable,
  progress: { sentBytes: number; carefulFrom: number },
): AsyncIterable<Buffer> {
  progress.sentBytes = 0;
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of stream as AsyncIterable<Buffer>) {
    for (let from = 0; from < piece.length; from += MAX_CHUNK_BYTES) {
      if (progress.sentBytes >= progress.carefulFrom) await sleep(CAREFUL_PAUSE_MS);
      // Only the second turn of the event loop looks for responses again.
      await setImmediate();
      await setImmediate();
      const chunk = piece.subarray(from, from + MAX_CHUNK_BYTES);
      yield Buffer.concat([lengthOf(chunk), chunk]);
      progress.sentBytes += chunk.length;
    }
  }
  yield lengthOf('');
}

function lengthOf({ length }: { length: number }): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

function verdictOf(answer: string): Verdict {
  if (answer === 'stream: OK') return { result: 'clean' };
  const threat = /^stream: ([^]+) FOUND$/.exec(answer)?.[1];
  // With AlertExceedsMax, the response for a file that is too large or too deeply nested to be scanned completely.
  if (threat?.startsWith('Heuristics.Limits.Exceeded') || answer === 'INSTREAM size limit exceeded. ERROR')
    return { result: 'tooLarge' };
  if (threat !== undefined)
    return { result: 'infected', threat: threat.replaceAll(/[^\w.:/ -]/g, '?').slice(0, MAX_THREAT_LENGTH) };
  return { result: 'unavailable', reason: `clamd answered “${answer.slice(0, 100)}”` };
}
