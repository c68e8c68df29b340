import type { CallInput, CallResult } from '@portico/contracts/endpoint';
import { getMedia } from '@portico/contracts/studio/media';
import {
  previewReplacement,
  replaceMedia,
  undoReplacement,
  type ReplacementPlace,
} from '@portico/contracts/studio/mediaReplacement';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { anEntry, idOf, library } from '../testing/mediaLibrary.ts';

afterEach(() => clearToasts());

const BATCH = idOf(90);
const aPlace = (number: number, own: Partial<ReplacementPlace>): ReplacementPlace => ({
  itemId: idOf(number),
  kind: 'news',
  title: `Item ${number}`,
  version: 3,
  sequence: number,
  effect: 'Draft',
  uses: 1,
  keptTexts: 0,
  droppedFocuses: 0,
  endsApproval: false,
  ...own,
});
const places = [
  aPlace(21, { effect: 'Published', uses: 2, keptTexts: 1, droppedFocuses: 2 }),
  aPlace(22, { endsApproval: true }),
  aPlace(23, { effect: 'OtherChanges' }),
  aPlace(24, { effect: 'Nothing', uses: 0 }),
];

function open(path: string, preview: Partial<CallResult<typeof previewReplacement>> = {}) {
  const { api } = library(fakeApi(), anEntry(1), anEntry(2));
  const place = { itemId: idOf(21), kind: 'news', title: 'Item 21', isPublished: true, isWritten: true };
  api.answer(getMedia, ({ params }) => ({
    entry: anEntry(params.mediaId === idOf(1) ? 1 : 2),
    places: [{ ...place, path: null, mayOpen: true }],
    isUsedElsewhere: false,
    duplicates: [],
    mayChange: true,
    keptUntil: null,
  }));
  api.answer(previewReplacement, { places, refused: 0, isUsedElsewhere: false, ...preview });
  const sent: Array<CallInput<typeof replaceMedia>['body']> = [];
  api.answer(replaceMedia, ({ body }) => {
    sent.push(body);
    return { batchId: BATCH, items: body.items };
  });
  const { address } = openPortal(path, { api, person: 'edda' });
  return { api, sent, address };
}
const PREVIEW = `/studio/media?media=${idOf(1)}&with=${idOf(2)}`;
const rowOf = async (title: string) => {
  const list = within(await screen.findByRole('list', { name: 'What changes' }));
  return within(list.getByRole('link', { name: title }).closest('li')!);
};

test('what replaces a picture is found in the library, and leads to what changes [DESK-227]', async () => {
  const { address } = open(`/studio/media?media=${idOf(1)}`);
  const section = within(await screen.findByRole('region', { name: 'Replace everywhere' }));
  await userEvent.type(section.getByRole('searchbox', { name: 'Find what replaces it' }), 'bridge');
  const offered = within(await section.findByRole('list', { name: 'What could replace it' }));
  expect(offered.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(offered.getByRole('link', { name: 'See what changes with bridge-2.png' }));
  await waitFor(() => expect(address()).toBe(PREVIEW));
  await screen.findByRole('list', { name: 'What changes' });
});

test('each item says what changes in it; those left out stay, and the rest is replaced and undone in one step [DESK-227]', async () => {
  const { api, sent, address } = open(PREVIEW, { refused: 2, isUsedElsewhere: true });
  const first = await rowOf('Item 21');
  expect(first.getByText('Published at once')).toBeDefined();
  expect(first.getByText('2 places · 1 alternative text stays · 2 focal points are dropped')).toBeDefined();
  const second = await rowOf('Item 22');
  expect(second.getByText('1 place · ends its approval')).toBeDefined();
  const gone = await rowOf('Item 24');
  expect(gone.getByText('Not in the next version any more')).toBeDefined();
  expect(gone.queryByRole('checkbox')).toBeNull();
  expect(screen.getByText('2 more items have it. You can’t change those, so they stay as they are.')).toBeDefined();
  expect(screen.getByText('Items that you can’t open have it too, and stay as they are.')).toBeDefined();
  expect(screen.getByText('3 items change. Of these, 1 published at once.')).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Replace in Item 23' }));
  expect(screen.getByText('2 items change. Of these, 1 published at once.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Replace' }));
  await screen.findByText('Replaced in 2 items.');
  const items = [
    { itemId: idOf(21), version: 3, sequence: 21, isPublished: true },
    { itemId: idOf(22), version: 3, sequence: 22, isPublished: false },
  ];
  expect(sent).toEqual([{ with: idOf(2), items }]);
  await waitFor(() => expect(address()).toBe(`/studio/media?media=${idOf(1)}`));
  api.answer(undoReplacement, ({ params, body }) => {
    expect([params.batchId, body.items]).toEqual([BATCH, items]);
    return { undone: 2 };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('2 items are as before.');
});

test('a refusal says why, keeps the choice and shows what changes now [DESK-227]', async () => {
  const { api } = open(PREVIEW);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Replace in Item 23' }));
  api.fail(replaceMedia, 'conflict', '“Item 21” has changed since. Nothing was replaced. Look at it again.');
  await userEvent.click(screen.getByRole('button', { name: 'Replace' }));
  await screen.findByText(/“Item 21” has changed since/);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Replace in Item 23' }).checked).toBe(false);
  await waitFor(() => expect(api.callsTo(previewReplacement).length).toBeGreaterThan(1));
});

test('without an item that can change there is nothing to press, and what cannot replace it says so [DESK-227]', async () => {
  const { api } = open(PREVIEW, { places: [], refused: 1 });
  await screen.findByText('There is no item in which you can replace it.');
  expect(screen.getByText('1 more item has it. You can’t change that one, so it stays as it is.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Replace' })).toHaveProperty('disabled', true);
  api.fail(previewReplacement, 'invalid_input', 'A picture is replaced by a picture, and a file by a file.');
  openPortal(`/studio/media?media=${idOf(1)}&with=${idOf(3)}`, { api, person: 'edda' });
  expect(await screen.findAllByText('A picture is replaced by a picture, and a file by a file.')).not.toHaveLength(0);
  expect(screen.getAllByRole('link', { name: 'Choose another one' })).not.toHaveLength(0);
});
