import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventReader, openStream, retryDelayMs } from './openStream.ts';
import { testStream, type TestStream } from './testing/testStream.ts';

let server: TestStream;
let events: string[];
let tokens: { idToken: string; accessToken: string } | undefined;
let position: string | undefined;
let closers: Array<() => void>;

beforeEach(async () => {
  server = await testStream();
  events = [];
  tokens = { idToken: 'id-1', accessToken: 'access-1' };
  position = undefined;
  closers = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers) close();
  await server.close();
});

function open(): () => void {
  const close = openStream(
    { baseUrl: server.baseUrl, tokens: () => tokens, random: () => 0 },
    {
      since: () => position,
      onEvent: ({ name }) => void (name !== undefined && events.push(name)),
      onBreak: () => undefined,
    },
  );
  closers.push(close);
  return close;
}
const expectEvents = (...names: string[]) => expect.poll(() => events).toEqual(names);

test('the stream passes on the name of every event and sends both tokens', async () => {
  open();
  await expectEvents('hello');
  server.push('event: notifications\ndata: {}\n\n: beat\n\nevent: todo\ndata: {}\n\n');
  await expectEvents('hello', 'notifications', 'todo');
  expect(server.opened[0]).toMatchObject({
    authorization: 'Bearer access-1',
    'id-token': 'id-1',
    accept: 'text/event-stream',
  });
});

test('an interrupted connection is reopened after a moment', async () => {
  open();
  await expectEvents('hello');
  server.cut();
  await expectEvents('hello', 'hello');
});

test('a rejected connection is retried with growing delays', async () => {
  server.rejectWith(503);
  open();
  await expect.poll(() => server.opened).toHaveLength(2);
  server.rejectWith(undefined);
  await expectEvents('hello');
  expect(server.opened).toHaveLength(3);
});

test('renewed tokens open a new connection at the next heartbeat', async () => {
  open();
  await expectEvents('hello');
  tokens = { idToken: 'id-2', accessToken: 'access-2' };
  server.push(': beat\n\n');
  await expectEvents('hello', 'hello');
  expect(server.opened[1]).toMatchObject({ authorization: 'Bearer access-2' });
});

test('the stream waits until there are tokens', async () => {
  tokens = undefined;
  open();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.opened).toHaveLength(0);
  tokens = { idToken: 'id-1', accessToken: 'access-1' };
  await expectEvents('hello');
});

test('a connection silent for two heartbeats is reopened; one with heartbeats is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open();
  await expect.poll(() => events).toEqual(['hello']);
  await vi.advanceTimersByTimeAsync(39_000);
  server.push(': beat\n\n');
  await new Promise((resolve) => setImmediate(resolve));
  await expect.poll(() => server.connections.size).toBe(1);
  // Reading the heartbeat takes several turns of the event loop.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(39_000);
  expect(server.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  await expect.poll(() => server.opened).toHaveLength(2);
});

test('each greeting makes the next retry a quick one, however short the connections are [OPS-256]', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const retryDelays = () => timers.mock.calls.flatMap(([, delay]) => [500, 1000, 2000].filter((ms) => ms === delay));
  open();
  for (const greetings of [1, 2, 3]) {
    await expectEvents(...Array<string>(greetings).fill('hello'));
    server.cut();
  }
  await expectEvents('hello', 'hello', 'hello', 'hello');
  expect(retryDelays()).toEqual([500, 500, 500]);
});

test('a new connection continues where the previous one ended [OPS-255]', async () => {
  open();
  await expectEvents('hello');
  position = '9007199254740993';
  server.cut();
  await expectEvents('hello', 'hello');
  expect(server.openedSince).toEqual([null, '9007199254740993']);
});

test('a person with too many streams retries after the time that the server asks for [OPS-256]', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  server.rejectWith(429, { 'retry-after': '30' });
  open();
  await expect.poll(() => timers.mock.calls.map(([, delay]) => delay)).toContain(30_000);
  expect(server.opened).toHaveLength(1);
});

test('closing the stream ends the connection without reopening it', async () => {
  const close = open();
  await expectEvents('hello');
  close();
  await expect.poll(() => server.connections.size).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(server.opened).toHaveLength(1);
});

test('retry delays grow up to five seconds and are partly random [OPS-256]', () => {
  expect([0, 1, 2, 10].map((failures) => retryDelayMs(failures, () => 0))).toEqual([500, 1000, 2000, 2500]);
  expect([0, 1, 2, 10].map((failures) => retryDelayMs(failures, () => 1))).toEqual([1000, 2000, 4000, 5000]);
});

describe('the text of an event stream', () => {
  const read = (...pieces: string[]) => {
    const events: Array<string | undefined> = [];
    const reader = eventReader(({ name, position: at }) => events.push([name, at].filter(Boolean).join(' at ')));
    for (const piece of pieces) reader(piece);
    return events;
  };
  test('may arrive in chunks of any size', () =>
    expect(read('eve', 'nt: todo\nda', 'ta: {}\n', '\n')).toEqual(['todo']));
  test('may use CR LF line endings', () => expect(read('event: todo\r\ndata: {}\r\n\r\n')).toEqual(['todo']));
  test('ignores events without data, and comments', () =>
    expect(read('event: todo\n\n: beat\n\ndata: {}\n\n')).toEqual(['message']));
  test('waits for the rest of an incomplete event', () => expect(read('event: todo\ndata: {}\n')).toEqual([]));
  test('can say what has changed; an empty object does not [COWRITE-030]', () => {
    const details: unknown[] = [];
    const reader = eventReader(({ detail }) => details.push(detail));
    reader('event: studio\ndata: {}\n\nevent: studio\ndata: {"a":"b: c"}\n\nid: 3\n\nevent: studio\ndata: {}\n\n');
    expect(details).toEqual([undefined, '{"a":"b: c"}', undefined, undefined]);
  });
  test('has positions, with an event or alone [OPS-255]', () =>
    expect(read('id: 12\nevent: hello\ndata: {}\n\nid: 13\n\nevent: todo\ndata: {}\n\nid: x&y\n\n')).toEqual([
      'hello at 12',
      '13',
      'todo',
    ]));
});
