import { estimateProofExport, getProofLog, type ProofExport } from '@portico/contracts/admin/proofs';
import type { CallResult } from '@portico/contracts/endpoint';
import { fakeApi } from '@portico/testing/fakeApi';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

const ITEM = '6f9b1d4e-0000-4000-8000-0000000000a1';
const KEY = 'portal.example.com/proofs+01234567+AQ==';

const log = (more: Partial<CallResult<typeof getProofLog>> = {}): CallResult<typeof getProofLog> => ({
  isAdministrator: true,
  records: 1234,
  keys: [KEY],
  lastCheckpoint: { records: 1200, publishedAt: '2026-11-20T02:31:00Z' },
  witness: null,
  exports: [],
  ...more,
});

const anExport = (more: Partial<ProofExport> = {}): ProofExport => ({
  id: '6f9b1d4e-0000-4000-8000-0000000000e1',
  name: 'Adam Vance',
  filters: { from: '2026-01-01', until: '2026-06-30' },
  records: 500,
  done: 250,
  state: 'Running',
  startedAt: '2026-11-20T15:00:00Z',
  ...more,
});

function proofsApi(
  own = log(),
  estimate = { records: 1234, bytes: 6_000_000, item: null as string | null, person: null },
) {
  const api = fakeApi();
  api.answer(getProofLog, own);
  api.answer(estimateProofExport, estimate);
  return api;
}

test('the page of proofs says how many receipts an export has and how large it is, and downloads it [PROOF-037]', async () => {
  openPortal('/admin/proofs', { api: proofsApi() });
  expect(await screen.findByText('1,234 receipts, about 6.0 MB.')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Download as ZIP' });
  expect(link.getAttribute('href')).toMatch(/^\/media\/proof-exports\/[\da-f-]{36}\.zip$/);
  expect(link.hasAttribute('download')).toBe(true);
  const before = link.getAttribute('href');
  link.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(link);
  await waitFor(() => expect(link.getAttribute('href')).not.toBe(before));
  expect(screen.getByText(/The log has 1,234 records\./)).toBeDefined();
  expect(screen.getByText(/No witness signs the log/)).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Public key of the log' })).toHaveProperty('value', KEY);
});

test('a choice of an item is in the address, can be cleared, and nothing to export has no button [PROOF-037]', async () => {
  const api = proofsApi(log(), { records: 0, bytes: 0, item: 'Travel policy', person: null });
  const { address } = openPortal(`/admin/proofs?item=${ITEM}&from=2026-01-01&until=2026-06-30`, { api });
  expect(await screen.findByText('Only of “Travel policy”')).toBeDefined();
  expect(await screen.findByText('There are no proofs of this choice.')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Download as ZIP' })).toBeNull();
  expect(api.callsTo(estimateProofExport).at(-1)?.path).toContain(`itemId=${ITEM}`);
  await userEvent.click(screen.getByRole('button', { name: 'Clear: Only of “Travel policy”' }));
  await waitFor(() => expect(address()).toBe('/admin/proofs?from=2026-01-01&until=2026-06-30'));
});

test('exports are listed with their period, progress and state [PROOF-035]', async () => {
  const exports = [
    anExport(),
    anExport({ id: '6f9b1d4e-0000-4000-8000-0000000000e2', done: 500, state: 'Done', filters: { userId: ITEM } }),
    anExport({ id: '6f9b1d4e-0000-4000-8000-0000000000e3', state: 'Stopped' }),
  ];
  openPortal('/admin/proofs', { api: proofsApi(log({ exports })) });
  const list = await screen.findByRole('list', { name: 'Latest exports' });
  const [running, done, stopped] = within(list).getAllByRole('listitem');
  expect(running!.textContent).toContain('Jan 1, 2026 to Jun 30, 2026 · 250 of 500 receipts');
  expect(within(running!).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  expect(done!.textContent).toContain('Whole log, one person');
  expect(within(done!).getByText('Done')).toBeDefined();
  expect(within(stopped!).getByText('Stopped')).toBeDefined();
  expect(within(stopped!).queryByRole('progressbar')).toBeNull();
});

test('the page says what the witness has signed, or why it did not [PROOF-041]', async () => {
  const name = 'witness.example.com';
  const signed = { records: 1200, signedAt: '2026-11-20T15:00:00Z' };
  openPortal('/admin/proofs', { api: proofsApi(log({ witness: { name, problem: null, signed } })) });
  expect(await screen.findByText(/witness\.example\.com has signed the first 1,200 records/)).toBeDefined();
  cleanup();
  openPortal('/admin/proofs', {
    api: proofsApi(log({ witness: { name, problem: 'It does not know the log.', signed } })),
  });
  expect(await screen.findByText(/did not sign when it was last asked\. It does not know the log\./)).toBeDefined();
});

test('without a key, the page says that there are no receipts [PROOF-036]', async () => {
  openPortal('/admin/proofs', { api: proofsApi(log({ keys: [] })) });
  expect(await screen.findByRole('heading', { name: 'There are no receipts without a key' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Download as ZIP' })).toBeNull();
});

test('an officer has the page of proofs without the rest of the administration [DUTY-081]', async () => {
  openPortal('/admin/proofs', { api: proofsApi(log({ isAdministrator: false })) });
  await screen.findByRole('link', { name: 'Download as ZIP' });
  const pages = () => within(screen.getByRole('navigation', { name: 'Administration' })).getAllByRole('link');
  expect(pages().map(({ textContent }) => textContent)).toEqual(['Proofs']);
  cleanup();
  openPortal('/admin/proofs', { api: proofsApi() });
  await waitFor(() => expect(pages().map(({ textContent }) => textContent)).toContain('People and access'));
});
