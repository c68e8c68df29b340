import type { ContentComponent } from '@portico/kinds/content';
import type { Change } from '@portico/contracts/studio/draft';
import { changeStudioItem, publishStudioItem } from '@portico/contracts/studio/studio';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FakeApi } from '@portico/testing/fakeApi';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';
import { wholeIn } from '../testing/wholeIn.ts';

const READER = '../paste/readClipboard.ts';
const HTML = '<h2>Dates</h2><p>Send it by Friday.</p>';
const PLAIN = 'Dates\n\nSend it by Friday.';
const empty: ContentComponent = {
  id: 'a',
  type: 'BodyText',
  body: { type: 'doc', content: [{ type: 'paragraph' }] },
};

/** Opens an item in a portal with reset modules, so that the paste reader is not loaded yet. */
async function openItem(component: ContentComponent) {
  await import('../../locale/testTexts.ts');
  const { openPortal } = await import('../../testPortal.ts');
  const api = studioApi(aStudioItem({ state: 'Draft', draft: aDraft([component]) }));
  const portal = openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await screen.findByRole('group', { name: /, 1 of 1/ });
  return portal;
}

/** Accepts all saves. Returns the list of saved changes. */
function saveChanges(api: FakeApi): Change[] {
  const saved: Change[] = [];
  api.answer(changeStudioItem, ({ body: { clientId, changes: sent } }) => {
    const changes = wholeIn(sent);
    saved.push(...changes);
    return {
      sequence: 1,
      savedAt: '2026-11-23T15:00:00.000Z',
      conflicts: [],
      saved: [{ sequence: 1, clientId, by: 'Edda', changes }],
      isTooOld: false,
    };
  });
  return saved;
}

/** Delays loading the paste reader until the returned function is called. */
function delayReader(): () => void {
  let finishLoading = () => {};
  const loaded = new Promise<void>((resolve) => {
    finishLoading = resolve;
  });
  vi.doMock(READER, async (load) => {
    await loaded;
    return await load<object>();
  });
  return finishLoading;
}

const names = () =>
  screen
    .getAllByRole('group')
    .filter((element) => element.hasAttribute('data-block-id'))
    .map((element) => element.getAttribute('aria-label'));

const pasteOn = (target: HTMLElement, html: string, text: string) =>
  fireEvent.paste(target, {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : text), files: [] },
  });

beforeEach(() => {
  window.innerWidth = 1440;
  vi.resetModules();
  return () => {
    window.innerWidth = 1024;
    vi.doUnmock(READER);
  };
});

test('components pasted before the reader has loaded are inserted before text typed in the meantime, and the caret stays in that text [STUDIO-300]', async () => {
  const finishLoading = delayReader();
  await openItem(empty);
  const text = within(screen.getByRole('group', { name: 'Text, 1 of 1' })).getByRole('textbox');
  act(() => text.focus());
  pasteOn(text, HTML, PLAIN);
  expect(
    fireEvent(window, new Event('beforeunload', { cancelable: true })),
    'the page asks for confirmation before closing',
  ).toBe(false);
  pasteOn(text, '', 'Typed meanwhile.');
  expect(names()).toEqual(['Text, 1 of 1: Typed meanwhile.']);
  finishLoading();
  await waitFor(() =>
    expect(names()).toEqual([
      'Heading, 1 of 3: Dates',
      'Text, 2 of 3: Send it by Friday.',
      'Text, 3 of 3: Typed meanwhile.',
    ]),
  );
  expect(document.activeElement).toBe(text);
});

test('components are saved in their item even if the reader loads after the item was left [STUDIO-300]', async () => {
  const finishLoading = delayReader();
  const { api, router } = await openItem({ id: 'a', type: 'Divider' });
  const divider = screen.getByRole('group', { name: /Divider/ });
  act(() => divider.focus());
  pasteOn(divider, HTML, PLAIN);
  await act(() => router.navigate({ to: '/nowhere' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: /Divider/ })).toBeNull());
  const saved = saveChanges(api);
  finishLoading();
  await waitFor(() => expect(saved.map((change) => change.do)).toEqual(['insert', 'insert']));
  expect(saved[0]).toMatchObject({ component: { type: 'Header', text: 'Dates' }, place: { after: 'a' } });
});

test('publishing waits for a pending paste and saves it first [STUDIO-316]', async () => {
  const user = userEvent.setup();
  const finishLoading = delayReader();
  const { api } = await openItem({ id: 'a', type: 'Divider' });
  const saved = saveChanges(api);
  const savedBefore: number[] = [];
  api.answer(publishStudioItem, () => {
    savedBefore.push(saved.length);
    return aStudioItem({ state: 'Published' });
  });
  const divider = screen.getByRole('group', { name: /Divider/ });
  act(() => divider.focus());
  pasteOn(divider, HTML, '');
  await user.click(screen.getByRole('button', { name: 'Publish…' }));
  await user.click(await screen.findByRole('button', { name: 'Publish now' }));
  finishLoading();
  await screen.findByText('Published.');
  expect(savedBefore).toEqual([2]);
});

test('publishing reports an incomplete paste, and continues when pressed again [STUDIO-316]', async () => {
  const user = userEvent.setup();
  vi.doMock(READER, () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const { api } = await openItem({ id: 'a', type: 'Divider' });
  saveChanges(api);
  api.answer(publishStudioItem, aStudioItem({ state: 'Published' }));
  await user.click(screen.getByRole('button', { name: 'Publish…' }));
  const publish = await screen.findByRole('button', { name: 'Publish now' });
  pasteOn(document.querySelector<HTMLElement>('[data-block-id]')!, HTML, '');
  fireEvent.click(publish);
  await screen.findByText(/^Part of what you pasted is missing/);
  expect(api.callsTo(publishStudioItem)).toHaveLength(0);
  await user.click(publish);
  await screen.findByText('Published.');
});

test('if the reader fails to load, plain text is pasted, and a retry inserts the formatted content [STUDIO-301]', async () => {
  const user = userEvent.setup();
  vi.doMock(READER, () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await openItem(empty);
  const text = within(screen.getByRole('group', { name: 'Text, 1 of 1' })).getByRole('textbox');
  act(() => text.focus());
  pasteOn(text, HTML, PLAIN);
  const message = await screen.findByText(/^Pasted as plain text/);
  expect(names()).toEqual(['Text, 1 of 1: Dates Send it by Friday.']);
  vi.doUnmock(READER);
  await user.click(
    within(message.closest<HTMLElement>('[role=alertdialog]')!).getByRole('button', { name: 'Try again' }),
  );
  await waitFor(() => expect(names()).toEqual(['Heading, 1 of 2: Dates', 'Text, 2 of 2: Send it by Friday.']));
});

test('a paste without plain text reports that the reader failed to load until a retry succeeds [STUDIO-301]', async () => {
  const user = userEvent.setup();
  vi.doMock(READER, () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await openItem({ id: 'a', type: 'Divider' });
  const divider = screen.getByRole('group', { name: /Divider/ });
  act(() => divider.focus());
  pasteOn(divider, HTML, '');
  const tryAgain = async () =>
    user.click(
      within(
        (await screen.findByText(/^What you pasted couldn’t be read/)).closest<HTMLElement>('[role=alertdialog]')!,
      ).getByRole('button', { name: 'Try again' }),
    );
  await tryAgain();
  vi.doUnmock(READER);
  await tryAgain();
  await waitFor(() => expect(names()).toHaveLength(3));
});
