import {
  listCreditClaims,
  saveCreditClaim,
  withdrawCreditClaim,
  type CreditClaim,
} from '@portico/contracts/creditClaims';
import { listCredits } from '@portico/contracts/credits';
import { listDuties } from '@portico/contracts/duties';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FakeUpload } from '../../../kit/uploads/testing/FakeUpload.ts';
import { openPortal } from '../../../testPortal.ts';

beforeEach(() => {
  localStorage.clear();
  FakeUpload.all = [];
});
afterEach(() => clearToasts());

const FILE = { id: '6f9b1d4e-0000-4000-8000-0000000000f1', fileName: 'duke.pdf', bytes: 1200 };
const aClaim = (own: Partial<CreditClaim> = {}): CreditClaim => ({
  id: '6f9b1d4e-0000-4000-8000-0000000000d1',
  version: 1,
  status: 'Waiting',
  title: 'Ethics online',
  provider: 'Duke University',
  program: 'Insurance CE',
  state: 'NC',
  subject: 'Ethics',
  hours: '2',
  day: '2026-05-04',
  file: FILE,
  reason: null,
  steps: [{ action: 'Submitted', by: 'Cora Finch', at: '2026-05-05T14:00:00.000Z', reason: null }],
  ...own,
});
const listOf = (items: CreditClaim[]) => ({ firstDay: '2025-01-01', lastDay: '2026-06-01', items });

function claimsApi(items: CreditClaim[]): FakeApi {
  const api = fakeApi();
  api.answer(listDuties, {
    items: [],
    page: 1,
    pageSize: 25,
    total: 0,
    counts: { open: 0, overdue: 0, done: 0, team: null },
  });
  api.answer(listCredits, { person: null, year: 2026, years: [2026], standings: [], credits: [], totals: [] });
  api.answer(listCreditClaims, listOf(items));
  return api;
}

const section = async () => within(await screen.findByRole('region', { name: 'Earned elsewhere' }));

test('what was entered shows its status, the reason of the officer and its history [CREDIT-067]', async () => {
  const returned = aClaim({ status: 'Returned', reason: 'The certificate is of another person.' });
  const accepted = aClaim({ id: '6f9b1d4e-0000-4000-8000-0000000000d2', title: 'Law', status: 'Accepted' });
  openPortal('/duties/credits', { api: claimsApi([returned, accepted]) });
  const part = await section();
  expect(await part.findByText('The certificate is of another person.')).toBeDefined();
  expect(part.getByText('To correct')).toBeDefined();
  expect(part.getAllByText(/^Insurance CE \(NC\): Ethics · 2 h · May 4, 2026 · Duke University$/)).toHaveLength(2);
  expect(part.getAllByText(/^Sent by Cora Finch, May 5, 2026/)).toHaveLength(2);
  expect(part.getByRole('button', { name: 'Correct Ethics online…' })).toBeDefined();
  expect(part.queryByRole('button', { name: 'Correct Law…' })).toBeNull();
  expect(part.queryByRole('button', { name: 'Withdraw Law' })).toBeNull();
});

test('somebody enters credits with their certificate; what is typed stays when the dialog is closed [CREDIT-067]', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  onTestFinished(() => void vi.unstubAllGlobals());
  const api = claimsApi([]);
  const sent: unknown[] = [];
  api.answer(saveCreditClaim, ({ body }) => {
    sent.push(body);
    return listOf([aClaim()]);
  });
  openPortal('/duties/credits', { api, person: 'cora' });
  const part = await section();
  await userEvent.click(await part.findByRole('button', { name: 'Enter credits…' }));
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Credits earned elsewhere' }));
  let open = await dialog();
  await userEvent.click(open.getByRole('button', { name: 'Send to be checked' }));
  expect(open.getByText('Enter who gave it.')).toBeDefined();
  expect(open.getByText('Enter a day from 2025-01-01 to 2026-06-01.')).toBeDefined();
  expect(open.getByText('Add the certificate.')).toBeDefined();
  await userEvent.type(open.getByRole('textbox', { name: 'Course' }), 'Ethics online');
  await userEvent.click(open.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(part.getByRole('button', { name: 'Enter credits…' }));
  open = await dialog();
  expect(open.getByRole('textbox', { name: 'Course' })).toHaveProperty('value', 'Ethics online');
  await userEvent.type(open.getByRole('textbox', { name: 'Provider' }), 'Duke University');
  await userEvent.type(open.getByRole('textbox', { name: 'Program' }), 'Insurance CE');
  await userEvent.type(open.getByRole('textbox', { name: 'Hours' }), '2');
  await userEvent.type(open.getByRole('textbox', { name: 'Day, as on the certificate' }), '2026-05-04');
  await userEvent.upload(
    screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['%PDF'], 'duke.pdf', { type: 'application/pdf' }),
  );
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  FakeUpload.all[0]!.respond(200, FILE);
  expect(await open.findByText('duke.pdf is ready to send.')).toBeDefined();
  await userEvent.click(open.getByRole('button', { name: 'Send to be checked' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    {
      version: null,
      claim: {
        title: 'Ethics online',
        provider: 'Duke University',
        program: 'Insurance CE',
        state: '',
        subject: '',
        hours: '2',
        day: '2026-05-04',
        fileId: FILE.id,
      },
    },
  ]);
  expect(await part.findByText('Waiting to be checked')).toBeDefined();
  // The next one starts empty.
  await userEvent.click(part.getByRole('button', { name: 'Enter credits…' }));
  expect((await dialog()).getByRole('textbox', { name: 'Course' })).toHaveProperty('value', '');
});

test('a failed call keeps what is typed, and asks for the file again only if it is gone [CREDIT-067]', async () => {
  const api = claimsApi([aClaim({ status: 'Returned', reason: 'Wrong hours.' })]);
  openPortal('/duties/credits', { api, person: 'cora' });
  const part = await section();
  await userEvent.click(await part.findByRole('button', { name: 'Correct Ethics online…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct what you entered' }));
  const hours = dialog.getByRole('textbox', { name: 'Hours' });
  await userEvent.clear(hours);
  await userEvent.type(hours, '1.5');
  api.fail(saveCreditClaim, 'conflict', 'This has changed since you opened it.');
  await userEvent.click(dialog.getByRole('button', { name: 'Send to be checked' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('This has changed since you opened it.');
  expect(dialog.getByText('duke.pdf is ready to send.')).toBeDefined();
  api.fail(saveCreditClaim, 'invalid_input', 'The certificate is no longer stored.', [
    { path: 'body.claim.fileId', message: 'The file is not stored' },
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Send to be checked' }));
  expect(await dialog.findByText('Add the certificate.')).toBeDefined();
  expect(dialog.getByRole('textbox', { name: 'Hours' })).toHaveProperty('value', '1.5');
});

test('withdrawing can be undone, and a failure says why [CREDIT-067]', async () => {
  const api = claimsApi([aClaim()]);
  const sent: unknown[] = [];
  api.answer(withdrawCreditClaim, ({ body }) => {
    sent.push(body);
    return listOf([aClaim({ status: body.isWithdrawn ? 'Withdrawn' : 'Waiting', version: body.version + 1 })]);
  });
  openPortal('/duties/credits', { api, person: 'cora' });
  const part = await section();
  await userEvent.click(await part.findByRole('button', { name: 'Withdraw Ethics online' }));
  await part.findByText('Withdrawn', { selector: 'span' });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await part.findByText('Waiting to be checked');
  expect(sent).toEqual([
    { version: 1, isWithdrawn: true },
    { version: 2, isWithdrawn: false },
  ]);
});

test('the part says when it can’t be loaded, and loads again on a press [CREDIT-067]', async () => {
  const api = claimsApi([]);
  api.fail(listCreditClaims, 'invalid_input');
  openPortal('/duties/credits', { api, person: 'cora' });
  const part = await section();
  await part.findByText('What you entered couldn’t be loaded.');
  api.answer(listCreditClaims, listOf([]));
  await userEvent.click(part.getByRole('button', { name: 'Try again' }));
  await part.findByText('Nothing entered yet');
});
