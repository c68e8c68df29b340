import type { ContentComponent } from '@portico/kinds/content';
import type { Change } from '@portico/contracts/studio/draft';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, openTab, settle, textOf, write } from '../testing/draftSession.ts';
import { header } from '../testing/studioItems.ts';

type Tab = Awaited<ReturnType<typeof openTab>>;

const state = ({ session }: Tab) => session.getState()!;
const shown = (tab: Tab) => textOf(state(tab).view, 'a');

/** Both tabs open; Ben has the caret in component `a`. */
async function twoTabs() {
  const server = fakeServer();
  const [ana, ben] = [await openTab(server, 'ana'), await openTab(server, 'ben')];
  ben.session.write('a');
  return { server, ana, ben };
}

/**
 * Both type letters in turn, `ms` apart, in a heading to which both gave another level, so that their versions can't be
 * merged. Returns what Ben's text looked like after each of his letters.
 */
async function typeAtOnce({ ana, ben }: { ana: Tab; ben: Tab }, letters: number, ms = 70): Promise<string[]> {
  const seen: string[] = [];
  for (let count = 1; count <= letters; count += 1) {
    write(ana.session, 'a', `Ana${'a'.repeat(count)}`, 3);
    write(ben.session, 'a', `${shown(ben)}b`, 4);
    seen.push(shown(ben));
    await vi.advanceTimersByTimeAsync(ms);
  }
  return seen;
}

describe('two people who write in one text', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('each see only their own text until they leave it, and every typed character is offered [STUDIO-317]', async () => {
    const { server, ana, ben } = await twoTabs();
    const seen = await typeAtOnce({ ana, ben }, 100);
    expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => 'b'.repeat(index + 1)));
    await settle();
    expect(state(ben).conflicts).toMatchObject([
      { key: 'a', by: 'ana', mine: { component: { text: 'b'.repeat(100) } } },
    ]);
    expect(ben.storage.stored()?.conflicts).toEqual(state(ben).conflicts);
    expect(textOf(server.draft(), 'a')).toBe(`Ana${'a'.repeat(100)}`);
    ben.session.write(null);
    expect(shown(ben)).toBe(`Ana${'a'.repeat(100)}`);
    ben.session.choose('a', 'mine', state(ben).sequence);
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('b'.repeat(100));
  });

  test('undo and redo their own words while the choice waits, and take the choice back [STUDIO-317]', async () => {
    const { server, ana, ben } = await twoTabs();
    await typeAtOnce({ ana, ben }, 40);
    await vi.advanceTimersByTimeAsync(5000);
    write(ben.session, 'a', 'later words', 4);
    ben.session.undo();
    expect(shown(ben)).toBe('b'.repeat(40));
    ben.session.redo();
    expect(shown(ben)).toBe('later words');
    ben.session.write(null);
    expect(shown(ben)).toBe(`Ana${'a'.repeat(40)}`);
    ben.session.undo();
    expect(state(ben).conflicts).toMatchObject([{ mine: { component: { text: 'later words' } } }]);
    ben.session.choose('a', 'theirs', state(ben).sequence);
    await settle();
    expect(textOf(server.draft(), 'a')).toBe(`Ana${'a'.repeat(40)}`);
    ben.session.undo();
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('later words');
    ben.session.redo();
    await settle();
    expect(textOf(server.draft(), 'a')).toBe(`Ana${'a'.repeat(40)}`);
  });

  test('keep their words across a reload [STUDIO-317]', async () => {
    const { server, ana, ben } = await twoTabs();
    await typeAtOnce({ ana, ben }, 40);
    const again = await openTab(server, 'ben', ben.storage.crash());
    await settle();
    expect(JSON.stringify(state(again).conflicts)).toContain('b'.repeat(40));
  });

  test.each(['saved', 'unsaved'])(
    'keep a text on the screen that the other person removes while the words in it are %s [STUDIO-317]',
    async (which) => {
      const { server, ana, ben } = await twoTabs();
      write(ben.session, 'a', 'by Ben');
      if (which === 'saved') await settle();
      ana.session.edit([{ do: 'remove', id: 'a' }]);
      if (which === 'saved') await vi.advanceTimersByTimeAsync(2000);
      for (let count = 1; count <= 60; count += 1) {
        await vi.advanceTimersByTimeAsync(70);
        write(ben.session, 'a', `by Ben${'b'.repeat(count)}`);
        expect(shown(ben)).toBe(`by Ben${'b'.repeat(count)}`);
      }
      expect(state(ben).view.trees.components.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
      await settle();
      expect(textOf(server.draft(), 'a')).toBe('');
      expect(state(ben).conflicts).toMatchObject([{ key: 'a', by: 'ana' }]);
      ben.session.write(null);
      ben.session.choose('a', 'mine', state(ben).sequence);
      await settle();
      expect(textOf(server.draft(), 'a')).toBe(`by Ben${'b'.repeat(60)}`);
    },
  );

  test('keep a text whose container the other person removes [STUDIO-317]', async () => {
    const { ana, ben } = await twoTabs();
    const part = { id: 'p', type: 'ExpandCollapse' as const, title: 'Part', components: [header('inside', '')] };
    ana.session.edit([{ do: 'insert', component: part, place: { tree: 'components', parent: null, after: null } }]);
    await settle();
    ben.session.write('inside');
    write(ben.session, 'inside', 'by Ben');
    ana.session.edit([{ do: 'remove', id: 'p' }]);
    void ana.session.flush();
    await settle();
    expect(textOf(state(ben).view, 'inside')).toBe('by Ben');
    expect(state(ben).conflicts).toMatchObject([{ key: 'inside', by: 'ana' }]);
  });

  test('keep a table with the row they write in when the other person removes that row [STUDIO-317]', async () => {
    const { server, ana, ben } = await twoTabs();
    const tableOf = (...rows: string[]): ContentComponent => ({
      id: 't',
      type: 'Table',
      align: ['Left'],
      header: [],
      rows: rows.map((text) => [[{ type: 'text', text }]]),
    });
    const set = (...rows: string[]): Change[] => [{ do: 'set', component: tableOf(...rows) }];
    const place = { tree: 'components', parent: null, after: null } as const;
    ana.session.edit([{ do: 'insert', component: tableOf('One', 'Two'), place }]);
    await settle();
    ben.session.write('t');
    ben.session.edit(set('One', 'Two by Ben'), 'set t');
    ana.session.edit(set('One'), 'set t');
    const saving = ana.session.flush();
    await vi.advanceTimersByTimeAsync(100);
    await saving;
    ben.session.edit(set('One', 'Two by Ben, and more'), 'set t');
    await settle();
    expect(state(ben).view.trees.components).toContainEqual(tableOf('One', 'Two by Ben, and more'));
    ben.session.write(null);
    expect(state(ben).view).toEqual(server.draft());
    expect(state(ben).conflicts).toMatchObject([
      { key: 't', by: 'ana', mine: { component: tableOf('One', 'Two by Ben, and more') } },
    ]);
  });

  test('see both versions before they remove the text [STUDIO-317]', async () => {
    const { server, ana, ben } = await twoTabs();
    await typeAtOnce({ ana, ben }, 40);
    await vi.advanceTimersByTimeAsync(2000);
    ben.session.edit([{ do: 'remove', id: 'a' }]);
    await settle();
    expect(state(ben)).toMatchObject({ writing: null, conflicts: [{ key: 'a' }] });
    expect(textOf(server.draft(), 'a')).toMatch(/^Anaa/);
  });

  test('see both versions of one of several selected components, while the others are removed [STUDIO-317]', async () => {
    const { server, ana, ben } = await twoTabs();
    await typeAtOnce({ ana, ben }, 40);
    await vi.advanceTimersByTimeAsync(2000);
    ben.session.edit([
      { do: 'remove', id: 'a' },
      { do: 'remove', id: 'b' },
    ]);
    const idsOf = () => state(ben).view.trees.components.map(({ id }) => id);
    expect(idsOf()).toEqual(['a', 'c']);
    await settle();
    expect(state(ben)).toMatchObject({ writing: null, conflicts: [{ key: 'a' }] });
    expect(server.draft().trees.components.map(({ id }) => id)).toEqual(['a', 'c']);
    ben.session.undo();
    expect(idsOf()).toEqual(['a', 'b', 'c']);
    ben.session.redo();
    expect(idsOf()).toEqual(['a', 'c']);
  });

  test('leave other conflicts unchanged while they type, so that those are not rendered again [STUDIO-317]', async () => {
    const { ana, ben } = await twoTabs();
    ben.connection.isDown = true;
    for (const id of ['a', 'b']) write(ana.session, id, 'by Ana', 3);
    for (const id of ['a', 'b']) write(ben.session, id, 'by Ben', 4);
    await vi.advanceTimersByTimeAsync(5000);
    ben.connection.isDown = false;
    await settle();
    const conflictAt = (id: string) => state(ben).conflicts.find(({ key }) => key === id);
    const [own, other] = [conflictAt('a'), conflictAt('b')];
    write(ben.session, 'a', 'by Ben, and more', 4);
    expect(conflictAt('a')).toMatchObject({ mine: { component: { text: 'by Ben, and more' } } });
    expect(conflictAt('a')).not.toBe(own);
    expect(conflictAt('b')).toBe(other);
  });

  test('keep a text that undo would remove, while the rest of that step is undone [STUDIO-317]', async () => {
    const { ana, ben } = await twoTabs();
    const insert = (id: string): Change => ({
      do: 'insert',
      component: header(id, 'by Ben'),
      place: { tree: 'components', parent: null, after: 'c' },
    });
    ben.session.edit([insert('e'), insert('d')]);
    await settle();
    ben.session.write('d');
    write(ana.session, 'd', 'by Ana', 3);
    void ana.session.flush();
    write(ben.session, 'd', 'by Ben, and more', 4);
    await settle();
    expect(state(ben).conflicts).toMatchObject([{ key: 'd' }]);
    ben.session.undo();
    ben.session.undo();
    expect(state(ben).view.trees.components.map(({ id }) => id)).toContain('d');
    expect(state(ben).conflicts).toMatchObject([{ key: 'd', mine: { component: { text: 'by Ben' } } }]);
  });

  test('get what the other person saved after an input method has composed a character [COWRITE-005]', async () => {
    const { server, ana, ben } = await twoTabs();
    ben.session.compose(true);
    write(ana.session, 'a', 'by Ana');
    await settle();
    expect(shown(ben)).toBe('');
    write(ben.session, 'a', 'か');
    await settle();
    expect(shown(ben)).toBe('か');
    ben.session.compose(false);
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('かby Ana');
    expect(shown(ben)).toBe('かby Ana');
    expect(state(ben).conflicts).toEqual([]);
  });
});
