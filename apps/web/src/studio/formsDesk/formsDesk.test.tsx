import { listForms } from '@portico/contracts/forms';
import type { CallResult } from '@portico/contracts/endpoint';
import {
  addEntryNote,
  changeDeskEntries,
  countDeskAnswers,
  deleteDeskView,
  getDeskEntry,
  listDeskEntries,
  returnDeskEntry,
  saveDeskView,
  saveFormLimits,
} from '@portico/contracts/studio/formsDesk';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { aDetail, aList, desk, edda, FORM_ID, idOf, PATH } from '../testing/deskForms.ts';

beforeEach(() => localStorage.clear());

test('the desk lists every form with its entries that wait, and finds one by its title [FORM-031]', async () => {
  const api = desk();
  const form = { formId: FORM_ID, path: null, entries: 4, newEntries: 3, inWork: 1, overdue: 0, lastReceivedAt: null };
  api.answer(listForms, {
    items: [
      { ...form, title: 'Expenses' },
      { ...form, formId: idOf(101), title: 'Leave' },
    ],
  });
  const { address } = openPortal('/studio/forms', { api, person: 'edda' });
  const link = await screen.findByRole('link', { name: 'Expenses' });
  expect(link.getAttribute('href')).toBe(PATH);
  expect(screen.getAllByText('3 new')).toHaveLength(2);
  expect(screen.getAllByText('1 in work')).toHaveLength(2);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find in titles' }), 'leave');
  await waitFor(() => expect(address()).toBe('/studio/forms?text=leave'));
  expect(screen.queryByRole('link', { name: 'Expenses' })).toBeNull();
});

test('a desk without forms and a form without entries say what appears there [FORM-031]', async () => {
  const api = desk(aList({ items: [], total: 0, counts: { New: 0, InWork: 0, Done: 0, Returned: 0 } }));
  api.answer(listForms, { items: [] });
  openPortal('/studio/forms', { api, person: 'edda' });
  await screen.findByRole('heading', { name: 'No forms yet' });
});

test('a form without entries says what appears there, and filters without a match can be cleared [FORM-025]', async () => {
  const api = desk(aList({ items: [], total: 0 }));
  const { address } = openPortal(`${PATH}?state=Done`, { api, person: 'edda' });
  await screen.findByRole('heading', { name: 'No entry matches these filters' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(address()).toBe(PATH));
});

test('people who may not read entries get the page for missing pages [FORM-025]', async () => {
  const api = desk();
  api.fail(listDeskEntries, 'not_found');
  expectErrorsInConsole();
  openPortal(PATH, { api, person: 'edda' });
  expect(await screen.findAllByText('Page Not Found')).toHaveLength(1);
});

test('the table shows chosen questions, and keeps filters, sorting and columns in the address [FORM-025]', async () => {
  const api = desk();
  const { address } = openPortal(PATH, { api, person: 'edda' });
  const row = await screen.findByRole('row', { name: /Ana Brandt/ });
  for (const text of ['Cab', 'Air fare', 'New']) expect(within(row).getByText(text)).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Answer: Kind');
  await waitFor(() => expect(address()).toContain('sort=Answer&by=kind'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Answer to' }), 'Urgent');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Is' }), 'Yes');
  await screen.findByRole('button', { name: 'Remove filter: Urgent: Yes' });
  await screen.findByRole('option', { name: 'Edda Mohr' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Assigned to' }), 'Edda Mohr');
  await userEvent.click(screen.getByRole('button', { name: 'Columns…' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Urgent' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(address()).toContain('questions=what&questions=kind&questions=urgent'));
  const { path } = api.callsTo(listDeskEntries).at(-1)!;
  for (const part of ['answer=urgent%3Atrue', `assigned=${edda.id}`, 'sort=Answer']) expect(path).toContain(part);
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Urgent: Yes' }));
  await waitFor(() => expect(address()).not.toContain('answer='));
});

test('selected entries change together; what somebody else changed meanwhile stays selected, and undo goes back [FORM-027]', async () => {
  const api = desk();
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const bar = screen.getByRole('region', { name: 'Change the selected entries' });
  expect(within(bar).getByText('2 selected')).toBeDefined();
  await userEvent.selectOptions(within(bar).getByRole('combobox', { name: 'State' }), 'Done');
  const sent: unknown[] = [];
  const same = { state: 'New', assignee: null, changedBy: null, before: null } as const;
  const items: CallResult<typeof changeDeskEntries>['items'] = [
    { ...same, id: idOf(1), isChanged: true, state: 'Done', version: 2, before: { state: 'New', assigneeId: null } },
    { ...same, id: idOf(2), isChanged: false, assignee: edda, version: 5, changedBy: 'Adam Vance' },
  ];
  api.answer(changeDeskEntries, ({ body }) => {
    sent.push(body.entries);
    return { items };
  });
  await userEvent.click(within(bar).getByRole('button', { name: 'Apply' }));
  await screen.findByText(/1 entry is changed\. Adam Vance has just changed 1 entry, which stays as it is\./);
  expect(sent).toEqual([
    [
      { id: idOf(1), version: 1, state: 'Done', assigneeId: null },
      { id: idOf(2), version: 4, state: 'Done', assigneeId: null },
    ],
  ]);
  expect(await within(bar).findByText('1 selected')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent[1]).toEqual([{ id: idOf(1), version: 2, state: 'New', assigneeId: null }]));
});

test('a view is saved under a name, opened from its link, and deleted with undo [FORM-029]', async () => {
  const api = desk();
  openPortal(`${PATH}?state=New`, { api, person: 'edda' });
  const views = await screen.findByRole('navigation', { name: 'Saved views' });
  expect(within(views).getByRole('link', { name: 'Mine' }).getAttribute('href')).toBe(`${PATH}?assigned=Me`);
  await userEvent.click(within(views).getByRole('button', { name: 'Save view…' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Enter a name.');
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'To do');
  const saved: unknown[] = [];
  api.answer(saveDeskView, ({ body }) => {
    saved.push(body);
    return { ...body, id: idOf(71) };
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toEqual([{ name: 'To do', query: '?state=New' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  api.answer(deleteDeskView, undefined);
  await userEvent.click(within(views).getByRole('button', { name: 'Delete view Mine' }));
  await screen.findByText('The view “Mine” is deleted.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(saved[1]).toEqual({ name: 'Mine', query: '?assigned=Me' }));
});

test('an entry has its answers, notes and history; an unfinished note survives leaving the page [FORM-028, DUTY-118]', async () => {
  const api = desk();
  api.answer(getDeskEntry, { ...aDetail(), sentBy: 'Nils Aldous' });
  openPortal(`${PATH}?state=New&entry=${idOf(1)}`, { api, person: 'edda' });
  await screen.findByRole('heading', { name: 'Entry of Ana Brandt' });
  expect(screen.getByText('sent by Nils Aldous')).toBeDefined();
  expect(screen.getByText('Called them.')).toBeDefined();
  expect(screen.getByText(/Adam Vance: In work → New/)).toBeDefined();
  expect(screen.getByText(/Adam Vance: assigned to Edda Mohr/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to the table' }).getAttribute('href')).toBe(`${PATH}?state=New`);
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Ask for the bill');
  cleanup();
  api.answer(getDeskEntry, aDetail());
  openPortal(`${PATH}?entry=${idOf(1)}`, { api, person: 'edda' });
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  expect(note.value).toBe('Ask for the bill');
  expect(screen.queryByText(/sent by/)).toBeNull();
  const added: string[] = [];
  api.answer(addEntryNote, ({ body: { id, text } }) => {
    added.push(text);
    return { id, by: 'Edda Mohr', at: '2026-06-02T12:00:00.000Z', text };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(note.value).toBe(''));
  expect(added).toEqual(['Ask for the bill']);
});

test('an entry is assigned at once on its page, and a refusal is said [FORM-027]', async () => {
  const api = desk();
  openPortal(`${PATH}?entry=${idOf(1)}`, { api, person: 'edda' });
  api.fail(changeDeskEntries, 'invalid_input', 'This person can’t read entries.');
  await screen.findByRole('option', { name: 'Edda Mohr' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Assigned to' }), 'Edda Mohr');
  await screen.findByText('This person can’t read entries.');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Assigned to' }).value).toBe('Nobody');
});

test('an entry is returned with what to change; the text survives a refusal and closing the dialog [FORM-032]', async () => {
  const api = desk();
  openPortal(`${PATH}?entry=${idOf(1)}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Return to sender…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Return the entry of Ana Brandt' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Return' }));
  await within(dialog).findByText('Write what to change.');
  await userEvent.type(within(dialog).getByRole('textbox'), 'Add the date');
  api.fail(returnDeskEntry, 'conflict', 'Adam Vance has just changed this entry.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Return' }));
  await within(dialog).findByText('Adam Vance has just changed this entry.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Return to sender…' }));
  const again = await screen.findByRole('dialog');
  expect(within(again).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Add the date');
  const sent: unknown[] = [];
  api.answer(returnDeskEntry, ({ body }) => {
    sent.push(body.text);
    return { state: 'Returned' as const, assignee: null, version: 2 };
  });
  const returned = { note: 'Add the date', at: '2026-06-03T12:00:00.000Z' };
  api.answer(getDeskEntry, aDetail({ state: 'Returned', version: 2, returned }));
  await userEvent.click(within(again).getByRole('button', { name: 'Return' }));
  await screen.findByText(/Ana Brandt is to change:/);
  expect(sent).toEqual(['Add the date']);
  expect(screen.queryByRole('button', { name: 'Return to sender…' })).toBeNull();
});

test('a corrected entry shows what it said before, and why it was returned [FORM-032]', async () => {
  const api = desk();
  const { form } = aDetail();
  const earlier = { form, values: { what: 'Bus' }, sentAt: '2026-05-03T12:00:00.000Z', note: 'No bus goes there.' };
  api.answer(getDeskEntry, aDetail({ correctedAt: '2026-06-03T12:00:00.000Z', earlier: [earlier] }));
  openPortal(`${PATH}?entry=${idOf(1)}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByText(/^As submitted May 3, 2026/));
  expect(screen.getByText('No bus goes there.')).toBeDefined();
  expect(screen.getByText('Bus')).toBeDefined();
  expect(screen.getByText('Cab')).toBeDefined();
  expect(screen.getByText(/^Corrected Jun/)).toBeDefined();
});

test('a form with uploads offers all files as one archive, others don’t [FORM-033]', async () => {
  const api = desk();
  openPortal(PATH, { api, person: 'edda' });
  await screen.findByRole('button', { name: /^Excel/ });
  expect(screen.queryByRole('link', { name: 'Files (ZIP)' })).toBeNull();
  cleanup();
  const { questions } = aList();
  const upload = { alias: 'receipts', label: 'Receipts', type: 'FileUpload', isGone: false };
  openPortal(PATH, { api: desk(aList({ questions: [...questions, upload] })), person: 'edda' });
  const link = await screen.findByRole('link', { name: 'Files (ZIP)' });
  expect(link.getAttribute('href')).toBe(`/media/form-exports/${FORM_ID}.zip`);
});

test('limits are shown and changed; what was typed stays after a refusal [FORM-034]', async () => {
  const limits = { closesAt: '2099-06-01T16:00:00.000Z', capacity: 5, isOnce: true, daysToDo: null, version: 2 };
  const api = desk(aList({ limits }));
  openPortal(PATH, { api, person: 'edda' });
  await screen.findByText(/^Open until Jun 1, 2099, .* · 2 of 5 entries · Once per person$/);
  await userEvent.click(screen.getByRole('button', { name: 'Limits…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Limits of this form' });
  const capacity = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Entries of all people' });
  await userEvent.clear(capacity);
  await userEvent.type(capacity, '0');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Enter a whole number from 1 to 1,000,000.');
  await userEvent.clear(capacity);
  await userEvent.type(capacity, '7');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Each person can submit it only once' }));
  api.fail(saveFormLimits, 'conflict', 'Somebody has just changed these limits.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Somebody has just changed these limits.');
  expect(capacity.value).toBe('7');
  const sent: unknown[] = [];
  api.answer(saveFormLimits, ({ body }) => {
    sent.push(body);
    return { ...body, version: 3 };
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ ...limits, capacity: 7, isOnce: false }]);
});

test('answers are shown in numbers, each leading to its entries, with the same filters [FORM-035]', async () => {
  const api = desk();
  api.answer(countDeskAnswers, {
    title: 'Expenses',
    total: 4,
    items: [
      {
        alias: 'kind',
        label: 'Kind',
        answered: 3,
        options: [
          { value: 'air', label: 'Air fare', entries: 2 },
          { value: 'bed', label: 'Hotel', entries: 1 },
          { value: 'cab', label: 'Cab', entries: 0 },
        ],
      },
    ],
  });
  openPortal(`${PATH}?state=New`, { api, person: 'edda' });
  const link = await screen.findByRole('link', { name: 'Answers in numbers' });
  expect(link.getAttribute('href')).toBe(`${PATH}?state=New&view=answers`);
  await userEvent.click(link);
  const table = await screen.findByRole('table', { name: 'Kind 3 of 4 entries' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows.slice(1)).toEqual(['Air fare267%', 'Hotel133%', 'Cab00%']);
  expect(within(table).getByRole('link', { name: 'Hotel' }).getAttribute('href')).toBe(
    `${PATH}?state=New&answer=kind%3Abed`,
  );
  expect(within(table).queryByRole('link', { name: 'Cab' })).toBeNull();
  expect(api.callsTo(countDeskAnswers).at(-1)!.path).toContain('state=New');
  expect(screen.getByRole('link', { name: 'Back to the table' }).getAttribute('href')).toBe(`${PATH}?state=New`);
});
