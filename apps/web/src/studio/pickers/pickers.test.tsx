import type { ImageRef } from '@portico/kinds/media';
import type { Change } from '@portico/contracts/studio/draft';
import { listStudioDocuments, listStudioPictures } from '@portico/contracts/studio/pickers';
import { changeStudioItem } from '@portico/contracts/studio/studio';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';
import { wholeIn } from '../testing/wholeIn.ts';

beforeEach(() => {
  window.innerWidth = 1440;
  return () => {
    window.innerWidth = 1024;
  };
});

const aPage = <Item,>(items: Item[], total = items.length) => ({ items, page: 1, pageSize: 24, total });
const wordsOf = (path: string) => new URL(path, 'https://portal.test').searchParams.get('text');

/** The editor, and the changes it saves. */
async function openEditor(draft = aDraft()) {
  const api = studioApi(aStudioItem({ draft }));
  const saved: Change[] = [];
  api.answer(changeStudioItem, ({ body: { changes: sent, base, clientId } }) => {
    const changes = wholeIn(sent);
    saved.push(...changes);
    const sequence = base + 1;
    return {
      sequence,
      savedAt: '2026-11-23T15:00:00.000Z',
      conflicts: [],
      isTooOld: false,
      saved: [{ sequence, clientId, by: 'Edda', changes }],
    };
  });
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await screen.findByRole('heading', { level: 1 });
  return { api, saved };
}

test('a picture of the portal is found by its description, keeps it, and becomes the picture of the item [STUDIO-345]', async () => {
  const { api, saved } = await openEditor();
  const image: ImageRef = { id: ITEM_ID, alt: 'Boston office at dusk', width: 640, height: 320, widths: [320, 640] };
  const decorative = { ...image, id: ITEM_ID.replace('1d4e', '1d4f'), alt: '' };
  api.answer(
    listStudioPictures,
    aPage([
      { image, fileName: 'boston.jpg', usedIn: 'Boston moves' },
      { image: decorative, fileName: null, usedIn: 'Fees' },
    ]),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Add a picture' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a picture' }));
  const pictures = within(await dialog.findByRole('list', { name: 'Or choose one from the portal' }));
  await waitFor(() =>
    expect(pictures.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Boston office at dusk',
      'Picture in “Fees”',
    ]),
  );
  await userEvent.type(dialog.getByRole('searchbox', { name: 'Find by description or file name' }), 'dusk');
  await waitFor(() => expect(api.callsTo(listStudioPictures).map(({ path }) => wordsOf(path))).toContain('dusk'));
  pictures.getByRole('button', { name: 'Boston office at dusk' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Alternative text' }).value).toBe(
    'Boston office at dusk',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Use this picture' }));
  await waitFor(() => expect(saved).toContainEqual({ do: 'field', name: 'image', value: image }));
});

test('choosing a picture says when none matches, and why they could not be loaded [STUDIO-345]', async () => {
  const { api } = await openEditor();
  api.fail(listStudioPictures, 'unavailable', 'The portal is busy.');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a picture' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a picture' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('The portal is busy.');
  api.answer(listStudioPictures, aPage([]));
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByText('The portal has no pictures that you can use yet.');
  await userEvent.type(dialog.getByRole('searchbox'), 'zebra');
  await dialog.findByText('Nothing matches “zebra”.');
});

const files = { id: 'f', type: 'FileList' as const, files: [{ title: '', format: 'TXT', bytes: 1 } as never] };

async function chooseFile() {
  screen.getByRole('group', { name: /^Files, 1 of 1/ }).focus();
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a file' }));
  return within(await screen.findByRole('dialog', { name: 'Choose a document' }));
}

test('a document is found by words and chosen with its format and size [STUDIO-344]', async () => {
  const { api, saved } = await openEditor(aDraft([files]));
  const document = {
    documentId: ITEM_ID,
    title: 'Advisory fee schedule',
    format: 'PDF' as const,
    bytes: 1200,
    publishedAt: '2026-11-20T14:00:00.000Z',
  };
  api.answer(listStudioDocuments, aPage([document], 30));
  const dialog = await chooseFile();
  await dialog.findByText('30 found');
  await userEvent.type(dialog.getByRole('searchbox', { name: 'Find by title or file name' }), 'fee');
  await waitFor(() => expect(api.callsTo(listStudioDocuments).map(({ path }) => wordsOf(path))).toContain('fee'));
  await userEvent.click(dialog.getByRole('button', { name: /^Advisory fee schedule/ }));
  await waitFor(() =>
    expect(saved).toContainEqual({
      do: 'set',
      component: {
        ...files,
        files: [{ documentId: ITEM_ID, title: 'Advisory fee schedule', format: 'PDF', bytes: 1200 }],
      },
    }),
  );
});

test('without documents, the choice says so, and offers to upload one [STUDIO-344]', async () => {
  await openEditor(aDraft([files]));
  const dialog = await chooseFile();
  await dialog.findByText('There are no published documents yet.');
  expect(dialog.getByRole('group', { name: 'Or upload a new document' })).toBeDefined();
  expect(dialog.getByText('It’s published together with this item.')).toBeDefined();
});
