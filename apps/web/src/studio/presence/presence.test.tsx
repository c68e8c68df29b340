import type { ContentComponent } from '@portico/kinds/content';
import { followStudioItem, type StudioPerson } from '@portico/contracts/studio/studio';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openEditor, setUpEditorTests } from '../testing/editorPage.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, header, nothingWaits, standing } from '../testing/studioItems.ts';

setUpEditorTests();

const person = (name: string, own: Partial<StudioPerson> = {}): StudioPerson => ({
  clientId: crypto.randomUUID(),
  name,
  isSelf: false,
  focus: null,
  ...own,
});
const self = person('Edda Mohr', { isSelf: true });
const divider: ContentComponent = { id: 'd', type: 'Divider' };

const part = (id: string, title: string, ...components: ContentComponent[]): ContentComponent => ({
  id,
  type: 'ExpandCollapse',
  title,
  components,
});

/** Opens an item with other people, who can move or leave. */
const openWith = (...others: StudioPerson[]) =>
  openItem({ draft: aDraft([header('a', 'Dates and places'), divider]) }, others);

async function openItem(item: Parameters<typeof aStudioItem>[0], others: StudioPerson[]) {
  let people = [self, ...others];
  const positions: unknown[] = [];
  const api = studioApi(aStudioItem({ people, ...item }));
  api.answer(followStudioItem, ({ body }) => {
    positions.push({ focus: body.focus, caret: body.caret ?? null, isLeaving: body.isLeaving ?? false });
    return {
      sequence: 0,
      version: 1,
      state: 'Published' as const,
      isLive: true,
      ...standing,
      ...nothingWaits,
      saved: [],
      people,
      isTooOld: false,
    };
  });
  openEditor(api);
  const list = await screen.findByRole('list', { name: 'Also here' });
  return {
    list,
    positions,
    nowHere: (...now: StudioPerson[]) => {
      people = [self, ...now];
      act(() => void window.dispatchEvent(new Event('online')));
    },
  };
}

const namesIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('button')
    .map((button) => button.textContent!.slice(button.querySelector('[aria-hidden]')!.textContent!.length));

test('a list says who else has the item open and what they are in, each person once [COWRITE-015]', async () => {
  const { list, nowHere } = await openWith(
    person('Ana Brandt'),
    person('Ana Brandt', { focus: 'a' }),
    person('Ben Ortiz', { focus: 'd' }),
    person('Cora Finch', { focus: 'field:header' }),
    person('Dev Rao', { focus: 'fields' }),
    person('Eli Stone', { focus: 'gone' }),
  );
  expect(namesIn(list)).toEqual([
    'Follow Ana Brandt, in Heading “Dates and places”',
    'Follow Ben Ortiz, in Divider',
    'Follow Cora Finch, in Title',
    'Follow Dev Rao, in Settings',
    'Follow Eli Stone',
  ]);
  nowHere(person('Ben Ortiz', { focus: 'a' }));
  await waitFor(() => expect(namesIn(list)).toEqual(['Follow Ben Ortiz, in Heading “Dates and places”']));
  nowHere();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Also here' })).toBeNull());
});

test('following someone scrolls to where they are, until one types or scrolls, and says that they left [COWRITE-015]', async () => {
  const scrolled: number[] = [];
  vi.spyOn(window, 'scrollBy').mockImplementation((options) => void scrolled.push((options as ScrollToOptions).top!));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    return new DOMRect(0, this.getAttribute('data-block-id') === 'd' ? 5000 : 300, 100, 20);
  });
  const user = userEvent.setup();
  const ben = person('Ben Ortiz', { focus: 'a' });
  const { nowHere } = await openWith(ben);
  const button = () => screen.getByRole('button', { name: /^Follow Ben Ortiz/ });
  await user.click(button());
  expect(button().getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText('Following Ben Ortiz').getAttribute('role')).toBe('status');
  expect(scrolled).toEqual([]);
  nowHere({ ...ben, focus: 'd' });
  await waitFor(() => expect(scrolled).toEqual([5000 - window.innerHeight / 2]));
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Heading' }), { key: 'x' });
  await waitFor(() => expect(button().getAttribute('aria-pressed')).toBe('false'));
  nowHere({ ...ben, focus: 'a' });
  nowHere({ ...ben, focus: 'd' });
  await waitFor(() => {
    const frame = screen.getByText('Here: Ben Ortiz').closest<HTMLElement>('[data-block-id]');
    expect(frame?.dataset['blockId']).toBe('d');
  });
  expect(scrolled).toHaveLength(1);
  await user.click(button());
  nowHere(person('Cora Finch'));
  expect(await screen.findByText('Ben Ortiz has left')).toBeDefined();
});

test('the caret and selection of others are drawn in their text, without a place in the accessibility tree [COWRITE-014]', async () => {
  vi.spyOn(Range.prototype, 'getClientRects').mockImplementation(function rects(this: Range) {
    const before = this.startContainer.textContent!.slice(0, this.startOffset).length;
    const length = this.toString().length;
    return [new DOMRect(before * 10, 40, length * 10, 20)] as unknown as DOMRectList;
  });
  const ben = person('Ben Ortiz', { focus: 'a', caret: { text: 0, anchor: 0, head: 5 } });
  const { nowHere } = await openWith(ben);
  const marks = () => [...document.querySelectorAll<HTMLElement>('[data-person="Ben Ortiz"]')];
  const boxes = () => marks().map(({ style }) => [style.left, style.width]);
  await waitFor(() =>
    expect(boxes()).toEqual([
      ['0px', '50px'],
      ['50px', '0px'],
    ]),
  );
  expect(marks()[0]!.closest('[aria-hidden=true]')).not.toBeNull();
  // Own letters before the caret move it.
  const text = screen.getByRole('textbox', { name: 'Heading' });
  act(() => text.focus());
  fireEvent.paste(text, {
    clipboardData: { getData: (type: string) => (type === 'text/plain' ? 'Our ' : ''), files: [] },
  });
  await waitFor(() => expect(text.textContent).toMatch(/^Our /));
  await waitFor(() =>
    expect(boxes()).toEqual([
      ['0px', '90px'],
      ['90px', '0px'],
    ]),
  );
  nowHere({ ...ben, focus: 'd', caret: undefined });
  await waitFor(() => expect(marks()).toEqual([]));
});

test.each([
  ['may write', standing.allowed],
  ['may not write', standing.allowed.filter((action) => action !== 'write')],
])(
  'the caret of others in the title of an expandable section is drawn for someone who %s, in the right one [COWRITE-044]',
  async (_, allowed) => {
    vi.spyOn(Range.prototype, 'getClientRects').mockImplementation(function rects(this: Range) {
      const top = this.startContainer.textContent === 'Outer' ? 100 : 200;
      return [new DOMRect(this.startOffset * 10, top, 0, 20)] as unknown as DOMRectList;
    });
    const draft = aDraft([part('o', 'Outer', part('i', 'Inner'))]);
    await openItem({ draft, allowed }, [
      person('Ben Ortiz', { focus: 'o', caret: { text: 0, anchor: 3, head: 3 } }),
      person('Cora Finch', { focus: 'i', caret: { text: 0, anchor: 2, head: 2 } }),
    ]);
    const boxOf = (name: string) =>
      [...document.querySelectorAll<HTMLElement>(`[data-person="${name}"]`)].map(({ style }) => [
        style.left,
        style.top,
      ]);
    await waitFor(() => expect(boxOf('Ben Ortiz')).toEqual([['30px', '100px']]));
    expect(boxOf('Cora Finch')).toEqual([['20px', '200px']]);
  },
);

test('others learn where the caret is once it rests, and that the page was closed [COWRITE-014]', async () => {
  const { positions } = await openWith(person('Ben Ortiz'));
  const text = screen.getByRole('textbox', { name: 'Heading' });
  act(() => text.focus());
  act(() => {
    document.getSelection()!.setBaseAndExtent(text.firstChild!, 2, text.firstChild!, 5);
    document.dispatchEvent(new Event('selectionchange'));
  });
  await waitFor(() =>
    expect(positions.at(-1)).toEqual({ focus: 'a', caret: { text: 0, anchor: 2, head: 5 }, isLeaving: false }),
  );
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(positions.at(-1)).toEqual({ focus: null, caret: null, isLeaving: true }));
});
