import type { DocumentPreview } from '@portico/contracts/documents';
import { getDocument, getDocumentPreview } from '@portico/contracts/documents';
import { explainAudience } from '@portico/contracts/audience';
import { aDocument, anId } from '@portico/testing/builders';
import { clearToasts } from '@portico/ui/toasts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { documentsApi, many } from './testing/documentsApi.ts';

afterEach(() => clearToasts());

describe('a document preview', () => {
  const open = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Preview ${name}` }));
    return within(await screen.findByRole('dialog', { name }));
  };

  /** Steps once the preview shows its place in the list: the list pages load late, and the button is replaced then. */
  async function step(position: string, name: string): Promise<void> {
    const button = await waitFor(() => {
      const dialog = within(screen.getByRole('dialog'));
      expect(dialog.getAllByText(position)).toHaveLength(1);
      const found = dialog.getByRole('button', { name });
      expect(found.getAttribute('aria-disabled')).toBeNull();
      return found;
    });
    await userEvent.click(button);
  }

  test('opens over the list, is in the address, and returns focus to its button on Escape [DOCS-001]', async () => {
    const { address, router } = openPortal('/documents?page=2', { api: documentsApi() });
    const dialog = await open('Document 14');
    expect(address()).toBe(`/documents?preview=${many[13]!.id}&list=2`);
    expect(await dialog.findAllByText('Words of the file')).toHaveLength(1);
    expect(dialog.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      `/media/documents/${many[13]!.id}?download=1`,
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/documents?page=2');
    expect(router.history.length).toBe(2);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Preview Document 14' })),
    );
  });

  test('explains why the reader sees the document [AUDIENCE-010]', async () => {
    const api = documentsApi();
    api.answer(explainAudience, { isForEveryone: false, matched: [{ dimension: 'branch', values: ['Boston HQ'] }] });
    openPortal('/documents', { api });
    const dialog = await open('Document 3');
    await userEvent.click(await dialog.findByRole('button', { name: 'Why am I seeing this?' }));
    expect(await dialog.findAllByText('Branch: Boston HQ')).toHaveLength(1);
  });

  test('closes on Back and opens again on Forward', async () => {
    const { router } = openPortal('/documents', { api: documentsApi() });
    await open('Document 1');
    await act(async () => router.history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(async () => router.history.forward());
    expect(await screen.findAllByRole('dialog', { name: 'Document 1' })).toHaveLength(1);
  });

  test('steps to its neighbors across list pages without adding history entries', async () => {
    const { address, router } = openPortal('/documents', { api: documentsApi() });
    await open('Document 12');
    await step('12 of 30', 'Next document');
    expect(await screen.findAllByRole('dialog', { name: 'Document 13' })).toHaveLength(1);
    await waitFor(() => expect(address()).toBe(`/documents?preview=${many[12]!.id}&list=2`));
    await step('13 of 30', 'Previous document');
    expect(await screen.findAllByRole('dialog', { name: 'Document 12' })).toHaveLength(1);
    await waitFor(() => expect(address()).toContain(`preview=${many[11]!.id}`));
    expect(router.history.length).toBe(2);
  });

  test('opens from a link even if the document is not in the list, and closes to the list', async () => {
    const other = aDocument({ header: 'Elsewhere' });
    const api = documentsApi();
    api.answer(getDocument, other);
    const { address } = openPortal(`/documents?preview=${other.id}&page=3`, { api });
    const dialog = within(await screen.findByRole('dialog', { name: 'Elsewhere' }));
    expect(dialog.queryByRole('button', { name: 'Next document' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/documents'));
  });

  test('shows a missing or forbidden document in the dialog, and the list still works', async () => {
    const api = documentsApi();
    api.fail(getDocument, 'not_found');
    api.fail(getDocumentPreview, 'not_found');
    openPortal(`/documents?preview=${anId()}`, { api });
    expect(await screen.findAllByRole('heading', { name: 'This document isn’t available' })).toHaveLength(1);
    expect(await screen.findAllByText('1–12 of 30 documents')).toHaveLength(1);
  });

  test('says that a link is for an earlier file, and shows the newer one on request [DESK-221]', async () => {
    const api = documentsApi();
    api.answer(getDocument, ({ query: { file } }) => ({
      ...many[3]!,
      ...(file === undefined ? {} : { isNewer: true }),
    }));
    const file = '0123456789abcdef';
    const { address } = openPortal(`/documents?preview=${many[3]!.id}&file=${file}`, { api });
    const dialog = within(await screen.findByRole('dialog', { name: 'Document 4' }));
    expect(await dialog.findAllByRole('heading', { name: 'There is a newer version' })).toHaveLength(1);
    expect(dialog.queryByText('Words of the file')).toBeNull();
    await userEvent.click(dialog.getByRole('link', { name: 'Open the newer version' }));
    expect(await dialog.findAllByText('Words of the file')).toHaveLength(1);
    expect(address()).toBe(`/documents?preview=${many[3]!.id}`);
  });

  test('copies a link to the file that is shown [DESK-221]', async () => {
    userEvent.setup(); // Adds a clipboard to the document.
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    const api = documentsApi();
    api.answer(getDocument, { ...many[3]!, fileDigits: '0123456789abcdef' });
    openPortal('/documents', { api });
    const dialog = await open('Document 4');
    await userEvent.click(await dialog.findByRole('button', { name: 'Copy link' }));
    const path = `/documents?preview=${many[3]!.id}&file=0123456789abcdef`;
    await waitFor(() => expect(write).toHaveBeenCalledExactlyOnceWith(`${location.origin}${path}`));
  });

  test('opens a link for the current file at once [DESK-221]', async () => {
    const api = documentsApi();
    openPortal(`/documents?preview=${many[3]!.id}&file=0123456789abcdef`, { api });
    expect(await screen.findAllByText('Words of the file')).toHaveLength(1);
    const [first] = api.callsTo(getDocument);
    expect(first?.path).toBe(`/api/v1/media/documents/${many[3]!.id}?file=0123456789abcdef`);
  });

  test('shows an error when the preview fails, and loads on a retry', async () => {
    const api = documentsApi();
    api.fail(getDocumentPreview, 'unavailable');
    openPortal('/documents', { api });
    const dialog = await open('Document 1');
    expect(await dialog.findAllByRole('heading', { name: 'The preview couldn’t be loaded' })).toHaveLength(1);
    api.answer(getDocumentPreview, { kind: 'Text', text: 'Here it is', isCut: false });
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findAllByText('Here it is')).toHaveLength(1);
  });

  test('shows tables one sheet at a time, with headers, row numbers, and a note about omitted cells', async () => {
    const sheets = [
      {
        name: 'Fees',
        rows: [
          ['Account', 'Fee'],
          ['IRA', '$25'],
          ['Trust', '$1,200'],
        ],
        totalRows: 5000,
        totalColumns: 40,
      },
      { name: 'Notes', rows: [['1', '2']], totalRows: 1, totalColumns: 2 },
    ];
    openPortal('/documents', {
      api: documentsApi([aDocument({ header: 'Fees', format: 'XLSX' })], { kind: 'Sheets', sheets }),
    });
    const dialog = await open('Fees');
    expect((await dialog.findAllByRole('columnheader')).map((cell) => cell.textContent)).toEqual([
      'Row',
      'Account',
      'Fee',
    ]);
    expect(dialog.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['2', '3']);
    expect(dialog.getAllByText(/Showing the first 3 of 5,000 rows\. Showing the first 2 of 40 columns\./)).toHaveLength(
      1,
    );
    await userEvent.click(dialog.getByRole('tab', { name: 'Notes' }));
    expect((await dialog.findAllByRole('columnheader')).map((cell) => cell.textContent)).toEqual(['Row', 'A', 'B']);
    expect(dialog.queryByText(/Showing the first/)).toBeNull();
  });

  test('shows a text document as a page, with a note when it is cut off', async () => {
    const preview: DocumentPreview = {
      kind: 'Components',
      isCut: true,
      components: [{ id: 'a', type: 'Header', level: 2, text: 'Who decides' }],
    };
    openPortal('/documents', { api: documentsApi([aDocument({ header: 'Charter', format: 'DOCX' })], preview) });
    const dialog = await open('Charter');
    expect(await dialog.findAllByRole('heading', { level: 2, name: /Who decides/ })).toHaveLength(1);
    expect(dialog.getAllByText(/This preview shows only the beginning/)).toHaveLength(1);
  });

  test('fits pictures to the window and zooms them, and shows video with controls', async () => {
    openPortal('/documents', {
      api: documentsApi([aDocument({ header: 'Map', format: 'PNG' }), aDocument({ header: 'Talk', format: 'MP4' })], {
        kind: 'File',
      }),
    });
    const dialog = await open('Map');
    expect((await dialog.findByRole('img', { name: 'Map' })).getAttribute('src')).toMatch(
      /^\/media\/documents\/[0-9a-f-]{36}$/,
    );
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Size' }), '200%');
    expect((dialog.getByRole('option', { name: '200%' }) as HTMLOptionElement).selected).toBe(true);
    await userEvent.click(dialog.getByRole('button', { name: 'Next document' }));
    const film = await waitFor(() => {
      const video = within(screen.getByRole('dialog', { name: 'Talk' })).getByLabelText('Talk', { selector: 'video' });
      return video as HTMLVideoElement;
    });
    expect(film.controls).toBe(true);
  });

  test.each([
    ['Format', 'This type of file can’t be previewed'],
    ['Protected', 'This file is protected'],
    ['Damaged', 'This file is damaged'],
    ['TooLarge', 'This file is too large for a preview'],
  ] as const)('without a preview (%s) explains why and offers the file', async (reason, title) => {
    openPortal('/documents', { api: documentsApi([aDocument({ header: 'File' })], { kind: 'None', reason }) });
    const dialog = await open('File');
    expect(await dialog.findAllByRole('heading', { name: title })).toHaveLength(1);
    expect(dialog.getAllByRole('link', { name: 'Download (1.5 MB)' })).toHaveLength(1);
  });

  test('appears without a reload once the file has been processed', async () => {
    const api = documentsApi(many, { kind: 'Pending' });
    openPortal('/documents', { api });
    const dialog = await open('Document 1');
    expect(await dialog.findAllByRole('heading', { name: 'This file is still being processed' })).toHaveLength(1);
    api.answer(getDocumentPreview, { kind: 'Text', text: 'Read at last', isCut: false });
    expect(await dialog.findAllByText('Read at last')).toHaveLength(1);
  });
});
