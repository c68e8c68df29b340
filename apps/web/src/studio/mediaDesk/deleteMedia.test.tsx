import type { CallInput } from '@portico/contracts/endpoint';
import { deleteMedia, getMedia, type MediaDeletion } from '@portico/contracts/studio/media';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { anEntry, idOf, library } from '../testing/mediaLibrary.ts';

afterEach(() => clearToasts());

const place = { kind: 'news', title: 'Bridges', isPublished: false, isWritten: false, path: null, mayOpen: true };
const open = (api: ReturnType<typeof library>['api'], path = '/studio/media') =>
  openPortal(path, { api, person: 'edda' });

/** Deletes all except these. */
function deletes(api: ReturnType<typeof library>['api'], used: Record<string, Partial<MediaDeletion>> = {}) {
  const sent: Array<CallInput<typeof deleteMedia>['body']> = [];
  api.answer(deleteMedia, ({ body }) => {
    sent.push(body);
    const items = body.ids.map((id) => ({
      id,
      isDeleted: body.isDeleted && !(id in used),
      isChanged: !(id in used),
      places: [],
      isUsedElsewhere: false,
      ...used[id],
    }));
    return { items };
  });
  return sent;
}

test('selected ones are deleted together; those in use stay selected with links to their items, and the rest is undone [DESK-106]', async () => {
  const { api } = library(fakeApi(), anEntry(1), anEntry(2), anEntry(3));
  const sent = deletes(api, {
    [idOf(2)]: { places: [{ ...place, itemId: idOf(21) }] },
    [idOf(3)]: { isUsedElsewhere: true },
  });
  open(api);
  for (const number of [1, 2, 3])
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select bridge-${number}.png` }));
  const bulk = within(screen.getByRole('region', { name: 'Change what is selected' }));
  await userEvent.click(bulk.getByRole('button', { name: 'Delete' }));
  await screen.findByText('1 was deleted. 2 can’t be deleted, because something uses them.');
  const refused = within(screen.getByRole('region', { name: '2 can’t be deleted, because something uses them.' }));
  expect(refused.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['bridge-2.png', `/studio/media?media=${idOf(2)}`],
    ['Bridges', `/studio/${idOf(21)}`],
    ['bridge-3.png', `/studio/media?media=${idOf(3)}`],
  ]);
  expect(refused.getByText('In an earlier version')).toBeDefined();
  expect(refused.getByText('Items that you can’t open have it too.')).toBeDefined();
  expect(screen.getByText('2 selected')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 is back.');
  expect(sent).toEqual([
    { ids: [idOf(1), idOf(2), idOf(3)], isDeleted: true },
    { ids: [idOf(1)], isDeleted: false },
  ]);
  await userEvent.click(bulk.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('region', { name: /can’t be deleted/ })).toBeNull();
});

test('deleted ones that are selected can be brought back together [DESK-106]', async () => {
  const deleted = { deletedAt: '2026-11-20T14:00:00.000Z', deletedBy: 'Edda Mohr' };
  const { api } = library(fakeApi(), anEntry(1, deleted), anEntry(2, deleted));
  const sent = deletes(api);
  open(api, '/studio/media?only=Deleted');
  for (const number of [1, 2])
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select bridge-${number}.png` }));
  await userEvent.click(screen.getByRole('button', { name: 'Bring back' }));
  await screen.findByText('2 are back.');
  expect(sent).toEqual([{ ids: [idOf(1), idOf(2)], isDeleted: false }]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Change what is selected' })).toBeNull());
});

test('the page of a picture says what uses it, or when a deleted one goes for good, and brings it back [DESK-106]', async () => {
  const { api } = library(fakeApi(), anEntry(1));
  deletes(api, { [idOf(1)]: {} });
  open(api, `/studio/media?media=${idOf(1)}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText(/^No item has it now\. Something else has it/);
  const sent = deletes(api);
  api.answer(getMedia, {
    entry: anEntry(1, { deletedAt: '2026-11-20T14:00:00.000Z', deletedBy: 'Abe Stone' }),
    places: [],
    isUsedElsewhere: false,
    duplicates: [],
    mayChange: true,
    keptUntil: '2026-12-20T14:00:00.000Z',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText(/^Deleted Nov 20, 2026 by Abe Stone\. It is removed for good after Dec 20, 2026/);
  await userEvent.click(screen.getByRole('button', { name: 'Bring back' }));
  await screen.findByText('1 is back.');
  expect(sent.map(({ isDeleted }) => isDeleted)).toEqual([true, false]);
});
