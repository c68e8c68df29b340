import type { FileHold } from '@portico/kinds/media';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { listDocumentVersions, type DocumentVersion } from '@portico/contracts/studio/documentVersions';
import { getFileHold } from '@portico/contracts/studio/pickers';
import { clearToasts } from '@portico/ui/toasts';
import { anId } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { saveSession } from '../../sign-in/sessionCookies.ts';
import { putSettings } from '../../testPortal.ts';
import { DocumentFileField } from './DocumentFileField.tsx';

const file: StudioFile = { fileId: anId(), fileName: 'fees.pdf', format: 'PDF', bytes: 1000 };

const itemId = anId();
afterEach(() => clearToasts());

interface Shown {
  hasNoWords?: boolean | null;
  /** Null if they can't be loaded. */
  versions?: DocumentVersion[] | null;
  onChange?: (file: StudioFile) => void;
}

function show(hold: FileHold | null, { hasNoWords = false, versions = [], onChange = () => {} }: Shown = {}) {
  const api = fakeApi();
  api.answer(getFileHold, { hold, hasNoWords });
  if (versions) api.answer(listDocumentVersions, { items: versions });
  else api.fail(listDocumentVersions, 'unavailable');
  putSettings();
  saveSession({ idToken: 'id.token.1', accessToken: 'access.token.1', lifetimeS: 3600 });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DocumentFileField label="File" file={file} itemId={itemId} onChange={onChange} />
    </QueryClientProvider>,
  );
  return api;
}

test.for<[FileHold, RegExp]>([
  ['Waiting', /being checked for viruses\. You can publish it/],
  ['Refused', /A virus was found in this file.*Please replace it/],
  ['TooLarge', /too large to be checked for viruses/],
])('the file field tells editors why a file is on hold: %s [OPS-361]', async ([hold, text]) => {
  show(hold);
  expect(screen.getByRole('status').textContent).toBe('');
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text));
});

test('the file field shows no note for a file that can be opened [OPS-361]', async () => {
  const api = show(null);
  await waitFor(() => expect(api.callsTo(getFileHold)).toHaveLength(1));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('the file field tells editors that search can’t find words in a PDF of pictures [DOCS-014]', async () => {
  show(null, { hasNoWords: true });
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toMatch(/Search can’t find words in this file.*text recognition/),
  );
});

test('the file field says that a file is being read, until search can find its words [FILE-081]', async () => {
  show(null, { hasNoWords: null });
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/This file is being read.*search finds/));
});

const aVersion = (number: number, more: Partial<DocumentVersion> = {}): DocumentVersion => ({
  number,
  file: { fileId: anId(), fileName: `fees-${number}.pdf`, format: 'PDF', bytes: 1000 },
  publishedAt: '2026-11-20T14:00:00.000Z',
  publishedBy: 'Edda Mohr',
  isCurrent: false,
  ...more,
});

test('published files are listed with who, when and size; an earlier one is downloaded or used again [DESK-222]', async () => {
  const [former, current] = [aVersion(1, { publishedBy: null }), aVersion(3, { file, isCurrent: true })];
  const onChange = vi.fn();
  show(null, { versions: [current, former], onChange });
  const list = within(await screen.findByRole('list', { name: 'Published files' }));
  const [first, second] = list.getAllByRole('listitem').map((item) => within(item));
  expect(first!.getByText('fees.pdf · PDF · 1 KB')).toBeDefined();
  expect(first!.getByText(/^Published Nov 20, 2026, .* by Edda Mohr$/)).toBeDefined();
  expect(first!.getByText('Published')).toBeDefined();
  expect(first!.queryByRole('button')).toBeNull();
  expect(second!.getByText(/by Import$/)).toBeDefined();
  expect(second!.getByRole('link', { name: 'Download the file of version 1' }).getAttribute('href')).toBe(
    `/media/documents/${itemId}/versions/1`,
  );
  await userEvent.click(second!.getByRole('button', { name: 'Use the file of version 1 again' }));
  expect(onChange).toHaveBeenLastCalledWith(former.file);
});

test('a document without published files shows no list, and a list that did not load can be loaded again [DESK-222]', async () => {
  const api = show(null);
  await waitFor(() => expect(api.callsTo(listDocumentVersions)).toHaveLength(1));
  expect(screen.queryByText('Published files')).toBeNull();
  cleanup();
  const failing = show(null, { versions: null });
  await screen.findByText('The earlier files couldn’t be loaded');
  failing.answer(listDocumentVersions, { items: [aVersion(1)] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('list', { name: 'Published files' });
});
