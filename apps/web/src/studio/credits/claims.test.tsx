import { decideCreditClaim, listPersonClaims, type PersonClaim } from '@portico/contracts/studio/creditClaims';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { answerStudio } from '../testing/studioItems.ts';

beforeEach(() => localStorage.clear());
afterEach(() => clearToasts());

const aClaim = (own: Partial<PersonClaim> = {}): PersonClaim => ({
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
  file: { id: '6f9b1d4e-0000-4000-8000-0000000000f1', fileName: 'duke.pdf', bytes: 1200 },
  reason: null,
  steps: [{ action: 'Submitted', by: 'Cora Finch', at: '2026-05-05T14:00:00.000Z', reason: null }],
  person: { id: '6f9b1d4e-0000-4000-8000-0000000000c1', name: 'Cora Finch', email: null },
  mayDecide: true,
  ...own,
});

/** The list as the server keeps it; decisions change it. */
function claimsApi(claims: PersonClaim[]): FakeApi & { decisions: unknown[] } {
  const api = fakeApi();
  answerStudio(api);
  let items = claims;
  const decisions: unknown[] = [];
  api.answer(listPersonClaims, ({ query }) => {
    const shown = items.filter(({ status }) => query.status === undefined || status === query.status);
    const countOf = (status: string) => items.filter((one) => one.status === status).length;
    return {
      items: shown,
      page: 1,
      pageSize: 50,
      total: shown.length,
      counts: {
        Waiting: countOf('Waiting'),
        Accepted: countOf('Accepted'),
        Returned: countOf('Returned'),
        Rejected: countOf('Rejected'),
        Withdrawn: countOf('Withdrawn'),
      },
    };
  });
  api.answer(decideCreditClaim, ({ params, body }) => {
    decisions.push(body);
    const reason = body.reason === '' ? null : body.reason;
    items = items.map((one) =>
      one.id === params.claimId ? { ...one, status: body.decision, reason, version: one.version + 1 } : one,
    );
    return items.find(({ id }) => id === params.claimId)!;
  });
  return Object.assign(api, { decisions });
}

const main = async () => within(await screen.findByRole('main'));

test('an officer accepts an entry and takes that back [CREDIT-067]', async () => {
  const api = claimsApi([aClaim()]);
  openPortal('/studio/credits?view=claims', { api, person: 'edda' });
  const page = await main();
  await userEvent.click(await page.findByRole('button', { name: 'Accept Ethics online of Cora Finch' }));
  await page.findByText('Accepted', { selector: 'span' });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await page.findByText('Waiting to be checked');
  expect(api.decisions).toEqual([
    { version: 1, decision: 'Accepted', reason: '' },
    { version: 2, decision: 'Waiting', reason: '' },
  ]);
});

test('an officer returns an entry with a reason, which stays when the dialog is closed or the call fails [CREDIT-067]', async () => {
  const api = claimsApi([aClaim()]);
  openPortal('/studio/credits?view=claims', { api, person: 'edda' });
  const page = await main();
  const open = async () => {
    await userEvent.click(await page.findByRole('button', { name: 'Return Ethics online of Cora Finch…' }));
    return within(await screen.findByRole('dialog', { name: 'Return to Cora Finch' }));
  };
  let dialog = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Return' }));
  expect(dialog.getByText('Write why.')).toBeDefined();
  await userEvent.type(dialog.getByRole('textbox', { name: 'What to correct' }), 'Wrong person.');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  dialog = await open();
  expect(dialog.getByRole('textbox', { name: 'What to correct' })).toHaveProperty('value', 'Wrong person.');
  await userEvent.click(dialog.getByRole('button', { name: 'Return' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await page.findByText('Wrong person.')).toBeDefined();
  expect(api.decisions).toEqual([{ version: 1, decision: 'Returned', reason: 'Wrong person.' }]);
});

test('nobody decides about their own entry, and the filter is in the address [CREDIT-067]', async () => {
  const other = aClaim({ id: '6f9b1d4e-0000-4000-8000-0000000000d2', title: 'Law', status: 'Rejected', reason: 'No.' });
  openPortal('/studio/credits?view=claims&status=Waiting', { api: claimsApi([aClaim({ mayDecide: false }), other]) });
  const page = await main();
  await page.findByText('Somebody else has to check this.');
  expect(page.queryByRole('button', { name: /^Accept/ })).toBeNull();
  expect(page.queryByText('Law')).toBeNull();
  const status = page.getByRole('combobox', { name: 'Status' });
  expect(status).toHaveProperty('value', 'Waiting');
  await userEvent.selectOptions(status, 'Rejected (1)');
  await page.findByRole('button', { name: 'Take back the decision about Law of Cora Finch' });
});

test('an empty list says what will be there [CREDIT-067]', async () => {
  openPortal('/studio/credits?view=claims', { api: claimsApi([]) });
  await (await main()).findByRole('heading', { name: 'Nothing to check' });
});
