import fc from 'fast-check';
import type { Change } from '@portico/contracts/studio/draft';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, fakeServer, openTab, settle, textOf, write } from '../testing/draftSession.ts';
import { typeAtRandom, typingSteps, undoAtRandom, undoSteps, type UndoStep } from '../testing/randomTyping.ts';
import { createDraftSession } from './draftSession.ts';
import { refusedIn } from './refusals.ts';

type Tab = Awaited<ReturnType<typeof openTab>>;
const state = ({ session }: Tab) => session.getState()!;
const shown = (tab: Tab) => textOf(state(tab).view, 'a');
const title = (value: string): Change => ({ do: 'field', name: 'header', value });

async function twoTabs() {
  const server = fakeServer();
  const [ana, ben] = [await openTab(server, 'ana'), await openTab(server, 'ben')];
  write(ana.session, 'a', 'Start. End.');
  await settle();
  return { server, ana, ben };
}

/** Types a word before `place` in the text that the tab shows, letter by letter. */
async function type(tab: Tab, word: string, place: string, ms = 90): Promise<void> {
  for (const letter of word) {
    write(tab.session, 'a', shown(tab).replace(place, letter + place));
    await vi.advanceTimersByTimeAsync(ms);
  }
}

describe('two people who type in one text', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([10, 150, 700])(
    'keep every key and see those of the other person, with calls of %i ms [COWRITE-004]',
    async (delay) => {
      const { server, ana, ben } = await twoTabs();
      for (const { connection } of [ana, ben]) connection.delay = delay;
      await Promise.all([
        type(ana, 'Ana wrote this here, with care.', ' End.', 70),
        type(ben, 'BEN TYPED IT AS WELL', 'Start.', 110),
      ]);
      await settle();
      const expected = 'BEN TYPED IT AS WELLStart.Ana wrote this here, with care. End.';
      expect([textOf(server.draft(), 'a'), shown(ana), shown(ben)]).toEqual([expected, expected, expected]);
      expect([...state(ana).conflicts, ...state(ben).conflicts]).toEqual([]);
    },
  );

  test('get back what both deleted at the same time: once, or twice if one has written beside it [COWRITE-004]', async () => {
    const { server, ana, ben } = await twoTabs();
    const bringBack = async (written: string) => {
      for (const tab of [ana, ben]) write(tab.session, 'a', 'End.');
      await settle();
      for (const { session, connection } of [ana, ben]) {
        connection.isDown = true;
        session.undo();
      }
      write(ben.session, 'a', written);
      await vi.advanceTimersByTimeAsync(5000);
      for (const { connection } of [ana, ben]) connection.isDown = false;
      await settle();
      expect([shown(ana), shown(ben)]).toEqual(Array(2).fill(textOf(server.draft(), 'a')));
      return shown(ana);
    };
    expect(await bringBack('Start. End.')).toBe('Start. End.');
    expect(await bringBack('Start. Soon. End.')).toBe('Start. Soon. Start. End.');
  });

  test('keep the words of each in one piece at the same place [COWRITE-004]', async () => {
    const { server, ana, ben } = await twoTabs();
    ben.connection.isDown = true;
    await Promise.all([type(ana, 'learn', 'End.'), type(ben, 'read', 'End.')]);
    await vi.advanceTimersByTimeAsync(5000);
    ben.connection.isDown = false;
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('Start. readlearnEnd.');
    expect(shown(ana)).toBe('Start. readlearnEnd.');
  });

  test('merge titles as they type [COWRITE-004]', async () => {
    const { server, ana, ben } = await twoTabs();
    ana.session.edit([title('-')]);
    await settle();
    for (let count = 1; count <= 40; count += 1) {
      ana.session.edit([title(`A${state(ana).view.fields.header}`)], 'field header');
      ben.session.edit([title(`${state(ben).view.fields.header}b`)], 'field header');
      await vi.advanceTimersByTimeAsync(70);
    }
    await settle();
    expect(server.draft().fields.header).toBe(`${'A'.repeat(40)}-${'b'.repeat(40)}`);
    expect(state(ben).view.fields.header).toBe(server.draft().fields.header);
  });

  test('undo and redo only their own words, even when older saves are no longer stored [COWRITE-006]', async () => {
    const { server, ana, ben } = await twoTabs();
    await Promise.all([type(ana, 'by Ana', ' End.'), type(ben, 'BY BEN', 'Start.')]);
    await settle();
    await type(ben, 'MORE', 'Start.');
    await settle();
    server.purge();
    ana.session.undo();
    // Ana's words may be several steps, because Ben's arrived between them.
    while (shown(ana).includes('Ana') || shown(ana).includes('by')) ana.session.undo();
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('BY BENMOREStart. End.');
    while (state(ana).redo.length > 0) ana.session.redo();
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('BY BENMOREStart.by Ana End.');
    expect(shown(ben)).toBe(textOf(server.draft(), 'a'));
  });

  test('keep what one typed offline when the other moves the text and writes in it [COWRITE-004]', async () => {
    const { server, ana, ben } = await twoTabs();
    ben.connection.isDown = true;
    await type(ben, 'OFFLINE', 'End.');
    ana.session.edit([{ do: 'move', id: 'a', place: { tree: 'components', parent: null, after: 'c' } }]);
    await type(ana, 'online', 'Start.');
    await vi.advanceTimersByTimeAsync(5000);
    ben.connection.isDown = false;
    await settle();
    expect(server.draft().trees.components.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(textOf(server.draft(), 'a')).toBe('onlineStart. OFFLINEEnd.');
  });

  test('keep words typed before a crash and after it [COWRITE-004]', async () => {
    const { server, ana, ben } = await twoTabs();
    ben.connection.isDown = true;
    await type(ben, 'BEFORE', 'End.');
    await type(ana, 'online', 'Start.');
    await vi.advanceTimersByTimeAsync(3000);
    const again = await openTab(server, 'ben', ben.storage.crash());
    await type(again, 'AFTER', 'End.');
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('onlineStart. BEFOREAFTEREnd.');
    expect(shown(again)).toBe(textOf(server.draft(), 'a'));
  });

  test.each([
    [1, 800],
    [2, 200],
  ])('send what they type in time when %i tabs have the item open: after %i ms [COWRITE-007]', async (tabs, ms) => {
    const server = fakeServer();
    const { calls } = connect(server, 'ana');
    const person = { name: 'Ana', isSelf: false, focus: null };
    const people = Array.from({ length: tabs }, (_, index) => ({ ...person, clientId: String(index) }));
    const session = createDraftSession(
      {
        ...calls,
        open: async () => ({ ...(await calls.open()), people }),
        follow: async (seen) => ({ ...(await calls.follow(seen)), people }),
      },
      { ...(await openTab(server, 'other')).storage },
    );
    void session.refresh();
    await vi.advanceTimersByTimeAsync(200);
    write(session, 'a', 'x');
    await vi.advanceTimersByTimeAsync(ms - 10);
    expect(textOf(server.draft(), 'a')).toBe('');
    await vi.advanceTimersByTimeAsync(30);
    expect(textOf(server.draft(), 'a')).toBe('x');
    void session.close();
  });

  test('keep every key, whatever they type and however bad the connection is [COWRITE-004]', async () => {
    await fc.assert(
      fc.asyncProperty(typingSteps(2), async (steps) => void (await typeAtRandom(2, steps))),
      { numRuns: 100 },
    );
  });

  test('undo and redo only their own letters, whatever they do [COWRITE-006, COWRITE-010]', async () => {
    await fc.assert(
      fc.asyncProperty(undoSteps, (steps) => undoAtRandom(steps)),
      { numRuns: 100 },
    );
  });

  test.each<[string, ...Array<[who: number, kind: UndoStep['kind'], times: number, ms: number]>]>([
    [
      'words that return behind those of someone who writes on',
      [0, 'slow', 1, 33],
      [0, 'type', 3, 0],
      [1, 'type', 4, 0],
      [0, 'type', 1, 0],
      [0, 'redo', 1, 200],
      [1, 'undo', 1, 220],
      [1, 'redo', 1, 0],
      [0, 'slow', 1, 175],
      [0, 'type', 1, 0],
    ],
    [
      'words behind a word that someone takes back',
      [1, 'type', 3, 71],
      [1, 'undo', 1, 0],
      [1, 'type', 1, 0],
      [0, 'undo', 1, 0],
      [0, 'type', 3, 74],
    ],
  ])('keep the order of %s [COWRITE-006, COWRITE-010]', async (_, ...steps) => {
    await undoAtRandom(steps.map(([who, kind, times, ms]) => ({ who, kind, times, ms })));
    expect.hasAssertions();
  });

  test('keep what was merged with a save whose answer was lost, even when older saves are no longer stored [COWRITE-010]', async () => {
    const { server, ana, ben } = await twoTabs();
    Object.assign(ben.connection, { isDown: true, losesResponse: true });
    await type(ana, 'online', 'Start.');
    await vi.advanceTimersByTimeAsync(1000);
    await type(ben, 'first', 'End.');
    await vi.advanceTimersByTimeAsync(1500);
    expect(textOf(server.draft(), 'a')).toBe('onlineStart. firstEnd.');
    await type(ben, 'later', 'End.');
    server.purge();
    ben.connection.isDown = false;
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('onlineStart. firstlaterEnd.');
    expect([shown(ana), shown(ben)]).toEqual([textOf(server.draft(), 'a'), textOf(server.draft(), 'a')]);
    expect([...state(ana).conflicts, ...state(ben).conflicts]).toEqual([]);
  });

  test('keep a text that is too long when merged in the browser: it is reported as not saved until it is shorter [COWRITE-011]', async () => {
    const { server, ana, ben } = await twoTabs();
    server.refuses.changes = (changes) =>
      changes.some((change) => JSON.stringify(change).includes('onlineStart. later'));
    server.refuses.error = {
      status: 400,
      code: 'invalid_input',
      detail: 'Too long',
      issues: [{ path: 'text', message: 'Too long' }],
    };
    await type(ana, 'online', 'Start.', 10);
    await type(ben, 'later', 'End.', 200);
    expect(shown(ben)).toBe('onlineStart. laterEnd.');
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('onlineStart. End.');
    expect(shown(ben)).toBe('onlineStart. laterEnd.');
    expect(refusedIn(state(ben))).toMatchObject([{ refusal: 'Too long' }]);
    write(ben.session, 'a', 'onlineStart. lateEnd.');
    await settle();
    expect(refusedIn(state(ben))).toEqual([]);
    expect([textOf(server.draft(), 'a'), shown(ana)]).toEqual(['onlineStart. lateEnd.', 'onlineStart. lateEnd.']);
  });
});
