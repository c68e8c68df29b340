import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveTopics, type LiveTopic, type LiveTopics } from './liveTopics.ts';
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
  close();
  stops.push(topics.onTopic('notifications', () => received.push('again')));
  expect(received).toEqual(['notifications', 'again']);
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

test('a connection that returns after a gap refreshes everything in every tab', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const tabs = [openTab(), openTab('ana', 'forms')];
  await connectionsOpen(1);
  await settle();
  expect(tabs.map(({ received }) => received)).toEqual([[], []]);
  vi.setSystemTime(6000);
  server.cut();
  await expect.poll(() => tabs.map(({ received }) => received)).toEqual([['notifications'], ['forms']]);
  // A connection that keeps breaking does not cause a storm of refreshes.
  vi.setSystemTime(65_000);
  server.cut();
  await expect.poll(() => server.opened).toHaveLength(3);
  await settle();
  expect(tabs.map(({ received }) => received.length)).toEqual([1, 1]);
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
