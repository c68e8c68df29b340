import type { Change } from '@portico/contracts/studio/draft';
import { changeStudioItem, followStudioItem, type SavedChanges } from '@portico/contracts/studio/studio';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID, nothingWaits, standing } from '../testing/studioItems.ts';
import { wholeIn } from '../testing/wholeIn.ts';

beforeEach(() => localStorage.clear());

const heading = (text: string): Change => ({ do: 'set', component: { id: 'a', type: 'Header', level: 2, text } });
const field = (name: 'header' | 'description', value: string): Change => ({ do: 'field', name, value });

/** Opens an item with a heading, and lets Ben save changes to it. */
async function openWithBen() {
  const log: SavedChanges[] = [];
  const draft = aDraft([{ id: 'a', type: 'Header', level: 2, text: 'One two' }]);
  draft.fields = { ...draft.fields, description: 'About it' };
  const api = studioApi(aStudioItem({ draft }));
  api.answer(changeStudioItem, ({ body }) => {
    log.push({ sequence: log.length + 1, clientId: body.clientId, by: 'Edda', changes: wholeIn(body.changes) });
    const saved = log.filter(({ sequence }) => sequence > body.base);
    return { sequence: log.length, savedAt: '2026-11-23T15:00:00.000Z', conflicts: [], saved, isTooOld: false };
  });
  api.answer(followStudioItem, ({ body }) => ({
    sequence: log.length,
    version: 1,
    state: 'Published' as const,
    isLive: true,
    ...standing,
    ...nothingWaits,
    saved: log.filter(({ sequence }) => sequence > body.since),
    people: [],
    isTooOld: false,
  }));
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await screen.findByRole('textbox', { name: 'Heading' });
  return {
    benWrites: (change: Change) => {
      log.push({ sequence: log.length + 1, clientId: crypto.randomUUID(), by: 'Ben Ortiz', changes: [change] });
      act(() => void window.dispatchEvent(new Event('online')));
    },
  };
}

async function openDescription(): Promise<HTMLTextAreaElement> {
  await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Settings' }));
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Description/ });
}

test('a text keeps its focus and gets what someone else writes in it while the editor types [COWRITE-005]', async () => {
  const { benWrites } = await openWithBen();
  const text = screen.getByRole('textbox', { name: 'Heading' });
  act(() => text.focus());
  fireEvent.paste(text, {
    clipboardData: { getData: (type: string) => (type === 'text/plain' ? 'Mine ' : ''), files: [] },
  });
  await waitFor(() => expect(text.textContent).toContain('Mine'));
  const own = text.textContent;
  benWrites(heading('One two by Ben'));
  await waitFor(() => expect(text.textContent).toBe(own.replace('two', 'two by Ben')));
  expect(document.activeElement).toBe(text);
  expect(screen.queryByRole('button', { name: 'Compare versions' })).toBeNull();
  fireEvent.keyDown(text, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(text.textContent).toBe('One two by Ben'));
  fireEvent.keyDown(text, { key: 'y', ctrlKey: true });
  await waitFor(() => expect(text.textContent).toContain('Mine'));
});

test('a field keeps its caret at the same letters when someone else writes in it [COWRITE-005]', async () => {
  const { benWrites } = await openWithBen();
  const input = await openDescription();
  act(() => input.focus());
  input.setSelectionRange(5, 8);
  fireEvent.select(input);
  document.dispatchEvent(new Event('selectionchange'));
  benWrites(field('description', 'All About this it'));
  await waitFor(() => expect(input.value).toBe('All About this it'));
  expect(document.activeElement).toBe(input);
  expect(input.value.slice(0, input.selectionStart)).toBe('All About');
  expect(input.value.slice(input.selectionStart, input.selectionEnd)).toBe(' this it');
});

test('undo in a field takes back the editor’s own words and leaves those of others [COWRITE-006]', async () => {
  const { benWrites } = await openWithBen();
  const input = await openDescription();
  act(() => input.focus());
  fireEvent.change(input, { target: { value: 'About it, by me' } });
  await waitFor(() => expect(input.value).toBe('About it, by me'));
  benWrites(field('description', 'Ben: About it'));
  await waitFor(() => expect(input.value).toBe('Ben: About it, by me'));
  fireEvent.keyDown(input, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(input.value).toBe('Ben: About it'));
  fireEvent.keyDown(input, { key: 'Z', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(input.value).toBe('Ben: About it, by me'));
  fireEvent.keyDown(input, { key: 'z', ctrlKey: true });
  fireEvent.keyDown(input, { key: 'y', ctrlKey: true });
  await waitFor(() => expect(input.value).toBe('Ben: About it, by me'));
});
