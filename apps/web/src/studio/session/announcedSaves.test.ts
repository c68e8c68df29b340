import type { AnnouncedSave, StudioPerson } from '@portico/contracts/studio/studio';
import { applyChanges } from '@portico/authoring/applyChange';
import { shortNews } from '@portico/authoring/merging/splices';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, openTab, settle, start, textOf, write } from '../testing/draftSession.ts';
import { header } from '../testing/studioItems.ts';
import { refusedIn } from './refusals.ts';
import { sentChanges } from './syncing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ben: StudioPerson = { clientId: 'ben', name: 'Ben Ortiz', isSelf: false, focus: null };
const self: StudioPerson = { clientId: 'ana', name: 'Ana Brandt', isSelf: true, focus: null };

/** Ana has an item open together with Ben, whose saves she hears of as the test says. */
async function together() {
  const server = fakeServer();
  server.people.push(self, ben);
  const { session, connection } = await openTab(server, 'ana');
  write(session, 'a', 'Start. End.');
  await settle();
  server.listeners.length = 0;
  const follows = vi.spyOn(server, 'follow');
  let made = 0;
  return {
    session,
    connection,
    server,
    asked: () => follows.mock.calls.length,
    shown: () => textOf(session.getState()!.view, 'a'),
    /** Ben saves a text, based on all saves so far. */
    save: (text: string): AnnouncedSave => {
      const changes = [{ do: 'set' as const, component: header('a', text) }];
      server.save('ben', { batchId: `ben ${(made += 1)}`, base: server.sequence(), changes });
      const saved = server.follow(server.sequence() - 1, server.sequence()).saved[0]!;
      follows.mockClear();
      return { ...saved, itemId: 'item' };
    },
    hear: (save: AnnouncedSave) => session.hear(JSON.stringify(save)),
  };
}

test('what the stream says that someone saved is shown with their caret at once, without a call [COWRITE-030]', async () => {
  const { session, save, hear, shown, asked } = await together();
  const caret = { text: 0, anchor: 10, head: 10 };
  hear({ ...save('Start. Ben. End.'), position: { focus: 'a', caret } });
  expect(shown()).toBe('Start. Ben. End.');
  expect(session.getState()!.people).toEqual([self, { ...ben, focus: 'a', caret }]);
  hear(save('Start. Ben, too. End.'));
  expect(shown()).toBe('Start. Ben, too. End.');
  expect(session.getState()!.people).toEqual([self, { ...ben, focus: 'a', caret }]);
  hear({ ...save('Start. Ben, as well. End.'), position: { focus: null, caret: null } });
  expect(session.getState()!.people).toEqual([self, ben]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked()).toBe(0);
});

test('a save of another item, one that comes again, and one that comes before an earlier one change nothing [COWRITE-030]', async () => {
  const { save, hear, shown, asked } = await together();
  const [first, second, third] = [save('Start. 1 End.'), save('Start. 12 End.'), save('Start. 123 End.')];
  hear({ ...first, itemId: 'other' });
  expect(shown()).toBe('Start. End.');
  hear(first);
  hear(first);
  expect(shown()).toBe('Start. 1 End.');
  expect(asked()).toBe(0);
  // The one in between got lost or is late: all are fetched.
  hear(third);
  expect(shown()).toBe('Start. 1 End.');
  await vi.advanceTimersByTimeAsync(100);
  expect([shown(), asked()]).toEqual(['Start. 123 End.', 1]);
  hear(second);
  expect(shown()).toBe('Start. 123 End.');
});

test('a save that is heard of while another one is under way waits for its answer, and is merged once [COWRITE-030]', async () => {
  const { session, connection, server, save, hear, shown, asked } = await together();
  connection.delay = 300;
  write(session, 'a', 'Start. Ana. End.');
  await vi.advanceTimersByTimeAsync(250);
  expect(session.getState()!.inFlight).not.toBeNull();
  const before = save('Start. End. Before.');
  hear(before);
  expect(shown()).toBe('Start. Ana. End.');
  await vi.advanceTimersByTimeAsync(300);
  const after = save(`${textOf(server.draft(), 'a')} After.`);
  hear(after);
  expect(shown()).toBe('Start. Ana. End.');
  await vi.advanceTimersByTimeAsync(300);
  expect(shown()).toBe('Start. Ana. End. Before. After.');
  expect(asked()).toBe(0);
});

test('a save that is heard of while an input method composes is shown afterwards [COWRITE-030]', async () => {
  const { session, save, hear, shown } = await together();
  session.compose(true);
  hear(save('Start. Ben. End.'));
  expect(shown()).toBe('Start. End.');
  session.compose(false);
  expect(shown()).toBe('Start. Ben. End.');
});

test('hearing from the server again sends what could not be sent [COWRITE-030]', async () => {
  const { session, connection, server, save, hear } = await together();
  connection.isDown = true;
  write(session, 'a', 'Start. Ana. End.');
  await vi.advanceTimersByTimeAsync(2500);
  expect(session.getState()!.isOffline).toBe(true);
  connection.isDown = false;
  hear(save('Start. End. Ben.'));
  await settle();
  expect(textOf(server.draft(), 'a')).toBe('Start. Ana. End. Ben.');
});

test('a save that gets lost is sent again at once, even while its writer types on, and then less and less often [COWRITE-034]', async () => {
  const { session, connection, server } = await together();
  const sent: number[] = [];
  const start = performance.now();
  const save = server.save;
  vi.spyOn(server, 'save').mockImplementation((...call) => {
    sent.push(performance.now() - start);
    return save(...call);
  });
  Object.assign(connection, { isDown: true, losesResponse: true });
  write(session, 'a', 'Start. Ana. End.');
  await vi.advanceTimersByTimeAsync(8000);
  // A call takes ten milliseconds in each direction.
  expect(sent).toEqual([210, 330, 850, 2870, 6890]);
});

test('a save that gets lost is sent again while its writer types on, as soon as otherwise [COWRITE-034]', async () => {
  const { session, connection, server } = await together();
  const sent: number[] = [];
  const start = performance.now();
  const save = server.save;
  vi.spyOn(server, 'save').mockImplementation((...call) => {
    sent.push(performance.now() - start);
    return save(...call);
  });
  Object.assign(connection, { isDown: true, losesResponse: true });
  for (let count = 1; count <= 30; count += 1) {
    write(session, 'a', `Start. ${'x'.repeat(count)} End.`);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sent).toEqual([210, 330, 850, 2870]);
});

const LONG = 'Rates rose in the last quarter. '.repeat(10);

test('news with what differs are shown at once; a tab without that text, and one of the previous version, fetch it [COWRITE-046]', async () => {
  const { server, save, hear, shown, asked } = await together();
  hear(save(LONG));
  const inShort = (text: string): AnnouncedSave => {
    const before = server.draft();
    return shortNews(save(text), before);
  };
  const [first, second] = [inShort(`${LONG}Ben`), inShort(`${LONG}Ben.`)];
  expect(first).toMatchObject({ changes: [], short: { changes: [{ do: 'splice', insert: 'Ben' }] } });
  hear(second);
  hear(first);
  await vi.advanceTimersByTimeAsync(100);
  expect([shown(), asked()]).toEqual([`${LONG}Ben.`, 1]);
  hear(inShort(`${LONG}Ben, too.`));
  expect([shown(), asked()]).toEqual([`${LONG}Ben, too.`, 0]);
  const unfit = (): AnnouncedSave => {
    const news = inShort(`${LONG}Ben, as well.`);
    const changes = news.short!.changes.map((change) => ({ ...change, hash: 'another' }));
    return { ...news, short: { ...news.short!, changes } };
  };
  const notUnderstood = (): AnnouncedSave => {
    const { itemId, sequence, clientId, by, changes } = inShort(`${LONG}Ben, once more.`);
    return { itemId, sequence, clientId, by, changes };
  };
  for (const news of [unfit, notUnderstood]) {
    hear(news());
    expect(shown()).not.toBe(textOf(server.draft(), 'a'));
    await vi.advanceTimersByTimeAsync(100);
    expect(shown()).toBe(textOf(server.draft(), 'a'));
  }
});

test('several short news at once are made to each other; one that doesn’t fit, and those after it, are fetched [COWRITE-046]', async () => {
  const { session, server, save, hear, shown, asked } = await together();
  hear(save(LONG));
  const inShort = (text: string): AnnouncedSave => {
    const before = server.draft();
    return shortNews(save(text), before);
  };
  const hearAll = (...news: AnnouncedSave[]) => {
    session.compose(true);
    for (const one of news) hear(one);
    session.compose(false);
  };
  hearAll(inShort(`${LONG}Ben`), inShort(`${LONG}Ben.`));
  expect([shown(), asked()]).toEqual([`${LONG}Ben.`, 0]);
  const { short, ...news } = inShort(`${LONG}Ben, too.`);
  const unfit = { ...news, short: { ...short!, changes: short!.changes.map((one) => ({ ...one, hash: 'another' })) } };
  const batch = {
    batchId: 'b',
    base: server.sequence(),
    changes: [{ do: 'set' as const, component: header('b', 'B') }],
  };
  server.save('ben', batch);
  const other = server.follow(server.sequence() - 1, server.sequence()).saved[0]!;
  hearAll(unfit, { ...other, itemId: 'item' });
  await vi.advanceTimersByTimeAsync(100);
  expect([shown(), textOf(session.getState()!.view, 'b')]).toEqual([`${LONG}Ben, too.`, 'B']);
});

test('an answer that is older than what was heard meanwhile takes nothing back [COWRITE-030]', async () => {
  const { session, connection, server, save, hear, shown } = await together();
  connection.delay = 100;
  session.focus('a');
  await vi.advanceTimersByTimeAsync(50);
  const first = save('Start. 1 End.');
  const answer = server.follow(first.sequence - 1, first.sequence);
  vi.mocked(server.follow).mockReturnValueOnce(answer);
  await vi.advanceTimersByTimeAsync(75);
  hear(first);
  server.listeners.push((second) => hear(second));
  server.save('ben', {
    batchId: 'second',
    base: server.sequence(),
    changes: [{ do: 'set', component: header('a', 'Start. 12 End.') }],
  });
  expect(shown()).toBe('Start. 12 End.');
  await vi.advanceTimersByTimeAsync(200);
  expect(shown()).toBe('Start. 12 End.');
});

test('a batch that is based on an earlier draft is sent whole [COWRITE-040]', () => {
  const changeTo = (text: string) => ({ do: 'set' as const, component: header('a', text) });
  const base = applyChanges(start, [changeTo(LONG)]).draft;
  const batch = { batchId: 'b', base: 2, changes: [changeTo(`${LONG}Ana`)] };
  expect(sentChanges({ base, sequence: 2 }, batch)).toMatchObject([{ do: 'splice', insert: 'Ana' }]);
  expect(sentChanges({ base, sequence: 3 }, batch)).toEqual(batch.changes);
});

test('a server that refuses what differs gets all of the text at once, and what differs again a minute later [COWRITE-042]', async () => {
  const { session, connection, server, shown } = await together();
  const type = async (text: string) => {
    const before = server.splices();
    write(session, 'a', text);
    await vi.advanceTimersByTimeAsync(300);
    expect([textOf(server.draft(), 'a'), shown()]).toEqual([text, text]);
    expect(session.getState()).toMatchObject({ problem: null, conflicts: [], isOffline: false });
    expect(refusedIn(session.getState()!)).toEqual([]);
    return server.splices() - before;
  };
  await type(LONG);
  expect(await type(`${LONG}A`)).toBe(1);
  connection.takesSplices = false;
  expect(await type(`${LONG}An`)).toBe(0);
  connection.takesSplices = true;
  expect(await type(`${LONG}Ana`)).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await type(`${LONG}Ana.`)).toBe(1);
});
