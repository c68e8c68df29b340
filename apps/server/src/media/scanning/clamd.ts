import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { reasonOf } from '../../errors.ts';
import type { ClamdAddress } from '../../settings/clamdAddress.ts';

/** Unavailable: it cannot be reached, is too slow, or sends something unexpected. The file may or may not be clean. */
export type Verdict =
  | { result: 'clean' }
  | { result: 'infected'; threat: string }
  | { result: 'tooLarge' }
  | { result: 'unavailable'; reason: string };

const MAX_ANSWER_LENGTH = 4096;
const MAX_THREAT_LENGTH = 200;

/** Streams the file to clamd in chunks. Never throws. Source: clamd(8), INSTREAM. */
export async function scanStream(address: ClamdAddress, stream: Readable, deadlineMs: number): Promise<Verdict> {
  try {
    return verdictOf(await askClamd(address, deadlineMs, instream(stream)));
  } catch (error) {
    return { result: 'unavailable', reason: reasonOf(error) };
  } finally {
    stream.destroy();
  }
}

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
): Promise<string> {
  const socket = connect(address);
  const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${deadlineMs / 1000} s`)), deadlineMs);
  const answer = readAnswer(socket);
  // It may respond and hang up before everything is sent: then the response counts, not the broken connection.
  const sent = pipeline(request, socket, { end: false }).catch((error: Error) => void socket.destroy(error));
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    socket.destroy();
    await sent;
  }
}

/** The first response, which ends with a zero byte. Rejects if the connection ends before. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let failure = new Error('the connection ended without an answer');
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

/** Each chunk preceded by its length, and a length of zero at the end. */
async function* instream(stream: Readable): AsyncIterable<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (piece.length === 0) continue;
    // Read a response that has already arrived first: once a write fails, it is lost.
    await setImmediate();
    yield lengthOf(piece);
    yield piece;
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
