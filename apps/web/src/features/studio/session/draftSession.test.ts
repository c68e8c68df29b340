import { ApiError } from '@portico/client/ApiError';
import { mergeChanges, type Stamps } from '@portico/authoring/mergeChanges';
import { walkDraft } from '@portico/authoring/tree/find';
import type { ContentComponent } from '@portico/contracts/content';
import type { Change, Draft } from '@portico/contracts/studio/draft';
import type { Conflict, SavedChanges, StudioItem } from '@portico/contracts/studio/studio';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nothingWaits, standing } from '../testing/studioItems.ts';
import { createDraftSession, type DraftSession, type SessionCalls } from './draftSession.ts';
import type { Unsaved } from './sessionState.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

const header = (id: string, text: string): ContentComponent => ({ id, type: 'Header', level: 2, text });
const fields = { header: '', description: '' } as Draft['fields'];
const start: Draft = {
  fields,
  trees: { components: ['a', 'b', 'c'].map((id) => header(id, '')), preEventData: [], postEventData: [] },
};

/** What the server does, in memory. */
function fakeServer() {
  let stored: { draft: Draft; stamps: Stamps } = { draft: start, stamps: {} };
  const log: SavedChanges[] = [];
  const answers = new Map<string, Conflict[]>();
  /** Called after every save, as the stream notifies open tabs. */
  const listeners: Array<() => void> = [];
  const sequence = () => log.length;
  const batches: Change[][] = [];
  const refuses = { changes: (_changes: Change[]): boolean => false };
  const since = (base: number) => structuredClone(log.slice(base));
  return {
    listeners,
    /** What was sent, call by call. */
    batches,
    refuses,
    draft: () => stored.draft,
    open: (): StudioItem =>
      ({
        id: 'item',
        kind: 'news',
        version: 1,
        state: 'Draft',
        sequence: sequence(),
        draft: structuredClone(stored.draft),
        people: [],
        ...standing,
      }) as unknown as StudioItem,
    save(clientId: string, { batchId, base, changes }: { batchId: string; base: number; changes: Change[] }) {
      batches.push(changes);
      if (refuses.changes(changes))
        throw new ApiError({ status: 413, code: 'payload_too_large', detail: 'The item is too large.' });
      let conflicts = answers.get(batchId);
      if (!conflicts) {
        const merged = mergeChanges(stored, structuredClone(changes), {
          base,
          sequence: sequence() + 1,
          by: clientId,
          clientId,
        });
        stored = merged;
        conflicts = structuredClone(merged.conflicts);
        answers.set(batchId, conflicts);
        log.push({ sequence: sequence() + 1, clientId, by: clientId, changes: merged.made });
        for (const listener of listeners) listener();
      }
      return {
        sequence: sequence(),
        savedAt: '2026-11-23T15:00:00.000Z',
        conflicts,
        saved: since(base),
        isTooOld: false,
      };
    },
    follow: (base: number) => ({
      sequence: sequence(),
      version: 1,
      state: 'Draft' as const,
      isLive: false,
      ...standing,
      ...nothingWaits,
      saved: since(base),
      people: [],
      isTooOld: false,
    }),
  };
}

/** The connection of one tab: answers take a while, and get lost before or behind the server while it is cut. */
function connect(server: ReturnType<typeof fakeServer>, clientId: string) {
  const line = { isCut: false, losesAnswer: false, delay: 10 };
  const lost = () => new ApiError({ status: 0, code: 'network', detail: 'Not reached' });
  const over = <Answer>(ask: () => Answer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      setTimeout(() => {
        if (line.isCut && !line.losesAnswer) return reject(lost());
        let answer: Answer;
        try {
          answer = ask();
        } catch (error) {
          return reject(error as Error);
        }
        setTimeout(() => (line.isCut ? reject(lost()) : resolve(answer)), line.delay);
      }, line.delay);
    });
  const calls: SessionCalls = {
    open: () => over(server.open),
    save: (batch) => over(() => server.save(clientId, batch)),
    follow: ({ since }) => over(() => server.follow(since)),
  };
  return { line, calls };
}

/** Storage of a tab. After `crash`, what the tab still does changes nothing, and the next tab gets what was kept. */
interface Memory extends UnsavedStorage {
  kept: () => Unsaved | undefined;
  crash: () => Memory;
  /** Letters that fit; set it to fill the browser's storage. */
  room: number;
}
function memory(kept?: string): Memory {
  let isGone = false;
  const read = () => (kept === undefined ? undefined : (JSON.parse(kept) as Unsaved));
  const storage: Memory = {
    kept: read,
    room: Infinity,
    crash: () => {
      isGone = true;
      return memory(kept);
    },
    read,
    takeOver: () => undefined,
    write: (unsaved) => {
      const text = JSON.stringify(unsaved);
      if (text.length > storage.room) return false;
      if (!isGone) kept = text;
      return true;
    },
    remove: () => {
      if (!isGone) kept = undefined;
    },
    removeOwn: () => storage.remove(),
  };
  return storage;
}

async function openTab(server: ReturnType<typeof fakeServer>, clientId: string, storage = memory()) {
  const { line, calls } = connect(server, clientId);
  const session = createDraftSession(calls, storage);
  const opening = session.refresh();
  await vi.advanceTimersByTimeAsync(200);
  await opening;
  server.listeners.push(() => {
    if (!line.isCut) void session.refresh();
  });
  return { session, line, storage, clientId };
}

const textOf = (draft: Draft, id: string): string =>
  [...walkDraft(draft)].map(({ component }) => component).find((component) => component.id === id)?.['text' as never] ??
  '';
const write = (session: DraftSession, id: string, text: string): void =>
  session.edit([{ do: 'set', component: header(id, text) }], `set ${id}`);
const settle = () => vi.advanceTimersByTimeAsync(200_000);

describe('an open item', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is saved within two seconds of the last key, however long somebody types [STUDIO-015]', async () => {
    const server = fakeServer();
    const { session } = await openTab(server, 'tab');
    for (let letter = 1; letter <= 60; letter += 1) {
      write(session, 'a', 'x'.repeat(letter));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(textOf(server.draft(), 'a').length).toBeGreaterThan(30);
    await vi.advanceTimersByTimeAsync(2000);
    expect(textOf(server.draft(), 'a')).toBe('x'.repeat(60));
  });

  test('keeps letters that are typed while an answer comes', async () => {
    const server = fakeServer();
    const { session, line } = await openTab(server, 'tab');
    line.delay = 700;
    for (let letter = 1; letter <= 100; letter += 1) {
      write(session, 'a', 'x'.repeat(letter));
      await vi.advanceTimersByTimeAsync(90);
      expect(textOf(session.getState()!.view, 'a')).toBe('x'.repeat(letter));
    }
  });

  test('keeps everything in the browser while offline, and a new tab sends it [STUDIO-016]', async () => {
    const server = fakeServer();
    const { session, line, storage } = await openTab(server, 'old');
    line.isCut = true;
    write(session, 'a', 'written offline');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(session.getState()!.isOffline).toBe(true);
    expect(textOf(server.draft(), 'a')).toBe('');
    void session.close();
    await settle();
    const { session: next } = await openTab(server, 'new', storage);
    await settle();
    expect(textOf(next.getState()!.view, 'a')).toBe('written offline');
    expect(textOf(server.draft(), 'a')).toBe('written offline');
    expect(storage.kept()).toBeUndefined();
  });

  test('undoes words, structure and properties alike, a pause at a time [STUDIO-002]', async () => {
    const { session } = await openTab(fakeServer(), 'tab');
    write(session, 'a', 'One');
    write(session, 'a', 'One two');
    await vi.advanceTimersByTimeAsync(5000);
    write(session, 'a', 'One two three');
    session.edit([{ do: 'remove', id: 'b' }]);
    session.edit([{ do: 'field', name: 'header', value: 'Title' }]);
    session.undo();
    session.undo();
    expect(session.getState()!.view.trees.components.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    session.undo();
    expect(textOf(session.getState()!.view, 'a')).toBe('One two');
    session.undo();
    expect(textOf(session.getState()!.view, 'a')).toBe('');
    for (let step = 0; step < 4; step += 1) session.redo();
    expect(session.getState()!.view.fields.header).toBe('Title');
    expect(textOf(session.getState()!.view, 'a')).toBe('One two three');
  });

  test('shows both versions where two wrote the same, and the second chooses [STUDIO-004]', async () => {
    const server = fakeServer();
    const ana = await openTab(server, 'ana');
    const ben = await openTab(server, 'ben');
    ben.line.isCut = true;
    write(ana.session, 'a', 'by Ana');
    write(ben.session, 'a', 'by Ben');
    await vi.advanceTimersByTimeAsync(5000);
    ben.line.isCut = false;
    await settle();
    expect(textOf(ben.session.getState()!.view, 'a')).toBe('by Ana');
    expect(ben.session.getState()!.conflicts).toMatchObject([
      { key: 'a', by: 'ana', mine: { component: { text: 'by Ben' } } },
    ]);
    ben.session.choose('a', 'mine');
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('by Ben');
    expect(textOf(ana.session.getState()!.view, 'a')).toBe('by Ben');
    expect(ben.session.getState()!.conflicts).toEqual([]);
  });
});

describe('an open item in a browser whose storage is full', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is saved all the same, and says that there is no local copy until one can be kept again [STUDIO-074]', async () => {
    const server = fakeServer();
    const { session, storage } = await openTab(server, 'tab');
    expect(session.getState()!.isKeptHere).toBe(true);
    storage.room = 0;
    write(session, 'a', 'no room');
    expect(session.getState()!.isKeptHere).toBe(false);
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('no room');
    // Saved or not, the next word has no room either: the note does not come and go with every save.
    expect(session.getState()!.isKeptHere).toBe(false);

    storage.room = Infinity;
    write(session, 'a', 'room again');
    expect(session.getState()!.isKeptHere).toBe(true);
    expect(storage.kept()?.pending).toHaveLength(1);
  });

  test('keeps what is written on the page while offline too, and sends it later [STUDIO-074]', async () => {
    const server = fakeServer();
    const { session, storage, line } = await openTab(server, 'tab');
    line.isCut = true;
    storage.room = 0;
    write(session, 'a', 'only here');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(session.getState()).toMatchObject({ isOffline: true, isKeptHere: false });
    line.isCut = false;
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('only here');
  });

  test('leaves no older copy that a later tab would write over what is saved [STUDIO-074]', async () => {
    const server = fakeServer();
    const { session, storage, line } = await openTab(server, 'tab');
    line.delay = 300;
    write(session, 'a', 'first words');
    storage.room = 0;
    write(session, 'a', 'first words and more');
    expect(storage.kept()?.pending).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    write(session, 'a', 'first words and more, on the page only');
    await vi.advanceTimersByTimeAsync(500);
    expect(textOf(server.draft(), 'a')).toBe('first words and more');

    line.isCut = true;
    void session.close();
    await openTab(server, 'tab', storage.crash());
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('first words and more');
  });
});

describe('much that was written at once', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const insert = (component: ContentComponent, after: string): Change => ({
    do: 'insert',
    component,
    place: { tree: 'components', parent: null, after },
  });
  const part = (n: number, text = 'x') => insert(header(`p${n}`, text), n === 0 ? 'c' : `p${n - 1}`);
  const parts = (count: number, text?: string) => Array.from({ length: count }, (_, n) => part(n, text));
  const idsOf = (draft: Draft) => draft.trees.components.map(({ id }) => id);
  const tooLong = 'x'.repeat(1_000_001);

  test('is saved in several calls, in order [STUDIO-072]', async () => {
    const server = fakeServer();
    const { session, storage } = await openTab(server, 'tab');
    session.edit(parts(900, 'x'.repeat(1500)));
    expect(await settleAnd(session.flush())).toBe(true);
    expect(server.batches.length).toBeGreaterThan(4);
    for (const batch of server.batches) {
      expect(batch.length).toBeLessThanOrEqual(200);
      expect(JSON.stringify(batch).length).toBeLessThan(260_000);
    }
    expect(idsOf(server.draft())).toEqual(['a', 'b', 'c', ...Array.from({ length: 900 }, (_, n) => `p${n}`)]);
    expect(storage.kept()).toBeUndefined();
  });

  test('counts bytes, not letters, for the size of a call [STUDIO-072]', async () => {
    const server = fakeServer();
    const { session } = await openTab(server, 'tab');
    session.edit(parts(4, '漢'.repeat(40_000)));
    await settle();
    expect(server.batches.map((batch) => batch.length)).toEqual([2, 2]);
  });

  test('is saved except for one part that is too large, which stays on the page and in the browser [STUDIO-073]', async () => {
    const server = fakeServer();
    const { session, storage } = await openTab(server, 'tab');
    session.edit([part(0), part(1, tooLong), part(2), part(3)]);
    await settle();
    const state = session.getState()!;
    expect(idsOf(server.draft())).toEqual(['a', 'b', 'c', 'p0', 'p2', 'p3']);
    expect(idsOf(state.view)).toEqual(['a', 'b', 'c', 'p0', 'p1', 'p2', 'p3']);
    expect(state.pending).toMatchObject([{ refusal: expect.stringMatching(/^This is too large/) as string }]);
    expect(await session.flush()).toBe(false);
    expect(JSON.stringify(server.batches)).not.toContain(tooLong);
    void session.close();

    const { session: next } = await openTab(server, 'next', storage);
    expect(textOf(next.getState()!.view, 'p1')).toBe(tooLong);
    write(next, 'p1', 'Shorter');
    await settle();
    expect(idsOf(server.draft())).toEqual(['a', 'b', 'c', 'p0', 'p1', 'p2', 'p3']);
    expect(textOf(server.draft(), 'p1')).toBe('Shorter');
    expect(storage.kept()).toBeUndefined();
  });

  test('is saved without a part that was too large once it is removed or undone [STUDIO-073]', async () => {
    const server = fakeServer();
    const { session } = await openTab(server, 'tab');
    session.edit([part(0, tooLong)]);
    write(session, 'a', 'before');
    await settle();
    session.edit([{ do: 'remove', id: 'p0' }]);
    expect(await settleAnd(session.flush())).toBe(true);
    write(session, 'a', tooLong);
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('before');
    session.undo();
    expect(await settleAnd(session.flush())).toBe(true);
    expect(session.getState()!.view).toEqual(server.draft());
  });

  test('is saved as far as the server takes it; what it refused is tried again when there is room [STUDIO-073]', async () => {
    const server = fakeServer();
    const { session, line } = await openTab(server, 'tab');
    server.refuses.changes = (changes) => JSON.stringify(changes).includes('huge');
    session.edit([...parts(40), insert(header('h', 'huge'), 'a'), { do: 'remove', id: 'b' }]);
    await settle();
    expect(idsOf(server.draft())).toEqual(['a', 'c', ...Array.from({ length: 40 }, (_, n) => `p${n}`)]);
    expect(session.getState()!.pending).toMatchObject([{ refusal: 'The item is too large.' }]);

    line.delay = 500;
    server.refuses.changes = () => false;
    expect(await settleAnd(session.retry())).toBe(true);
    expect(idsOf(server.draft()).slice(0, 2)).toEqual(['a', 'h']);
  });

  test('takes up what is written in a part while it is being refused [STUDIO-073]', async () => {
    const server = fakeServer();
    const { session, line } = await openTab(server, 'tab');
    line.delay = 500;
    server.refuses.changes = (changes) => JSON.stringify(changes).includes('huge');
    session.edit([insert(header('h', 'huge'), 'a')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(session.getState()!.inFlight).not.toBeNull();
    write(session, 'h', 'small');
    await settle();
    expect(textOf(server.draft(), 'h')).toBe('small');
    expect(session.getState()!.conflicts).toEqual([]);
  });
});

async function settleAnd<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
  await settle();
  return outcome;
}

type Tab = Awaited<ReturnType<typeof openTab>>;

interface Action {
  who: 0 | 1;
  kind: 'write' | 'wait' | 'cut' | 'connect' | 'crash';
  key: 'a' | 'b';
  ms: number;
  losesAnswer: boolean;
}
const actions = fc.array(
  fc.record<Action>({
    who: fc.constantFrom(0, 1),
    kind: fc.constantFrom('write', 'write', 'write', 'wait', 'cut', 'connect', 'crash'),
    key: fc.constantFrom('a', 'a', 'b'),
    ms: fc.nat(1500),
    losesAnswer: fc.boolean(),
  }),
  { minLength: 20, maxLength: 80 },
);

test('two who write at random, cut off or crashing now and then, lose no word: each is stored or offered [STUDIO-003, STUDIO-004]', async () => {
  vi.useFakeTimers();
  try {
    await fc.assert(
      fc.asyncProperty(actions, async (steps) => {
        const server = fakeServer();
        const tabs: [Tab, Tab] = [await openTab(server, 'ana'), await openTab(server, 'ben')];
        const words: string[] = [];
        for (const { who, kind, key, ms, losesAnswer } of steps) {
          const { session, line, storage } = tabs[who];
          const state = session.getState()!;
          if (kind === 'cut') Object.assign(line, { isCut: true, losesAnswer });
          if (kind === 'connect') line.isCut = false;
          if (kind === 'crash') {
            line.isCut = true;
            void session.close();
            tabs[who] = await openTab(server, tabs[who].clientId, storage.crash());
          }
          if (kind === 'write' && !state.conflicts.some((conflict) => conflict.key === key)) {
            words.push(`w${words.length}.`);
            write(session, key, `${textOf(state.view, key)} ${words.at(-1)}`);
          }
          await vi.advanceTimersByTimeAsync(kind === 'wait' ? ms * 4 : ms / 5);
        }
        for (const { line } of tabs) line.isCut = false;
        await settle();
        const offered = tabs.flatMap(({ session }) =>
          session.getState()!.conflicts.map(({ mine }) => JSON.stringify(mine)),
        );
        const everything = JSON.stringify(server.draft()) + offered.join();
        for (const word of words) expect(everything).toContain(word);
        for (const { session } of tabs) {
          expect(session.getState()!.base).toEqual(server.draft());
          expect(session.getState()!.view).toEqual(server.draft());
          void session.close();
        }
      }),
      { numRuns: 200 },
    );
  } finally {
    vi.useRealTimers();
  }
});
