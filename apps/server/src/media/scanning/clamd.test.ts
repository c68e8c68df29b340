import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { clamdMissing, startClamd, startClamdServer, TEST_THREAT, TEST_VIRUS } from '../../testing/services/clamav.ts';
import { parseClamdAddress } from '../../settings/clamdAddress.ts';
import { commandClamd, pingClamd, scanStream } from './clamd.ts';
import { expectWithin } from '../../testing/expectWithin.ts';

const DEADLINE_MS = 20_000;
const MB = Buffer.alloc(2 ** 20, 'a');

function* megabytes(count: number) {
  for (let sent = 0; sent < count; sent += 1) yield MB;
}

function* buffers(data: Iterable<Buffer | string>) {
  for (const piece of data) yield Buffer.from(piece);
}

const scan = (
  url: string,
  data: Array<Buffer | string> | (() => Iterable<Buffer | string>),
  deadlineMs = DEADLINE_MS,
) =>
  scanStream(
    parseClamdAddress(url),
    () => Readable.from(buffers(typeof data === 'function' ? data() : data)),
    deadlineMs,
  );

test('CLAMAV_URL must be a socket or a host [OPS-351]', () => {
  expect(parseClamdAddress('unix:///run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' });
  expect(parseClamdAddress('tcp://clamav:3311')).toEqual({ host: 'clamav', port: 3311 });
  expect(parseClamdAddress('tcp://[::1]')).toEqual({ host: '::1', port: 3310 });
  for (const address of ['', '/run/clamd.ctl', 'unix://host/x', 'unix:', 'tcp://', 'http://clamav', 'tcp://clamav/x'])
    expect(() => parseClamdAddress(address), address).toThrow('must be an address');
});

describe.skipIf(clamdMissing)(`the real clamd${clamdMissing ? ` (skipped: ${clamdMissing})` : ''}`, () => {
  test('scans streams over its socket and over TCP, and accepts files up to its limit [OPS-351]', async () => {
    const { unixUrl, tcpUrl } = await startClamd({ maxStream: '3M' });
    for (const url of [unixUrl, tcpUrl]) {
      expect(await scan(url, ['a letter'])).toEqual({ result: 'clean' });
      expect(await scan(url, [])).toEqual({ result: 'clean' });
      expect(await scan(url, ['before ', TEST_VIRUS.slice(0, 9), TEST_VIRUS.slice(9), ' after'])).toEqual({
        result: 'infected',
        threat: TEST_THREAT,
      });
      expect(await scan(url, () => megabytes(3))).toEqual({ result: 'clean' });
      for (let round = 0; round < 5; round += 1)
        expect(await scan(url, () => megabytes(40))).toEqual({ result: 'tooLarge' });
      await pingClamd(parseClamdAddress(url), DEADLINE_MS);
      expect(await commandClamd(parseClamdAddress(url), 'VERSION', DEADLINE_MS)).toMatch(/^ClamAV \d/);
    }
  });
});

describe('a scan without a clear response yields no verdict [OPS-352]', () => {
  const answers = (text: string) => startClamdServer({ onFile: (socket) => socket.end(text, 'latin1') });

  test.for<[answer: string, reason: string]>([
    ['stream: OK', 'the connection ended without an answer'],
    ['', 'the connection ended without an answer'],
    ['HTTP/1.1 400 Bad Request\r\n\r\n\0', 'clamd answered “HTTP/1.1 400'],
    ['stream: OK maybe\0', 'clamd answered “stream: OK maybe”'],
    ['other: OK\0', 'clamd answered “other: OK”'],
    ['stream: no memory ERROR\0', 'clamd answered “stream: no memory'],
    ['x'.repeat(100_000), 'the answer is too long'],
  ])('for a response such as %.20s', async ([text, reason]) => {
    const { url } = await answers(text);
    expect(await scan(url, ['words'])).toEqual({
      result: 'unavailable',
      reason: expect.stringContaining(reason) as string,
    });
  });

  test('a response in single bytes still counts, and a strange threat name is sanitized', async () => {
    const { url } = await startClamdServer({
      onFile: (socket) => {
        for (const letter of 'stream: Bad\n<b>“Name” FOUND\0') socket.write(letter, 'latin1');
      },
    });
    expect(await scan(url, ['words'])).toMatchObject({
      result: 'infected',
      threat: expect.not.stringMatching(/[<\n]/) as string,
    });
  });

  test(
    'if the scanner hangs until the deadline, which includes opening the file, or hangs up',
    { tags: 'timed' },
    async () => {
      const hanging = await startClamdServer({ onFile: () => {} });
      const started = performance.now();
      const openSlowly = async () => {
        await sleep(100);
        return Readable.from(buffers(['words']));
      };
      expect(await scanStream(parseClamdAddress(hanging.url), openSlowly, 300)).toEqual({
        result: 'unavailable',
        reason: 'no answer within 0.3 s',
      });
      expectWithin(5000, performance.now() - started);
      const cut = await startClamdServer({ onPiece: (socket) => socket.destroy() });
      expect(await scan(cut.url, () => megabytes(30))).toMatchObject({ result: 'unavailable' });
    },
  );

  test('unless it hangs up once, because then the file is sent again', async () => {
    let attempts = 0;
    const { url } = await startClamdServer({
      onPiece: (socket) => {
        attempts += 1;
        if (attempts === 1) socket.destroy();
        else socket.end('stream: OK\0');
      },
    });
    expect(await scan(url, () => megabytes(30))).toEqual({ result: 'clean' });
  });

  test('a scanner that stops reading does not fill the memory', async () => {
    const { url } = await startClamdServer({ onPiece: (socket) => socket.pause() });
    let sent = 0;
    function* counted() {
      for (const piece of megabytes(500)) {
        sent += 1;
        yield piece;
      }
    }
    expect(await scan(url, counted, 700)).toMatchObject({ result: 'unavailable' });
    expect(sent).toBeLessThan(50);
  });

  test('if the scanner is unreachable or the file cannot be read to its end', async () => {
    expect(await scan('tcp://127.0.0.1:1', ['words'])).toMatchObject({
      result: 'unavailable',
      reason: expect.stringContaining('ECONNREFUSED') as string,
    });
    expect(await scan('unix:///nowhere/clamd.ctl', ['words'])).toMatchObject({ result: 'unavailable' });
    const { url } = await startClamdServer();
    function* broken() {
      yield MB;
      throw new Error('the disk is gone');
    }
    expect(await scan(url, broken)).toMatchObject({ result: 'unavailable' });
  });

  test('all bytes arrive unchanged, however they are split into chunks', async () => {
    let arrived = '';
    const { url } = await startClamdServer({
      onFile: (socket, bytes) => {
        arrived = bytes.toString();
        socket.end('stream: OK\0');
      },
    });
    expect(await scan(url, ['a', '', 'bc', Buffer.from([0, 0, 0, 0]), 'd'])).toEqual({ result: 'clean' });
    expect(arrived).toBe('abc\0\0\0\0d');
  });
});
