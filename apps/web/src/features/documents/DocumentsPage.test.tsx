import { getDocument, getDocumentPreview, listDocuments } from '@portico/contracts/documents';
import { aDocument } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { clearPersonal } from '../../sign-in/personalStorage.ts';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { documentsApi } from './testing/documentsApi.ts';

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
