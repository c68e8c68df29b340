import { listForms } from '@portico/contracts/forms';
import {
  listAssignedEntries,
  listDeskEntries,
  MAX_DAYS_TO_DO,
  saveFormLimits,
} from '@portico/contracts/studio/formsDesk';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { aList, anEntry, desk, FORM_ID, idOf, PATH } from '../testing/deskForms.ts';

test('overdue entries are marked, and found with the number that the filter says [FORM-042]', async () => {
  const limits = { closesAt: null, capacity: null, isOnce: false, daysToDo: 3, version: 1 };
  const api = desk(
    aList({
      limits,
      overdue: 1,
      items: [
        anEntry({ dueOn: '2026-06-04', isOverdue: true }),
        anEntry({ id: idOf(2), person: { name: 'Nils Aldous', email: null }, dueOn: '2026-06-09' }),
      ],
    }),
  );
  const { address } = openPortal(PATH, { api, person: 'edda' });
  const late = await screen.findByRole('row', { name: /Ana Brandt/ });
  expect(within(late).getByText('Overdue: Jun 4, 2026')).toBeDefined();
  expect(within(screen.getByRole('row', { name: /Nils Aldous/ })).getByText('Due Jun 9, 2026')).toBeDefined();
  expect(screen.getByText('To be done within 3 days')).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only overdue (1)' }));
  await waitFor(() => expect(address()).toBe(`${PATH}?due=Overdue`));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Due first');
  await waitFor(() => expect(address()).toBe(`${PATH}?due=Overdue&sort=Due`));
  await waitFor(() => expect(api.callsTo(listDeskEntries).at(-1)!.path).toContain('due=Overdue&sort=Due'));
});

test('the days until entries are to be done are set among the limits, from 1 to a year [FORM-042]', async () => {
  const api = desk();
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Limits…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Limits of this form' });
  const days = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Days until entries/ });
  const save = () => userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  const sent: unknown[] = [];
  api.answer(saveFormLimits, ({ body }) => {
    sent.push(body.daysToDo);
    return { ...body, version: 1 };
  });
  for (const wrong of ['0', String(MAX_DAYS_TO_DO + 1), 'soon']) {
    await userEvent.clear(days);
    await userEvent.type(days, wrong);
    await save();
    await within(dialog).findByText('Enter a whole number from 1 to 365.');
  }
  await userEvent.clear(days);
  await userEvent.type(days, String(MAX_DAYS_TO_DO));
  await save();
  await waitFor(() => expect(sent).toEqual([MAX_DAYS_TO_DO]));
});

test('the desk begins with what is assigned to the person, page by page, before the forms with their overdue entries [FORM-043]', async () => {
  const api = desk();
  const form = { formId: FORM_ID, title: 'Expenses', path: null, entries: 30, newEntries: 0, inWork: 25 };
  api.answer(listForms, { items: [{ ...form, overdue: 4, lastReceivedAt: null }] });
  const entry = {
    id: idOf(1),
    formId: FORM_ID,
    title: 'Expenses',
    sender: 'Ana Brandt',
    state: 'InWork' as const,
    receivedAt: '2026-06-01T12:00:00.000Z',
    dueOn: '2026-06-04',
    isOverdue: true,
  };
  const names = ['Ana Brandt', 'Nils Aldous'];
  api.answer(listAssignedEntries, ({ query: { page = '1' } }) => ({
    items: [{ ...entry, sender: names[Number(page) - 1]! }],
    page: Number(page),
    pageSize: 20,
    total: 21,
  }));
  openPortal('/studio/forms', { api, person: 'edda' });
  const assigned = await screen.findByRole('region', { name: 'Assigned to you 21' });
  const link = within(assigned).getByRole('link', { name: 'Ana Brandt: Expenses' });
  expect(link.getAttribute('href')).toBe(`${PATH}?entry=${idOf(1)}`);
  expect(within(assigned).getByText('Overdue: Jun 4, 2026')).toBeDefined();
  expect(screen.getByRole('link', { name: '4 overdue' }).getAttribute('href')).toBe(`${PATH}?due=Overdue`);
  await userEvent.click(within(assigned).getByRole('link', { name: 'Next page' }));
  await screen.findByRole('link', { name: 'Nils Aldous: Expenses' });
  expect(screen.getByRole('link', { name: 'Previous page' }).getAttribute('href')).toBe('/studio/forms');
});
