import type { FileHold } from '@portico/kinds/media';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { getFileHold } from '@portico/contracts/studio/pickers';
import { anId } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { saveSession } from '../../sign-in/sessionCookies.ts';
import { putSettings } from '../../testPortal.ts';
import { DocumentFileField } from './DocumentFileField.tsx';

const file: StudioFile = { fileId: anId(), fileName: 'fees.pdf', format: 'PDF', bytes: 1000 };

function show(hold: FileHold | null, hasNoWords: boolean | null = false) {
  const api = fakeApi();
  api.answer(getFileHold, { hold, hasNoWords });
  putSettings();
  saveSession({ idToken: 'id.token.1', accessToken: 'access.token.1', lifetimeS: 3600 });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DocumentFileField label="File" file={file} onChange={() => {}} />
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
  show(null, true);
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toMatch(/Search can’t find words in this file.*text recognition/),
  );
});

test('the file field says that a file is being read, until search can find its words [FILE-081]', async () => {
  show(null, null);
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/This file is being read.*search finds/));
});
