import {
  countReminded,
  getAskedItem,
  listAskedItems,
  listAskedPeople,
  remindMissing,
  type AskedItem,
  type AskedPerson,
} from '@portico/contracts/studio/confirmations';
import { listWaitingItems } from '@portico/contracts/studio/reviews';
import { getStudioAccess } from '@portico/contracts/studio/roles';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { answerStudio, ITEM_ID } from '../testing/studioItems.ts';

afterEach(() => clearToasts());

const PATH = `/studio/confirmations/${ITEM_ID}`;
const item: AskedItem = {
  id: ITEM_ID,
  title: 'Travel policy',
  kind: 'news',
  path: `/news/${ITEM_ID}`,
  dueDate: '2026-06-20',
  isOverdue: true,
  isAsked: true,
  people: 3,
  confirmed: 1,
};
const aPerson = (own: Partial<AskedPerson> = {}): AskedPerson => ({
  id: crypto.randomUUID(),
  name: 'Ana Brandt',
  email: 'ana@portico.test',
  firm: 'Quill',
  branch: 'Boston',
  supervisor: 'Sol Reyes',
  state: 'Confirmed',
  since: null,
  confirmedAt: '2026-06-10T14:00:00.000Z',
  revision: 2,
  ...own,
});
const cora = aPerson({
  name: 'Cora Finch',
  email: null,
  state: 'Missing',
  since: '2026-06-01T14:00:00.000Z',
  confirmedAt: null,
  revision: null,
});

function desk(own: Partial<AskedItem> = {}, { exportsReceipts = false, mayEdit = true } = {}): FakeApi {
  const api = answerStudio(fakeApi());
  api.answer(listAskedItems, { items: [{ ...item, ...own }], page: 1, pageSize: 25, total: 1 });
  api.answer(getAskedItem, {
    ...item,
    statement: 'I have read the policy.',
    round: 2,
    reason: 'Hotels need approval',
    openedAt: '2026-06-01T14:00:00.000Z',
    firms: [
      { name: 'Quill', people: 2, confirmed: 1 },
      { name: null, people: 1, confirmed: 0 },
    ],
    branches: [{ name: null, people: 3, confirmed: 1 }],
    supervisors: [
      { name: 'Sol Reyes', people: 2, confirmed: 1 },
      { name: null, people: 1, confirmed: 0 },
    ],
    sendsMail: true,
    exportsReceipts,
    mayEdit,
    lastReminder: null,
    ...own,
  });
  api.answer(listAskedPeople, { items: [aPerson(), cora], page: 1, pageSize: 50, total: 2 });
  return api;
}

test('the list of items says how many of how many have confirmed [DUTY-010]', async () => {
  openPortal('/studio/confirmations', { person: 'edda', api: desk() });
  const link = await screen.findByRole('link', { name: 'Travel policy' });
  expect(link.getAttribute('href')).toBe(PATH);
  for (const text of ['1 of 3 confirmed', 'Overdue', 'Due June 20, 2026']) expect(screen.getByText(text)).toBeDefined();
});

test('an item shows its people with filters in the address [DUTY-011]', async () => {
  const api = desk();
  const { address } = openPortal(PATH, { person: 'edda', api });
  await screen.findByText('Cora Finch');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1 of 3 confirmed');
  expect(screen.getByText(/Asked 2 times. Last change: Hotels need approval/)).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Branch' })).toBeNull();
  const states = within(screen.getByRole('navigation', { name: 'Status' }));
  await userEvent.click(states.getByRole('link', { name: /^Missing/ }));
  await waitFor(() => expect(address()).toBe(`${PATH}?state=Missing`));
  await waitFor(() => expect(api.callsTo(listAskedPeople).at(-1)?.path).toContain('state=Missing'));
});

test('administrators and officers get from an item to the export of its receipts; others have no link [PROOF-037]', async () => {
  openPortal(PATH, { person: 'edda', api: desk({}, { exportsReceipts: true }) });
  const link = await screen.findByRole('link', { name: 'Export receipts' });
  expect(link.getAttribute('href')).toBe(`/admin/proofs?item=${PATH.split('/').at(-1)!}`);
  cleanup();
  openPortal(PATH, { person: 'edda', api: desk() });
  await screen.findByText('Cora Finch');
  expect(screen.queryByRole('link', { name: 'Export receipts' })).toBeNull();
});

test('an officer sees an item without a link to its draft, and no pages of the studio but their own [DUTY-081]', async () => {
  const api = desk({}, { exportsReceipts: true, mayEdit: false });
  api.answer(getStudioAccess, {
    hasItems: false,
    maySeeConfirmations: true,
    mayCreate: false,
    mayRelease: false,
    mayManage: false,
    mayHandOver: false,
    mayOversee: true,
    assignedEntries: 0,
    departments: [],
  });
  openPortal(PATH, { person: 'edda', api });
  await screen.findByRole('link', { name: 'Export receipts' });
  expect(screen.queryByRole('link', { name: 'Edit item' })).toBeNull();
  const pages = within(await screen.findByRole('navigation', { name: 'Studio' }));
  await waitFor(() =>
    expect(pages.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Confirmations', 'Credits']),
  );
  expect(api.callsTo(listWaitingItems)).toEqual([]);
});

test('people are filtered by supervisor, in the address [DUTY-054]', async () => {
  const api = desk();
  const { address } = openPortal(PATH, { person: 'edda', api });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Supervisor' }), 'Sol Reyes (1 of 2)');
  await waitFor(() => expect(address()).toMatch(/\?supervisor=Sol(?:\+|%20)Reyes$/));
  await waitFor(() => expect(api.callsTo(listAskedPeople).at(-1)?.path).toContain('supervisor=Sol'));
});

test('a reminder says whom it reaches before it is sent, and names a change of the list [DUTY-013]', async () => {
  const api = desk();
  api.answer(countReminded, { people: 2, byMail: 1 });
  api.fail(remindMissing, 'conflict');
  openPortal(PATH, { person: 'edda', api });
  await userEvent.click(await screen.findByRole('button', { name: 'Remind those missing…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('The reminder reaches 2 people in the portal. 1 of them also gets an email.');
  await userEvent.click(dialog.getByRole('button', { name: 'Remind 2 people' }));
  await dialog.findByRole('alert');
  const sent: number[] = [];
  api.answer(remindMissing, ({ body }) => {
    sent.push(body.people);
    return { people: 2 };
  });
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Remind 2 people' }).disabled).toBe(false),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Remind 2 people' }));
  await screen.findByText('2 people were reminded.');
  expect(sent).toEqual([2]);
});

test('nobody is reminded about an item that no longer asks [DUTY-013]', async () => {
  openPortal(PATH, {
    person: 'edda',
    api: desk({ isAsked: false, people: 1, confirmed: 1, isOverdue: false, path: null }),
  });
  await screen.findByText(/No longer asked/);
  expect(screen.queryByRole('button', { name: 'Remind those missing…' })).toBeNull();
});
