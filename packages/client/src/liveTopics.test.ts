import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveTopic } from '@portico/contracts/stream';
import { createLiveTopics, type LiveTopics } from './liveTopics.ts';
import { testStream, type TestStream } from './testing/testStream.ts';

/* Each hub acts as a tab: Node provides the locks and channels of a browser, shared across the process. */
let server: TestStream;
let stops: Array<() => void>;
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

beforeEach(async () => {
  server = await testStream();
  stops = [];
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
});
afterEach(async () => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await server.close();
});

const token = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`;

interface Tab {
  topics: LiveTopics;
  received: string[];
  close: () => void;
}

function openTab(sub = 'ana', topic: LiveTopic = 'notifications'): Tab {
  const topics = createLiveTopics({
    baseUrl: server.baseUrl,
    tokens: () => ({ idToken: token(sub), accessToken: token(sub) }),
    random: () => 0,
  });
  const received: string[] = [];
  const close = topics.onTopic(topic, () => received.push(topic));
  stops.push(close);
  return { topics, received, close };
}
const connectionsOpen = (count: number) => expect.poll(() => server.connections.size).toBe(count);
const settle = () => new Promise((resolve) => setTimeout(resolve, 150));
const push = (topic: string) => server.push(`event: ${topic}\ndata: {}\n\n`);
/** Breaks the connection when what was reported before has long been loaded, right after it sent `line`. */
async function breakLater(line: string): Promise<void> {
  vi.advanceTimersByTime(10_000);
  server.push(`${line}\n\n`);
  await settle();
  server.cut();
}
const setVisibility = (state: 'visible' | 'hidden') => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};

test('one tab of a browser holds the connection and notifies all others', async () => {
  const tabs = Array.from({ length: 10 }, () => openTab());
  await connectionsOpen(1);
  await settle();
  expect(server.opened).toHaveLength(1);
  push('notifications');
  await expect.poll(() => tabs.map(({ received }) => received.length)).toEqual(tabs.map(() => 1));
});

test('what has changed reaches the listeners in all tabs of a browser, in order [COWRITE-030]', async () => {
  const details: Array<Array<string | undefined>> = [];
  for (const { topics } of [openTab('ana', 'studio'), openTab('ana', 'studio')]) {
    const own: Array<string | undefined> = [];
    details.push(own);
    stops.push(topics.onTopic('studio', (detail) => own.push(detail)));
  }
  await connectionsOpen(1);
  await settle();
  server.push('event: studio\ndata: {"a":1}\n\nevent: studio\ndata: {}\n\nevent: studio\ndata: {"a":2}\n\n');
  const expected = ['{"a":1}', undefined, '{"a":2}'];
  await expect.poll(() => details).toEqual([expected, expected]);
});

test('a topic reaches its listeners', async () => {
  const { topics, received } = openTab();
  const todo: string[] = [];
  stops.push(topics.onTopic('todo', () => todo.push('todo')));
  await connectionsOpen(1);
  push('todo');
  await expect.poll(() => todo).toEqual(['todo']);
  expect(received).toEqual([]);
});

test('when the tab with the connection closes, another tab takes over', async () => {
  const first = openTab();
  await connectionsOpen(1);
  const second = openTab();
  first.close();
  await expect.poll(() => server.opened).toHaveLength(2);
  await settle();
  push('notifications');
  await expect.poll(() => second.received).toHaveLength(1);
  expect(first.received).toEqual([]);
});

test('after a change, or a possible one, without a listener, the next listener runs once', async () => {
  const { topics, received, close } = openTab();
  const todo: string[] = [];
  const listen = () => topics.onTopic('todo', () => todo.push('todo'));
  listen()();
  await connectionsOpen(1);
  listen()();
  expect(todo).toEqual([]);
  push('todo');
  push('notifications');
  await expect.poll(() => received).toHaveLength(1);
  const stop = listen();
  expect(todo).toEqual(['todo']);
  stop();
  listen()();
  expect(todo).toEqual(['todo']);
  server.push('id: 7\n\n');
  await settle();
  close();
  await connectionsOpen(0);
  stops.push(topics.onTopic('notifications', () => received.push('again')));
  await expect.poll(() => server.openedSince).toEqual([null, '7']);
  expect(received).toEqual(['notifications']);
});

test('a page that stopped listening to a server without positions refreshes when it listens again [OPS-256]', async () => {
  server.setPosition(undefined);
  const { topics, received, close } = openTab();
  await connectionsOpen(1);
  await settle();
  close();
  stops.push(topics.onTopic('notifications', () => received.push('again')));
  expect(received).toEqual(['again']);
});

test('users do not share a connection', async () => {
  openTab('ana');
  openTab('ben');
  await connectionsOpen(2);
});

test('a change in one tab is reported to the others, not to itself', async () => {
  const one = openTab();
  const other = openTab();
  const otherUser = openTab('ben');
  one.topics.notifyOtherTabs('notifications');
  await expect.poll(() => other.received).toHaveLength(1);
  await settle();
  expect([one.received, otherUser.received]).toEqual([[], []]);
});

test('a change reported right before the connection broke is reported again when it returns, and only that [OPS-255]', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const tab = openTab();
  const forms = openTab('ana', 'forms');
  await connectionsOpen(1);
  push('forms');
  await expect.poll(() => forms.received).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  push('notifications');
  await expect.poll(() => tab.received).toHaveLength(1);
  server.cut();
  await expect.poll(() => tab.received).toHaveLength(2);
  await breakLater(': still there');
  await expect.poll(() => server.opened).toHaveLength(3);
  await settle();
  expect([tab.received.length, forms.received.length]).toEqual([2, 1]);
});

test('a connection that returns continues at its position in every tab, and only what was missed is reported [OPS-255]', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  server.setPosition('100');
  const first = openTab();
  await connectionsOpen(1);
  const second = openTab();
  const forms = openTab('ana', 'forms');
  push('notifications');
  await expect.poll(() => second.received).toHaveLength(1);
  server.setPosition('140');
  await breakLater('id: 120');
  await expect.poll(() => server.openedSince).toEqual([null, '120']);
  push('notifications');
  await expect.poll(() => [first.received.length, second.received.length]).toEqual([2, 2]);
  first.close();
  await expect.poll(() => server.openedSince).toEqual([null, '120', '140']);
  await settle();
  expect([second.received.length, forms.received.length]).toEqual([2, 0]);
});

test('reconnecting again and again causes no refresh as long as nothing was missed [OPS-256, B3]', async () => {
  const { received } = openTab();
  for (const count of [1, 2, 3]) {
    await expect.poll(() => server.opened).toHaveLength(count);
    await connectionsOpen(1);
    await settle();
    server.cut();
  }
  expect(received).toEqual([]);
});

test('after a gap of unknown content everything is refreshed in every tab, and a second gap soon after is postponed, not dropped [OPS-256]', async () => {
  server.setPosition(undefined);
  const tabs = [openTab(), openTab('ana', 'forms')];
  const received = () => tabs.map((tab) => tab.received.length);
  await connectionsOpen(1);
  await settle();
  expect(received()).toEqual([0, 0]);
  server.cut();
  await expect.poll(received).toEqual([1, 1]);
  for (const count of [3, 4]) {
    server.cut();
    await expect.poll(() => server.opened).toHaveLength(count);
  }
  await settle();
  expect(received()).toEqual([1, 1]);
  await expect.poll(received).toEqual([2, 2]);
});

test('a page whose first connection succeeds long after it started refreshes everything [OPS-255]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  server.rejectWith(503);
  const { received } = openTab();
  await expect.poll(() => server.opened).toHaveLength(1);
  vi.setSystemTime(21_000);
  server.rejectWith(undefined);
  await expect.poll(() => received).toEqual(['notifications']);
});

test('a page whose first connection succeeds soon relies on what the server reports [OPS-255]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  server.rejectWith(503);
  const { received } = openTab();
  await expect.poll(() => server.opened).toHaveLength(1);
  vi.setSystemTime(19_000);
  server.rejectWith(undefined);
  await connectionsOpen(1);
  await settle();
  expect(received).toEqual([]);
});

test('a page hidden for a minute releases its connection and acquires one when visible again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  openTab();
  await connectionsOpen(1);
  setVisibility('hidden');
  vi.advanceTimersByTime(39_000);
  setVisibility('visible');
  setVisibility('hidden');
  vi.advanceTimersByTime(500);
  expect(server.connections.size).toBe(1);
  vi.advanceTimersByTime(59_500);
  await expect.poll(() => server.connections.size).toBe(0);
  setVisibility('visible');
  await connectionsOpen(1);
});

test('without locks or channels every tab has its own connection', async () => {
  vi.stubGlobal('navigator', {});
  openTab();
  openTab();
  await connectionsOpen(2);
});

test('there is no connection without listeners', async () => {
  const { close } = openTab();
  await connectionsOpen(1);
  close();
  await connectionsOpen(0);
});
