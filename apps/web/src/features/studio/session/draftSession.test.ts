import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, openTab, textOf, write, settle } from '../testing/draftSession.ts';

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
    ben.session.choose('a', 'mine', ben.session.getState()!.sequence);
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('by Ben');
    expect(textOf(ana.session.getState()!.view, 'a')).toBe('by Ben');
    expect(ben.session.getState()!.conflicts).toEqual([]);
  });

  test('a choice is about the version that was shown: what the other wrote since is offered again [STUDIO-303]', async () => {
    const server = fakeServer();
    const ana = await openTab(server, 'ana');
    const ben = await openTab(server, 'ben');
    ben.line.isCut = true;
    write(ana.session, 'a', 'by Ana');
    write(ben.session, 'a', 'by Ben');
    await vi.advanceTimersByTimeAsync(5000);
    ben.line.isCut = false;
    await settle();
    const shown = ben.session.getState()!.sequence;
    write(ana.session, 'a', 'by Ana, and more');
    await vi.advanceTimersByTimeAsync(5000);
    expect(ben.session.getState()!.sequence).toBe(shown + 1);
    ben.session.choose('a', 'mine', shown);
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('by Ana, and more');
    expect(ben.session.getState()!.conflicts).toMatchObject([{ key: 'a', mine: { component: { text: 'by Ben' } } }]);
    ben.session.choose('a', 'mine', shown + 1);
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('by Ben');
    expect(ben.session.getState()!.conflicts).toEqual([]);
  });

  test('a component that the other removed and brought back meanwhile is offered again [STUDIO-303]', async () => {
    const server = fakeServer();
    const ana = await openTab(server, 'ana');
    const ben = await openTab(server, 'ben');
    ben.line.isCut = true;
    ana.session.edit([{ do: 'remove', id: 'a' }]);
    write(ben.session, 'a', 'by Ben');
    await vi.advanceTimersByTimeAsync(5000);
    ben.line.isCut = false;
    await settle();
    const shown = ben.session.getState()!.sequence;
    ben.line.isCut = true;
    ana.session.undo();
    write(ana.session, 'a', 'back, by Ana');
    await vi.advanceTimersByTimeAsync(5000);
    ben.session.choose('a', 'mine', shown);
    ben.line.isCut = false;
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('back, by Ana');
    expect(ben.session.getState()!.conflicts).toMatchObject([
      { key: 'a', by: 'ana', mine: { do: 'set', component: { text: 'by Ben' } } },
    ]);
  });

  test('offers both versions also when single saves of the other are no longer stored [STUDIO-302]', async () => {
    const server = fakeServer();
    const ana = await openTab(server, 'ana');
    const ben = await openTab(server, 'ben');
    ben.line.isCut = true;
    write(ana.session, 'a', 'by Ana');
    ana.session.edit([{ do: 'remove', id: 'c' }]);
    await vi.advanceTimersByTimeAsync(5000);
    write(ben.session, 'a', 'by Ben');
    write(ben.session, 'c', 'by Ben too');
    await vi.advanceTimersByTimeAsync(5000);
    server.purge();
    Object.assign(ben.line, { isCut: false, delay: 1000 });
    while (!ben.session.getState()!.isTooOld) await vi.advanceTimersByTimeAsync(100);
    // Nobody can choose before the other's version is there.
    ben.line.isCut = true;
    ben.session.choose('a', 'mine', ben.session.getState()!.sequence);
    await vi.advanceTimersByTimeAsync(5000);
    ben.line.isCut = false;
    await settle();
    const state = ben.session.getState()!;
    expect(state.conflicts).toMatchObject([
      { key: 'a', by: 'ana', mine: { component: { text: 'by Ben' } } },
      { key: 'c', by: 'ana', mine: { component: { text: 'by Ben too' } }, place: { after: 'b' } },
    ]);
    expect(ben.storage.kept()?.conflicts).toHaveLength(2);
    expect(state.view).toEqual(server.draft());
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
