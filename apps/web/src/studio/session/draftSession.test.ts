import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { fakeServer, openTab, textOf, write, settle } from '../testing/draftSession.ts';

/**
 * Two people gave a heading another level and text while the second one was offline, and both are online again. Two
 * levels can't be merged.
 */
async function writeTheSame() {
  const server = fakeServer();
  const ana = await openTab(server, 'ana');
  const ben = await openTab(server, 'ben');
  ben.connection.isDown = true;
  write(ana.session, 'a', 'by Ana', 3);
  write(ben.session, 'a', 'by Ben', 4);
  await vi.advanceTimersByTimeAsync(5000);
  ben.connection.isDown = false;
  await settle();
  return { server, ana, ben };
}

describe('an open item', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is saved while typing continues, and within two seconds of the last key [STUDIO-015]', async () => {
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

  test('is saved in time by a computer that sets its clock back while a colleague saves [STUDIO-015]', async () => {
    const server = fakeServer();
    const [ana, ben] = [await openTab(server, 'ana'), await openTab(server, 'ben')];
    write(ben!.session, 'b', 'At the desk');
    await vi.advanceTimersByTimeAsync(700);
    write(ana!.session, 'a', 'On the train');
    vi.setSystemTime(Date.now() - HOUR_MS);
    await vi.advanceTimersByTimeAsync(2000);
    expect(textOf(server.draft(), 'a')).toBe('On the train');
  });

  test.each([10, 40, 100, 300])(
    'collects letters into few saves while a colleague types in the same item, with calls of %i ms [STUDIO-015]',
    async (delay) => {
      const server = fakeServer();
      const tabs = [await openTab(server, 'ana'), await openTab(server, 'ben')];
      for (const { connection } of tabs) connection.delay = delay;
      for (let letter = 1; letter <= 60; letter += 1) {
        write(tabs[0]!.session, 'a', 'x'.repeat(letter));
        await vi.advanceTimersByTimeAsync(60);
        write(tabs[1]!.session, 'b', 'y'.repeat(letter));
        await vi.advanceTimersByTimeAsync(90);
      }
      expect(server.batches.length).toBeLessThan(25);
      expect(textOf(server.draft(), 'a').length).toBeGreaterThan(30);
      await vi.advanceTimersByTimeAsync(3000);
      expect(textOf(server.draft(), 'a')).toBe('x'.repeat(60));
      expect(textOf(server.draft(), 'b')).toBe('y'.repeat(60));
    },
  );

  test('waits for a pause again after everything was taken over by a choice between two versions [STUDIO-015]', async () => {
    const { server, ben } = await writeTheSame();
    const before = server.batches.length;
    for (let letter = 1; letter <= 5; letter += 1) {
      write(ben.session, 'b', 'y'.repeat(letter));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(server.batches.length).toBe(before);
    await vi.advanceTimersByTimeAsync(900);
    expect(server.batches.length).toBe(before + 1);
  });

  test('keeps text typed while a response is pending', async () => {
    const server = fakeServer();
    const { session, connection } = await openTab(server, 'tab');
    connection.delay = 700;
    for (let letter = 1; letter <= 100; letter += 1) {
      write(session, 'a', 'x'.repeat(letter));
      await vi.advanceTimersByTimeAsync(90);
      expect(textOf(session.getState()!.view, 'a')).toBe('x'.repeat(letter));
    }
  });

  test('stores everything in the browser while offline, and a new tab sends it [STUDIO-016]', async () => {
    const server = fakeServer();
    const { session, connection, storage } = await openTab(server, 'old');
    connection.isDown = true;
    write(session, 'a', 'written offline');
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(session.getState()!.isOffline).toBe(true);
    expect(textOf(server.draft(), 'a')).toBe('');
    void session.close();
    await settle();
    const { session: next } = await openTab(server, 'new', storage);
    await settle();
    expect(textOf(next.getState()!.view, 'a')).toBe('written offline');
    expect(textOf(server.draft(), 'a')).toBe('written offline');
    expect(storage.stored()).toBeUndefined();
  });

  test('undoes text, structure and fields alike, with a new step after each pause [STUDIO-002]', async () => {
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

  test('shows both versions when two people change the same component, and the second person chooses [STUDIO-004]', async () => {
    const { server, ana, ben } = await writeTheSame();
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

  test('applies a choice only to the version that was shown: a later change by the other person is offered again [STUDIO-303]', async () => {
    const { server, ana, ben } = await writeTheSame();
    const shown = ben.session.getState()!.sequence;
    write(ana.session, 'a', 'by Ana, and more', 2);
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

  test('offers a component again that the other person removed and restored in the meantime [STUDIO-303]', async () => {
    const server = fakeServer();
    const ana = await openTab(server, 'ana');
    const ben = await openTab(server, 'ben');
    ben.connection.isDown = true;
    ana.session.edit([{ do: 'remove', id: 'a' }]);
    write(ben.session, 'a', 'by Ben');
    await vi.advanceTimersByTimeAsync(5000);
    ben.connection.isDown = false;
    await settle();
    const shown = ben.session.getState()!.sequence;
    ben.connection.isDown = true;
    ana.session.undo();
    write(ana.session, 'a', 'back, by Ana');
    await vi.advanceTimersByTimeAsync(5000);
    ben.session.choose('a', 'mine', shown);
    ben.connection.isDown = false;
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('back, by Ana');
    expect(ben.session.getState()!.conflicts).toMatchObject([
      { key: 'a', by: 'ana', mine: { do: 'set', component: { text: 'by Ben' } } },
    ]);
  });

  test('offers both versions even if the individual saves of the other person are no longer stored [STUDIO-302]', async () => {
    const server = fakeServer();
    const ana = await openTab(server, 'ana');
    const ben = await openTab(server, 'ben');
    ben.connection.isDown = true;
    write(ana.session, 'a', 'by Ana');
    ana.session.edit([{ do: 'remove', id: 'c' }]);
    await vi.advanceTimersByTimeAsync(5000);
    write(ben.session, 'a', 'by Ben');
    write(ben.session, 'c', 'by Ben too');
    await vi.advanceTimersByTimeAsync(5000);
    server.purge();
    Object.assign(ben.connection, { isDown: false, delay: 1000 });
    while (!ben.session.getState()!.isTooOld) await vi.advanceTimersByTimeAsync(100);
    // Choosing has no effect before the other version has loaded.
    ben.connection.isDown = true;
    ben.session.choose('a', 'mine', ben.session.getState()!.sequence);
    await vi.advanceTimersByTimeAsync(5000);
    ben.connection.isDown = false;
    await settle();
    const state = ben.session.getState()!;
    expect(state.conflicts).toMatchObject([
      { key: 'a', by: 'ana', mine: { component: { text: 'by Ben' } } },
      { key: 'c', by: 'ana', mine: { component: { text: 'by Ben too' } }, place: { after: 'b' } },
    ]);
    expect(ben.storage.stored()?.conflicts).toHaveLength(2);
    expect(state.view).toEqual(server.draft());
  });
});

describe('an open item in a browser whose storage is full', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is still saved, and reports that there is no local copy until one can be stored again [STUDIO-074]', async () => {
    const server = fakeServer();
    const { session, storage } = await openTab(server, 'tab');
    expect(session.getState()!.isStoredLocally).toBe(true);
    storage.capacity = 0;
    write(session, 'a', 'no room');
    expect(session.getState()!.isStoredLocally).toBe(false);
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('no room');
    // Still false after the save, because the next change would not fit either; otherwise the note would flicker.
    expect(session.getState()!.isStoredLocally).toBe(false);

    storage.capacity = Infinity;
    write(session, 'a', 'room again');
    expect(session.getState()!.isStoredLocally).toBe(true);
    expect(storage.stored()?.pending).toHaveLength(1);
  });

  test('keeps changes on the page while offline, and sends them later [STUDIO-074]', async () => {
    const server = fakeServer();
    const { session, storage, connection } = await openTab(server, 'tab');
    connection.isDown = true;
    storage.capacity = 0;
    write(session, 'a', 'only here');
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(session.getState()).toMatchObject({ isOffline: true, isStoredLocally: false });
    connection.isDown = false;
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('only here');
  });

  test('leaves no outdated copy that a later tab would save over newer text [STUDIO-074]', async () => {
    const server = fakeServer();
    const { session, storage, connection } = await openTab(server, 'tab');
    connection.delay = 300;
    write(session, 'a', 'first words');
    storage.capacity = 0;
    write(session, 'a', 'first words and more');
    expect(storage.stored()?.pending).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    write(session, 'a', 'first words and more, on the page only');
    await vi.advanceTimersByTimeAsync(500);
    expect(textOf(server.draft(), 'a')).toBe('first words and more');

    connection.isDown = true;
    void session.close();
    await openTab(server, 'tab', storage.crash());
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('first words and more');
  });
});
