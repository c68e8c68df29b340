import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Actor } from '@portico/authoring/mayDo';
import { STREAM_HEARTBEAT_MS } from '@portico/contracts/stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PortalError } from '../../errors.ts';
import type { TopicChanges } from '../../push/changes.ts';
import { createOpenStreams, type OpenStreams } from './openStreams.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('the open streams of a process', () => {
  /** A response whose receiver reads nothing. */
  const silent = () => new ServerResponse(new IncomingMessage(new Socket()));
  const grants: Actor['grants'] = [{ role: 'editor', department: null }];
  const signedIn = (): Promise<Actor> => Promise.resolve({ id: 'ana', grants });
  const nothing = { position: '10', end: '10', changes: [] };
  const quiet = { isListening: () => true, readChanges: () => Promise.resolve(nothing), mayRead: () => true };
  const own = { checkSignIn: signedIn, person: undefined, isOwn: true, position: undefined };
  /** Someone's stream, and the text that it was sent. */
  function openFor(streams: OpenStreams, personId: string, position?: bigint) {
    const response = silent();
    const written: string[] = [];
    vi.spyOn(response, 'write').mockImplementation((text: string) => written.push(text) > 0);
    streams.open({ response, personId, ...own, position }, {});
    return { text: () => written.join(''), leave: () => response.emit('close') };
  }

  test('disconnect only a receiver that does not read, after a few kilobytes', async () => {
    vi.useFakeTimers();
    const streams = createOpenStreams(quiet);
    const response = silent();
    streams.open({ response, personId: 'ana', ...own }, {});
    const written = () => response.writableLength;
    for (let i = 0; i < 20; i += 1) {
      streams.dispatch({ topic: 'todo', to: 'ana' });
      await vi.advanceTimersByTimeAsync(25);
    }
    expect(response.destroyed).toBe(false);
    for (let i = 0; i < 500 && !response.destroyed; i += 1) {
      streams.dispatch({ topic: 'todo', to: 'ana' });
      await vi.advanceTimersByTimeAsync(25);
    }
    expect(response.destroyed).toBe(true);
    expect(written()).toBeLessThan(6000);
    streams.close();
  });

  test('notify in batches, so that a thousand receivers refetch within a second, but not all at once', async () => {
    vi.useFakeTimers();
    const streams = createOpenStreams({ ...quiet, isListening: () => false });
    const responses = Array.from({ length: 1000 }, silent);
    responses.forEach((response, i) => streams.open({ response, personId: `person ${i}`, ...own }, {}));
    const before = responses[0]!.writableLength;
    streams.dispatch({ topic: 'notifications', to: 'everybody' });
    streams.dispatch({ topic: 'notifications', to: 'person 0' });
    const notified = () => responses.filter((response) => response.writableLength > before).length;
    await vi.advanceTimersByTimeAsync(30);
    expect(notified()).toBe(50);
    await vi.advanceTimersByTimeAsync(970);
    expect(notified()).toBe(1000);
    streams.close();
  });

  test('look up people in batches, each person once per heartbeat', async () => {
    vi.useFakeTimers();
    const streams = createOpenStreams({ ...quiet, isListening: () => false });
    let lookups = 0;
    for (let i = 0; i < 100; i += 1)
      streams.open(
        {
          response: silent(),
          personId: `person ${i}`,
          ...own,
          checkSignIn: () => {
            lookups += 1;
            return signedIn();
          },
        },
        {},
      );
    await vi.advanceTimersByTimeAsync(STREAM_HEARTBEAT_MS / 20);
    expect(lookups).toBe(5);
    await vi.advanceTimersByTimeAsync(STREAM_HEARTBEAT_MS * 0.95);
    expect(lookups).toBe(100);
    streams.close();
  });

  test('find a lost announcement with the next heartbeat, and send no other one twice [OPS-255]', async () => {
    vi.useFakeTimers();
    const change = (topic: string, at: string) => ({ recipient: 'everybody', topic, at, isRecent: true });
    let history: TopicChanges = nothing;
    const streams = createOpenStreams({ ...quiet, readChanges: () => Promise.resolve(history) });
    const ana = openFor(streams, 'ana');
    await vi.advanceTimersByTimeAsync(100);
    expect(ana.text()).toBe('id: 10\nevent: hello\ndata: {}\n\n');
    streams.dispatch({ topic: 'content', to: 'everybody', at: '11' });
    // A transaction that began before is still running, so both changes are found again and again.
    history = { position: '10', end: '14', changes: [change('content', '11'), change('todo', '12')] };
    await vi.advanceTimersByTimeAsync(3 * STREAM_HEARTBEAT_MS);
    streams.dispatch({ topic: 'todo', to: 'everybody', at: '12' });
    await vi.advanceTimersByTimeAsync(100);
    expect(ana.text().match(/content|todo/g)).toEqual(['content', 'todo']);
    history = { position: '15', end: '15', changes: [] };
    await vi.advanceTimersByTimeAsync(STREAM_HEARTBEAT_MS);
    expect(ana.text()).toMatch(/id: 15\n\n(?::\n\n)*$/);
    streams.close();
  });

  test('send a change once when its announcement arrives while the stream opens, or after the history had it [OPS-255]', async () => {
    vi.useFakeTimers();
    const change = (topic: string, at: string) => ({ recipient: 'everybody', topic, at, isRecent: true });
    const history = { position: '15', end: '15', changes: [change('content', '11'), change('todo', '12')] };
    const streams = createOpenStreams({ ...quiet, readChanges: () => Promise.resolve(history) });
    const ana = openFor(streams, 'ana', 10n);
    streams.dispatch({ topic: 'content', to: 'everybody', at: '11' });
    await vi.advanceTimersByTimeAsync(100);
    streams.dispatch({ topic: 'todo', to: 'everybody', at: '12' });
    await vi.advanceTimersByTimeAsync(100);
    expect(ana.text().match(/content|todo/g)).toEqual(['content', 'todo']);
    streams.dispatch({ topic: 'todo', to: 'everybody', at: '15' });
    await vi.advanceTimersByTimeAsync(100);
    expect(ana.text().match(/content|todo/g)).toEqual(['content', 'todo', 'todo']);
    streams.close();
  });

  test('read the history once for hundreds of pages that reconnect together, and again after a failure [OPS-255]', async () => {
    vi.useFakeTimers();
    const readChanges = vi.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue(nothing);
    const streams = createOpenStreams({ ...quiet, readChanges });
    const pages = Array.from({ length: 500 }, (_, index) => openFor(streams, `person ${index}`, BigInt(index + 5)));
    await vi.advanceTimersByTimeAsync(100);
    expect(readChanges).toHaveBeenCalledTimes(1);
    expect(readChanges.mock.calls[0]![1]).toBe(5n);
    await vi.advanceTimersByTimeAsync(1500);
    expect(readChanges).toHaveBeenCalledTimes(2);
    expect(pages.filter((page) => page.text().includes('hello'))).toHaveLength(500);
    streams.close();
  });

  test('read the history again for pages that missed announcements while it was being read [OPS-255]', async () => {
    vi.useFakeTimers();
    const reads: Array<(found: TopicChanges | Error) => void> = [];
    const readChanges = () =>
      new Promise<TopicChanges>((done, fail) =>
        reads.push((found) => (found instanceof Error ? fail(found) : done(found))),
      );
    const streams = createOpenStreams({ ...quiet, readChanges });
    const ana = openFor(streams, 'ana', 5n);
    const nils = openFor(streams, 'nils', 5n);
    await vi.advanceTimersByTimeAsync(100);
    // The connection is lost and restored meanwhile.
    streams.catchUpAll();
    await vi.advanceTimersByTimeAsync(100);
    expect(reads).toHaveLength(1);
    reads[0]!(nothing);
    await vi.advanceTimersByTimeAsync(100);
    expect(reads).toHaveLength(2);
    nils.leave();
    reads[1]!({
      position: '12',
      end: '12',
      changes: [{ recipient: 'everybody', topic: 'todo', at: '11', isRecent: true }],
    });
    await vi.advanceTimersByTimeAsync(100);
    expect(ana.text()).toBe('id: 10\nevent: hello\ndata: {}\n\nid: 12\nevent: todo\ndata: {}\n\n');
    expect(nils.text()).not.toContain('todo');
    streams.catchUpAll();
    await vi.advanceTimersByTimeAsync(100);
    reads[2]!(new Error('busy'));
    await vi.advanceTimersByTimeAsync(1500);
    expect(reads).toHaveLength(4);
    streams.close();
  });

  test('say what has changed only to someone who may read it, reads fast enough, and whose roles are known [COWRITE-031]', async () => {
    vi.useFakeTimers();
    let checks: Array<PromiseWithResolvers<Actor>> = [];
    const streams = createOpenStreams({
      ...quiet,
      mayRead: ({ grants: [grant] }, { departments }) => departments.includes(grant?.department ?? null),
    });
    const response = silent();
    let unread = 0;
    vi.spyOn(response, 'writableLength', 'get').mockImplementation(() => unread);
    let written = '';
    vi.spyOn(response, 'write').mockImplementation((text: string) => (written += text) !== '');
    const ana = {
      ...own,
      personId: 'ana',
      person: { id: 'ana', grants },
      checkSignIn: () => {
        checks.push(Promise.withResolvers());
        return checks.at(-1)!.promise;
      },
    };
    streams.open({ ...ana, response }, {});
    const delegate = silent();
    const readByDelegate: string[] = [];
    vi.spyOn(delegate, 'writableLength', 'get').mockImplementation(() => 0);
    vi.spyOn(delegate, 'write').mockImplementation((text: string) => readByDelegate.push(text) > 0);
    streams.open({ ...ana, isOwn: false, response: delegate }, {});
    await vi.advanceTimersByTimeAsync(100);
    let at = 100;
    const get = async (department: string | null = null): Promise<string> => {
      written = '';
      const detail = { json: '{"a":1}', departments: [department] };
      streams.dispatch({ topic: 'studio', to: 'ana', at: String((at += 1)), detail });
      await vi.advanceTimersByTimeAsync(100);
      return written;
    };
    const [what, that] = ['event: studio\ndata: {"a":1}\n\n', 'event: studio\ndata: {}\n\n'];
    expect(await get()).toBe(what);
    expect(await get('Legal')).toBe(that);
    unread = 1;
    expect(await get()).toBe(that);
    unread = 0;
    checks = [];
    streams.checkPerson('ana');
    expect(await get()).toBe(that);
    for (const { resolve } of checks) resolve({ id: 'ana', grants: [{ role: 'editor', department: 'Legal' }] });
    expect(await get()).toBe(that);
    expect(await get('Legal')).toBe(what);
    streams.catchUpAll();
    checks = [];
    expect(await get()).toBe(that);
    for (const { resolve } of checks) resolve({ id: 'ana', grants });
    await vi.advanceTimersByTimeAsync(0);
    expect(await get()).toBe(what);
    expect(readByDelegate.join('')).not.toContain('"a"');
    expect(readByDelegate.join('').match(/event: studio/g)).toHaveLength(8);
    streams.close();
  });

  test('accept no new stream once they are closed', () => {
    const streams = createOpenStreams(quiet);
    streams.close();
    expect(() => streams.open({ response: silent(), personId: 'ana', ...own }, {})).toThrow(PortalError);
  });
});
