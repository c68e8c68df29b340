import type { ContentComponent } from '@portico/kinds/content';
import type { Change } from '@portico/contracts/studio/draft';
import { changeStudioItem, followStudioItem, type SavedChanges } from '@portico/contracts/studio/studio';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';
import { studioApi } from '../../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID, nothingWaits, standing } from '../../testing/studioItems.ts';
import { wholeIn } from '../../testing/wholeIn.ts';

const header = (text: string): ContentComponent => ({ id: 'a', type: 'Header', level: 2, text });
const set = (text: string): Change => ({ do: 'set', component: header(text) });
const title = (value: string): Change => ({ do: 'field', name: 'header', value });

/** A fake clock, so that results do not depend on how busy the machine is. */
let now = 0;
const advance = (ms: number) => {
  now += ms;
};

beforeEach(() => {
  localStorage.clear();
  now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

/**
 * Opens an item that Ben changes to `theirs` at the same time. Returns what this editor saves, and a function that lets
 * Ben make more changes.
 */
async function openWithConflict(theirs: Change, key: string, isWriting = false) {
  const saved: Array<{ base: number; changes: Change[] }> = [];
  const log: SavedChanges[] = [];
  let followed = 0;
  const focused = new Set<string | null>();
  const benWrites = (change: Change) =>
    log.push({ sequence: log.length + 1, clientId: crypto.randomUUID(), by: 'Ben Ortiz', changes: [change] });
  const api = studioApi(aStudioItem({ draft: aDraft([header('Before')]) }));
  api.answer(changeStudioItem, ({ body }) => {
    const isFirst = log.length === 0;
    if (isFirst) benWrites(theirs);
    else saved.push({ base: body.base, changes: wholeIn(body.changes) });
    log.push({
      sequence: log.length + 1,
      clientId: body.clientId,
      by: 'Edda',
      changes: isFirst ? [] : wholeIn(body.changes),
    });
    return {
      sequence: log.length,
      savedAt: '2026-11-23T15:00:00.000Z',
      conflicts: isFirst ? [{ index: 0, key, by: 'Ben Ortiz', at: '2026-11-23T14:59:00.000Z', current: null }] : [],
      saved: log.filter(({ sequence }) => sequence > body.base),
      isTooOld: false,
    };
  });
  api.answer(followStudioItem, ({ body }) => {
    focused.add(body.focus);
    return {
      sequence: (followed = log.length),
      version: 1,
      state: 'Published' as const,
      isLive: true,
      ...standing,
      ...nothingWaits,
      saved: log.filter(({ sequence }) => sequence > body.since),
      people: [],
      isTooOld: false,
    };
  });
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  const text = (await screen.findAllByRole('textbox', { name: key === 'a' ? 'Heading' : 'Title' }))[0]!;
  if (isWriting) act(() => text.focus());
  const paste = (plain: string) =>
    fireEvent.paste(text, {
      clipboardData: { getData: (type: string) => (type === 'text/plain' ? plain : ''), files: [] },
    });
  paste('Mine ');
  const findPanel = () => screen.findByRole('region', { name: 'Ben Ortiz changed this at the same time' });
  const panel = isWriting ? text : await findPanel();
  return {
    panel,
    text,
    paste,
    findPanel,
    saved,
    /** The components that other editors saw as the place of this editor's caret. */
    focused,
    /** Resolves when this editor has received a save. */
    findFollowed: async (sequence: number) => {
      await waitFor(() => expect(followed).toBe(sequence));
      await act(async () => {});
    },
    benWritesMore: async (change: Change) => {
      benWrites(change);
      act(() => void window.dispatchEvent(new Event('online')));
    },
  };
}

test.each([['component', 'a', set] as const, ['field', 'field:header', title] as const])(
  'the other version of a %s must have been on the screen for a second before the editor’s own can replace it [STUDIO-303, COWRITE-013]',
  async (_, key, by) => {
    const user = userEvent.setup();
    const { panel, saved, benWritesMore } = await openWithConflict(by('By Ben'), key);
    expect(panel.textContent).toMatch(/Ben Ortiz’s version, saved Nov 23, 2026, \d+:59 [ap]m/);
    const useMine = () => user.click(within(panel).getByRole('button', { name: 'Use your version' }));
    await useMine();
    expect(within(panel).getByRole('status').textContent).toMatch(/^This just changed/);
    advance(1000);
    await benWritesMore(by('By Ben, and more'));
    await waitFor(() => expect(panel.textContent).toContain('By Ben, and more'));
    await useMine();
    expect(panel.isConnected).toBe(true);
    expect(saved).toEqual([]);
    advance(1000);
    await useMine();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ base: 3 });
    expect(JSON.stringify(saved[0]!.changes)).toContain('Mine');
    expect(panel.isConnected).toBe(false);
  },
);

test('a version that the other person saved again while it was on the screen can be replaced at once [STUDIO-303]', async () => {
  const { panel, saved, benWritesMore, findFollowed } = await openWithConflict(set('By Ben'), 'a');
  advance(1000);
  await benWritesMore(set('By Ben'));
  await findFollowed(3);
  await userEvent.click(within(panel).getByRole('button', { name: 'Use your version' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ base: 3 });
});

test('the other version can be kept once the editor’s own has been on the screen for a second [STUDIO-303]', async () => {
  const user = userEvent.setup();
  const { panel, saved, benWritesMore } = await openWithConflict(set('By Ben'), 'a');
  const keepTheirs = () => user.click(within(panel).getByRole('button', { name: 'Keep Ben Ortiz’s version' }));
  await keepTheirs();
  expect(panel.isConnected).toBe(true);
  advance(1000);
  await benWritesMore(set('By Ben, and more'));
  await waitFor(() => expect(panel.textContent).toContain('By Ben, and more'));
  await keepTheirs();
  await screen.findByRole('group', { name: 'Heading, 1 of 1: By Ben, and more' });
  expect(panel.isConnected).toBe(false);
  expect(saved).toEqual([]);
});

test.each([['component', 'a', set] as const, ['title', 'field:header', title] as const])(
  'a %s that someone else changes stays as it is while the editor writes in it; a note is announced and opens both versions [STUDIO-317]',
  async (_, key, by) => {
    const user = userEvent.setup();
    const { text, paste, findPanel, benWritesMore, saved } = await openWithConflict(by('By Ben'), key, true);
    const compare = await screen.findByRole('button', { name: 'Compare versions' });
    const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    await waitFor(() => expect(announced()).toContainEqual(expect.stringMatching(/^Ben Ortiz is changing this too/)));
    paste('and more ');
    await benWritesMore(by('By Ben, and more'));
    paste('and more yet ');
    await waitFor(() => expect(text.textContent).toContain('Mine and more and more yet'));
    expect(text.isConnected).toBe(true);
    expect(document.activeElement).toBe(text);
    expect(saved).toEqual([]);

    compare.focus();
    await user.keyboard('{Enter}');
    const panel = await findPanel();
    expect(document.activeElement).toBe(panel);
    expect(panel.textContent).toContain('By Ben, and more');
    expect(panel.textContent).toContain('Mine and more and more yet');
  },
);

test('both versions appear once the editor leaves the text, but not while they use Undo [STUDIO-317]', async () => {
  const { text, findPanel } = await openWithConflict(set('By Ben'), 'a', true);
  await screen.findByRole('button', { name: 'Compare versions' });
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  await new Promise((done) => setTimeout(done));
  expect(screen.queryByRole('region', { name: /changed this at the same time/ })).toBeNull();
  act(() => text.focus());
  act(() => screen.getAllByRole('textbox', { name: 'Title' })[0]!.focus());
  const panel = await findPanel();
  expect(panel.textContent).toContain('Mine');
  expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Title' })[0]);
  act(() => screen.getByRole('button', { name: '1 version to choose' }).click());
  expect(document.activeElement).toBe(panel);
});

test.each([
  [
    'moves into a column',
    { do: 'move', id: 'a', place: { tree: 'components', parent: { id: 'c', slot: 0 }, after: null } },
  ],
  ['removes with its section', { do: 'remove', id: 'p' }],
] as Array<[string, Change]>)('the caret stays in a text that someone else %s [STUDIO-317]', async (_, theirs) => {
  const section: ContentComponent = { id: 'p', type: 'ExpandCollapse', title: 'Part', components: [header('Before')] };
  const columns: ContentComponent = { id: 'c', type: 'Columns', columns: [{ components: [] }, { components: [] }] };
  const api = studioApi(aStudioItem({ draft: aDraft([section, columns]) }));
  const saved: SavedChanges = { sequence: 1, clientId: crypto.randomUUID(), by: 'Ben Ortiz', changes: [theirs] };
  let isSaved = false;
  api.answer(followStudioItem, () => ({
    sequence: isSaved ? 1 : 0,
    version: 1,
    state: 'Published' as const,
    isLive: true,
    ...standing,
    ...nothingWaits,
    saved: isSaved ? [saved] : [],
    people: [],
    isTooOld: false,
  }));
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  const text = await screen.findByRole('textbox', { name: 'Heading' });
  await userEvent.click(text);
  await new Promise((done) => setTimeout(done));
  isSaved = true;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Heading' })).not.toBe(text));
  const moved = screen.getByRole('textbox', { name: 'Heading' });
  expect(moved.textContent).toBe('Before');
  await waitFor(() => expect(document.activeElement).toBe(moved));
});

test.each([
  ['removed', { do: 'remove', id: 'a' } as Change, 'Leave it removed', false],
  ['changed', set('By Ben'), 'Keep Ben Ortiz’s version', true],
] as const)(
  'keeping the version of someone else who %s the component selects it only if it is still there [STUDIO-303]',
  async (_, theirs, button, isThere) => {
    const { panel, focused } = await openWithConflict(theirs, 'a');
    advance(1000);
    await userEvent.click(within(panel).getByRole('button', { name: button }));
    await waitFor(() => expect(panel.isConnected).toBe(false));
    await screen.findByText(/^Saved \d/);
    expect(focused.has('a')).toBe(isThere);
  },
);

test.each([
  ['a component that someone else removed', { do: 'remove', id: 'a' } as Change, 'a', 'Leave it removed'],
  ['a title', title('By Ben'), 'field:header', 'Keep Ben Ortiz’s version'],
] as const)(
  'after a choice about %s the title has the focus, which would be lost [STUDIO-303]',
  async (_, theirs, key, button) => {
    const { panel } = await openWithConflict(theirs, key);
    advance(1000);
    await userEvent.click(within(panel).getByRole('button', { name: button }));
    await waitFor(() => expect(panel.isConnected).toBe(false));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' })));
  },
);

test.each([
  ['full', true],
  ['available', false],
])(
  'with storage that is %s, closing the page with a version still to choose asks first: %j [STUDIO-074]',
  async (_, asks) => {
    if (asks)
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      });
    await openWithConflict(set('By Ben'), 'a');
    await screen.findByText(/^Saved \d/);
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(!asks);
  },
);
