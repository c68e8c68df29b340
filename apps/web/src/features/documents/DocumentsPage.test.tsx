import type { DocumentPreview, PortalDocument } from '@portico/contracts/documents';
import { DOCUMENTS_PAGE_SIZE, getDocument, getDocumentPreview, listDocuments } from '@portico/contracts/documents';
import { explainAudience } from '@portico/contracts/audience';
import { aDocument, anId } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { clearPersonal } from '../../sign-in/personalStorage.ts';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

const many = Array.from({ length: 30 }, (_, index) => aDocument({ header: `Document ${index + 1}` }));

/** A fake server with pages of documents and the same preview for each. */
function documentsApi(
  documents: PortalDocument[] = many,
  preview: DocumentPreview = { kind: 'Text', text: 'Words of the file', isCut: false },
) {
  const api = fakeApi();
  api.answer(listDocuments, ({ query: { page = 1, pageSize = DOCUMENTS_PAGE_SIZE } }) => ({
    page,
    pageSize,
    total: documents.length,
    items: documents.slice((page - 1) * pageSize, page * pageSize),
  }));
  api.answer(getDocument, ({ params }) => documents.find((document) => document.id === params.documentId)!);
  api.answer(getDocumentPreview, preview);
  return api;
}

const lastQuery = (api: ReturnType<typeof fakeApi>) =>
  new URL(api.callsTo(listDocuments).at(-1)!.path, 'https://portal.test').searchParams;

describe('the document list', () => {
  // The choice of cards or table outlives a page.
  beforeEach(() => localStorage.clear());

  test('shows each file’s details with its preview and download [ROUTE-016, DOCS-001]', async () => {
    const document = aDocument({ header: 'Fee schedule', publishedAt: '2026-03-09T12:00:00.000Z' });
    openPortal('/documents', { api: documentsApi([document]) });
    const card = within(await screen.findByRole('article'));
    expect(card.getAllByRole('heading', { level: 2, name: 'Fee schedule' })).toHaveLength(1);
    expect(
      ['PDF', '1.5 MB', '12 pages', 'Mar 9, 2026', 'Operations', 'Fees'].map(
        (text) => card.getAllByText(text).length > 0,
      ),
    ).toEqual(Array.from({ length: 6 }, () => true));
    const download = card.getByRole('link', { name: 'Download Fee schedule' });
    expect(download.getAttribute('href')).toBe(`/media/documents/${document.id}?download=1`);
    expect(download.getAttribute('download')).toBe('fee-schedule.pdf');
    expect(card.getAllByRole('button', { name: 'Preview Fee schedule' })).toHaveLength(1);
    expect(screen.getByText('1 document').getAttribute('role')).toBe('status');
    expect(globalThis.document.title).toBe('Documents - Portico');
  });

  test('says that search can’t find words in a PDF of pictures, in cards and rows [DOCS-014]', async () => {
    const label = 'Search can’t find words in this file';
    const documents = [aDocument({ header: 'Signed lease', hasNoWords: true }), aDocument({ header: 'Rates' })];
    const { address } = openPortal('/documents', { api: documentsApi(documents) });
    const [card] = await screen.findAllByRole('article');
    within(card!).getByText(label);
    expect(screen.getAllByText(label)).toHaveLength(1);
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    await waitFor(() => expect(address()).toContain('view=table'));
    within((await screen.findByRole('rowheader', { name: /Signed lease/ })).closest('tr')!).getByText(label);
    expect(screen.getAllByText(label)).toHaveLength(1);
  });

  test('explains why a file can’t be opened instead of offering it, in cards and rows [OPS-361]', async () => {
    const held = [
      aDocument({ header: 'Fees', hold: 'Waiting' }),
      aDocument({ header: 'Rates', hold: 'Refused' }),
      aDocument({ header: 'Film', hold: 'TooLarge' }),
    ];
    const { address } = openPortal('/documents', { api: documentsApi(held) });
    const labels = [
      'Being checked for viruses',
      'A virus was found in this file',
      'Too large to be checked for viruses',
    ];
    for (const label of labels) await screen.findByText(label);
    expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    await waitFor(() => expect(address()).toContain('view=table'));
    await screen.findByRole('table');
    for (const label of labels) screen.getByText(label);
    expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull();
  });

  test('the viewer says once that a file is waiting for its virus check, and shows it afterward [OPS-361] [OPS-431]', async () => {
    const document = aDocument({ header: 'Fees', hold: 'Waiting' });
    const api = documentsApi([document], { kind: 'Held', hold: 'Waiting' });
    openPortal(`/documents?preview=${document.id}`, { api });
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('heading', { name: 'Being checked for viruses' });
    expect(dialog.getAllByText('Being checked for viruses')).toHaveLength(1);
    expect(dialog.getByText(/once it has been checked/).closest('[role=status]')).not.toBeNull();
    expect(dialog.queryByRole('link', { name: 'Download' })).toBeNull();
    api.answer(getDocumentPreview, { kind: 'Text', text: 'Words of the file', isCut: false });
    api.answer(getDocument, aDocument({ id: document.id, header: 'Fees' }));
    expect(await dialog.findByText('Words of the file')).toBeTruthy();
    expect(await dialog.findByRole('link', { name: 'Download' })).toBeTruthy();
  });

  test('sorts by date, title, and size [DOCS-002]', async () => {
    const api = documentsApi();
    const { address } = openPortal('/documents', { api });
    const sort = await screen.findByRole('combobox', { name: 'Sort' });
    await userEvent.selectOptions(sort, 'Largest first');
    await waitFor(() => expect(address()).toBe('/documents?sort=largest'));
    await waitFor(() =>
      expect([lastQuery(api).get('sortBy'), lastQuery(api).get('sort')]).toEqual(['Size', 'Descending']),
    );
    await userEvent.selectOptions(sort, 'Title, A to Z');
    await waitFor(() =>
      expect([lastQuery(api).get('sortBy'), lastQuery(api).get('sort')]).toEqual(['Title', 'Ascending']),
    );
  });

  test('filters by category, department, and file type, and removes each filter [DOCS-002]', async () => {
    const api = documentsApi();
    const { address } = openPortal('/documents', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Category' }));
    // Only resources have the category Retirement.
    const categories = await within(screen.getByRole('group', { name: 'Category' })).findAllByRole('checkbox');
    expect(categories.map((box) => box.closest('label')?.textContent)).toEqual(['Fees 3 items']);
    await userEvent.click(screen.getByRole('checkbox', { name: /^Fees/ }));
    await userEvent.click(screen.getByRole('button', { name: 'File type' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'PDF' }));
    await waitFor(() => expect(address()).toBe('/documents?category=Fees&format=PDF'));
    await waitFor(() =>
      expect([lastQuery(api).getAll('category'), lastQuery(api).getAll('format')]).toEqual([['Fees'], ['PDF']]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Fees' }));
    await waitFor(() => expect(address()).toBe('/documents?format=PDF'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(address()).toBe('/documents'));
  });

  test('is cards with Preview and Download, and a table after one press [DOCS-001, DOCS-007]', async () => {
    const { address } = openPortal('/documents?sort=a-z', { api: documentsApi() });
    const cards = await screen.findAllByRole('article');
    expect(cards).toHaveLength(12);
    for (const [index, card] of cards.entries()) {
      const own = within(card);
      expect(own.getByRole('button', { name: `Preview Document ${index + 1}` }).textContent).toBe('Preview');
      expect(own.getByRole('link', { name: `Download Document ${index + 1}` }).textContent).toBe('Download');
    }
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    await waitFor(() => expect(address()).toBe('/documents?sort=a-z&view=table'));
    const table = within(await screen.findByRole('table', { name: 'Documents' }));
    expect(table.getAllByRole('row')).toHaveLength(13);
    expect(table.getAllByRole('button', { name: /^Preview / })).toHaveLength(12);
    expect(table.getAllByRole('link', { name: /^Download / })).toHaveLength(12);
  });

  test('is shown as last chosen in this browser, also after the reader signed out and in [DOCS-009]', async () => {
    const api = documentsApi();
    openPortal('/documents', { api });
    await userEvent.click(await screen.findByRole('radio', { name: 'Table' }));
    await screen.findByRole('table', { name: 'Documents' });
    cleanup();
    clearPersonal();

    const { address } = openPortal('/documents', { api });
    await screen.findByRole('table', { name: 'Documents' });
    expect(address()).toBe('/documents');
    await userEvent.click(screen.getByRole('radio', { name: 'Cards' }));
    expect(await screen.findAllByRole('article')).toHaveLength(12);
    cleanup();

    openPortal('/documents', { api });
    expect(await screen.findAllByRole('article')).toHaveLength(12);
  });

  test('is shown as a link to it says, which does not replace the reader’s choice [DOCS-009]', async () => {
    const api = documentsApi();
    openPortal('/documents?view=table', { api });
    await screen.findByRole('table', { name: 'Documents' });
    cleanup();
    openPortal('/documents', { api });
    expect(await screen.findAllByRole('article')).toHaveLength(12);
  });

  test('has its pages in the sticky footer [DOCS-002]', async () => {
    openPortal('/documents?sort=a-z', { api: documentsApi() });
    const pages = within(await screen.findByRole('navigation', { name: 'Pages of documents' }));
    expect(pages.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe('/documents?page=2&sort=a-z');
    await userEvent.click(pages.getByRole('link', { name: 'Page 2' }));
    expect(await screen.findAllByText('13–24 of 30 documents')).toHaveLength(1);
    expect(screen.getByRole('main').contains(screen.getByRole('navigation', { name: 'Pages of documents' }))).toBe(
      false,
    );
  });

  test('has a message for no matches', async () => {
    const { address } = openPortal('/documents?format=VTT', { api: documentsApi([]) });
    expect(await screen.findAllByRole('heading', { name: 'No documents match these filters' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(address()).toBe('/documents'));
  });

  test('shows a retry when it fails to load', async () => {
    const api = documentsApi();
    api.fail(listDocuments, 'unavailable');
    expectErrorsInConsole();
    openPortal('/documents', { api });
    expect(await screen.findAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  });
});

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
