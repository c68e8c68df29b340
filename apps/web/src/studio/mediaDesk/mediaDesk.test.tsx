import { changeMedia, getMedia, listMedia, MAX_CHANGED_MEDIA } from '@portico/contracts/studio/media';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { aList, anEntry, idOf, library } from '../testing/mediaLibrary.ts';

afterEach(() => clearToasts());

const open = (api: ReturnType<typeof library>['api'], path = '/studio/media') =>
  openPortal(path, { api, person: 'edda' });
const grid = async () => within(await screen.findByRole('list', { name: 'Pictures and files' }));

test('the library shows each picture and file with its facts, and its filters are in the address [DESK-100]', async () => {
  const file = { kind: 'File', format: 'PDF', width: null, height: null, name: 'Fees.pdf' } as const;
  const { api } = library(
    fakeApi(),
    anEntry(1),
    anEntry(2, { ...file, widths: [], uploadedBy: null, isUnused: false }),
  );
  const { router } = open(api, '/studio/media?sort=Name&kind=Bogus');
  const list = await grid();
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'bridge-1.pngPicture · 700 × 90 pixels · 14 KBUploaded Nov 20, 2026 by Edda MohrNot usedNo alternative text',
    'PDFFees.pdfPDF · 14 KBAdded Nov 20, 2026',
  ]);
  expect(list.getByRole('link', { name: 'Fees.pdf' }).getAttribute('href')).toBe(
    `/studio/media?sort=Name&media=${idOf(2)}`,
  );
  expect(screen.getByText('2 pictures and files')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'No alternative text');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Label' }), 'City');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search pictures and files' }), 'bri');
  await waitFor(() =>
    expect(router.state.location.href).toBe('/studio/media?only=NoAlternativeText&label=City&sort=Name&text=bri'),
  );
  await waitFor(() =>
    expect(api.callsTo(listMedia).at(-1)!.path).toBe(
      '/api/v1/studio/media?text=bri&only=NoAlternativeText&label=City&sort=Name',
    ),
  );
});

test('an empty library, one where nothing matches, and one with more pages say what to do [DESK-100]', async () => {
  const { api } = library(fakeApi());
  open(api);
  expect(await screen.findByRole('heading', { name: 'There are no pictures or files yet' })).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Files');
  expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeDefined();
  api.answer(listMedia, ({ query: { after } }) => aList([anEntry(after ? 2 : 1)], { next: after ? null : idOf(1) }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Next page' }));
  expect(await screen.findByRole('link', { name: 'bridge-2.png' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'First page' }).getAttribute('href')).toBe('/studio/media');
  expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
});

test('the selected ones get the same license and label, and an undo gives back what each had [DESK-103]', async () => {
  const { api, sent } = library(
    fakeApi(),
    anEntry(1, { labels: ['city'] }),
    anEntry(2, { license: 'Old', version: 4 }),
    anEntry(3),
  );
  open(api);
  await grid();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select bridge-1.png' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select bridge-2.png' }));
  const bulk = within(screen.getByRole('region', { name: 'Change what is selected' }));
  expect(bulk.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
  await userEvent.type(bulk.getByRole('textbox', { name: 'License' }), 'CC0');
  await userEvent.type(bulk.getByRole('textbox', { name: 'Add a label' }), 'City');
  await userEvent.click(bulk.getByRole('button', { name: 'Apply' }));
  await screen.findByText('2 were changed.');
  expect(screen.queryByRole('region', { name: 'Change what is selected' })).toBeNull();
  expect(sent[0]!.map(({ id, version, license, labels }) => [id, version, license, labels])).toEqual([
    [idOf(1), 1, 'CC0', ['city']],
    [idOf(2), 4, 'CC0', ['City']],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('The change of 2 was undone.');
  expect(sent[1]!.map(({ id, version, license, labels }) => [id, version, license, labels])).toEqual([
    [idOf(1), 2, '', ['city']],
    [idOf(2), 5, 'Old', []],
  ]);
});

test('at most as many are selected as can be changed together [DESK-103]', async () => {
  const { api } = library(
    fakeApi(),
    ...Array.from({ length: MAX_CHANGED_MEDIA + 1 }, (_, index) => anEntry(index + 1)),
  );
  open(api);
  await grid();
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  act(() => boxes.slice(0, MAX_CHANGED_MEDIA).forEach((box) => box.click()));
  await screen.findByText(`${MAX_CHANGED_MEDIA} selected`);
  expect(boxes.at(-1)!.disabled).toBe(true);
  act(() => boxes[0]!.click());
  await waitFor(() => expect(boxes.at(-1)!.disabled).toBe(false));
});

test('details are saved after a decision about the text, and what was typed stays while someone else saves [DESK-103]', async () => {
  const { api, sent } = library(fakeApi(), anEntry(1));
  open(api, `/studio/media?media=${idOf(1)}`);
  await screen.findByRole('heading', { level: 1, name: 'bridge-1.png' });
  const save = () => screen.getByRole('button', { name: 'Save' });
  expect(save()).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('radio', { name: 'Describe the picture' }));
  expect(save()).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByRole('textbox', { name: 'Alternative text' }), 'A bridge');
  await userEvent.type(screen.getByRole('textbox', { name: 'Add a label' }), 'Bridges{Enter}');
  const conflict = { version: 3, isChanged: false, changedBy: 'Abe Stone', before: null };
  api.answer(changeMedia, ({ body: { entries } }) => {
    sent.push(entries);
    return { items: entries.map((entry) => ({ ...entry, license: 'Theirs', ...conflict })) };
  });
  await userEvent.click(save());
  await screen.findByText('1 stayed as it is, because Abe Stone changed it meanwhile.');
  expect(screen.getByRole('textbox', { name: 'Alternative text' })).toHaveProperty('value', 'A bridge');
  await userEvent.click(save());
  await waitFor(() => expect(sent.map(([entry]) => entry!.version)).toEqual([1, 3]));
  expect(sent[1]![0]).toMatchObject({ alt: 'A bridge', labels: ['Bridges'] });
  // Typed details are still there after a look at the list.
  await userEvent.click(screen.getByRole('link', { name: 'All pictures and files' }));
  await userEvent.click((await grid()).getByRole('link', { name: 'bridge-1.png' }));
  expect(await screen.findByRole('textbox', { name: 'Alternative text' })).toHaveProperty('value', 'A bridge');
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(screen.queryByRole('textbox', { name: 'Alternative text' })).toBeNull();
});

test('a page of a picture lists where it is used, as far as the person may see, and files with the same content [DESK-101]', async () => {
  const { api } = library(fakeApi(), anEntry(1));
  const place = { kind: 'news', isPublished: true, isWritten: false };
  api.answer(getMedia, {
    entry: anEntry(1, { alt: 'A bridge', isUnused: false }),
    places: [
      { ...place, itemId: idOf(21), title: 'Bridges', path: `/news/${idOf(21)}`, mayOpen: true, isWritten: true },
      { ...place, itemId: idOf(22), title: 'Of others', path: `/news/${idOf(22)}`, mayOpen: false },
    ],
    isUsedElsewhere: true,
    duplicates: [{ id: idOf(9), name: 'Copy.csv', format: 'CSV' }],
    mayChange: false,
    keptUntil: null,
  });
  open(api, `/studio/media?media=${idOf(1)}`);
  const places = within(await screen.findByRole('list', { name: 'Where it is used' }));
  expect(places.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Bridges', `/studio/${idOf(21)}`],
    ['View', `/news/${idOf(21)}`],
    ['View', `/news/${idOf(22)}`],
  ]);
  expect(screen.getByText('Items that you can’t open have it too.')).toBeDefined();
  expect(
    within(screen.getByRole('list', { name: 'The same content' }))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`/studio/media?media=${idOf(9)}`);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
