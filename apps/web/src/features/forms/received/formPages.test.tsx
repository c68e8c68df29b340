import {
  correctEntry,
  getOwnEntry,
  listFormEntries,
  listForms,
  listOpenForms,
  listOwnEntries,
  type FormEntry,
} from '@portico/contracts/forms';
import { anId } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../../testPortal.ts';

const at = NOW.toISOString();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a receipt', () => {
  const file = { id: anId(), fileName: 'Lunch.pdf', bytes: 1200, format: 'PDF' as const };
  const entry: FormEntry = {
    id: anId(),
    formId: anId(),
    title: 'Expense claim',
    receivedAt: at,
    isReturned: false,
    sentBy: 'Nils Aldous',
    returned: null,
    formVersion: 1,
    files: [file],
    form: {
      id: 'form',
      type: 'Form',
      formId: anId(),
      title: 'Expense claim',
      fields: [
        { id: '1', type: 'TextField', alias: 'day', label: 'Day', format: 'Date' },
        { id: '2', type: 'TextField', alias: 'amount', label: 'Amount', format: 'Number' },
        {
          id: '3',
          type: 'TextArea',
          alias: 'why',
          label: 'Why so much',
          condition: {
            visibility: 'Show',
            match: 'All',
            rules: [{ field: 'amount', operator: 'GreaterThen', value: '1000' }],
          },
        },
        {
          id: '4',
          type: 'MultiChoice',
          alias: 'stops',
          label: 'Stops',
          options: [
            { value: 'b', label: 'Boston' },
            { value: 'd', label: 'Denver' },
          ],
        },
        { id: '5', type: 'TextField', alias: 'note', label: 'Note' },
        { id: '6', type: 'Checkbox', alias: 'ok', label: 'Agreed' },
        { id: '7', type: 'FileUpload', alias: 'files', label: 'Receipts' },
      ],
    },
    values: { day: '2026-02-27', amount: '12.5', stops: ['b', 'd'], ok: true, files: [file.id] },
  };

  test('shows the answers and files that were sent and when, without questions that were hidden', async () => {
    const api = fakeApi();
    api.answer(getOwnEntry, entry);
    openPortal(`/forms/entries/${entry.id}`, { api });
    await screen.findByRole('heading', { level: 1, name: 'Expense claim' });
    expect(
      screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`),
    ).toEqual([
      'Day: February 27, 2026',
      'Amount: 12.5',
      'Stops: Boston, Denver',
      'Note: Not answered',
      'Agreed: Yes',
      'Receipts: Lunch.pdf 1 KB',
    ]);
    expect(screen.getByRole('link', { name: 'Lunch.pdf' }).getAttribute('href')).toBe(`/media/forms/${file.id}`);
    expect(screen.getByText('sent by Nils Aldous')).toBeDefined();
    expect(screen.getByText(/^Received on/).textContent).toMatch(/^Received on March 2, 2026 at \d{1,2}:\d\d [ap]m$/);
  });

  test('that came back says what to change, and leads to the form with all answers [FORM-032]', async () => {
    const api = fakeApi();
    api.answer(getOwnEntry, { ...entry, isReturned: true, returned: { note: 'Add the date.', at } });
    const { address } = openPortal(`/forms/entries/${entry.id}`, { api });
    const section = await screen.findByRole('region', { name: 'Please correct' });
    expect(within(section).getByText('Add the date.')).toBeDefined();
    api.fail(correctEntry, 'conflict', 'You have begun another entry of this form.');
    const button = within(section).getByRole('button', { name: 'Correct and submit again' });
    await userEvent.click(button);
    await within(section).findByText('You have begun another entry of this form.');
    api.answer(listOpenForms, { items: [] });
    api.answer(listOwnEntries, { page: 1, pageSize: 20, total: 0, items: [], begun: [] });
    api.answer(correctEntry, { path: '/forms' });
    await userEvent.click(button);
    await screen.findByRole('region', { name: 'Forms you can fill out' });
    expect(address()).toBe('/forms');
  });

  test('of someone else is "Page Not Found" [A5]', async () => {
    expectErrorsInConsole();
    const api = fakeApi();
    api.fail(getOwnEntry, 'not_found');
    openPortal(`/forms/entries/${anId()}`, { api });
    await screen.findByText(/Page Not Found/);
  });

  test('with an invalid id in the address is "Page Not Found" without a request', async () => {
    expectErrorsInConsole();
    const { api } = openPortal('/forms/entries/x');
    await screen.findByText(/Page Not Found: \/forms\/entries\/x/);
    expect(api.callsTo(getOwnEntry)).toHaveLength(0);
  });
});

describe('my entries', () => {
  test('list drafts with links to continue and sent entries page by page, and update when something changes elsewhere', async () => {
    const api = fakeApi();
    const id = anId();
    let begun = [
      { formId: anId(), title: 'Technology request', savedAt: at, path: '/support' },
      { formId: anId(), title: 'Old form', savedAt: '2026-01-05T12:00:00Z', path: null },
    ];
    api.answer(listOwnEntries, ({ query: { page = 1 } }) => ({
      page,
      pageSize: 20,
      total: 21,
      begun,
      items: [{ id, formId: anId(), title: `Claim of page ${page}`, receivedAt: at, isReturned: page === 2 }],
    }));
    const { address } = openPortal('/forms/entries', { api });
    const list = await screen.findByRole('region', { name: 'Drafts' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^Technology requestSaved at \d{1,2}:\d\d [ap]m$/),
      expect.stringMatching(
        /^Old formSaved on Jan 5, 2026 at \d{1,2}:\d\d [ap]m\. This form is no longer on any page\.$/,
      ),
    ]);
    expect(within(list).getByRole('link').getAttribute('href')).toBe('/support');
    expect(screen.getByRole('link', { name: 'Claim of page 1' }).getAttribute('href')).toBe(`/forms/entries/${id}`);
    await userEvent.click(screen.getByRole('link', { name: 'Page 2' }));
    await screen.findByRole('link', { name: 'Claim of page 2' });
    expect(address()).toBe('/forms/entries?page=2');
    begun = [];
    act(() => void api.push('forms'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Drafts' })).toBeNull());
  });

  test('show what changes elsewhere while they load, even if the first response is older [COWRITE-024]', async () => {
    const api = fakeApi();
    const entriesOf = (title: string) => ({
      page: 1,
      pageSize: 20,
      total: 1,
      begun: [],
      items: [{ id: anId(), formId: anId(), title, receivedAt: at, isReturned: false }],
    });
    const first = Promise.withResolvers<ReturnType<typeof entriesOf>>();
    api.answer(listOwnEntries, () => first.promise);
    openPortal('/forms/entries', { api });
    await waitFor(() => expect(api.callsTo(listOwnEntries)).toHaveLength(1));
    api.answer(listOwnEntries, entriesOf('Sent in another tab'));
    await waitFor(() => expect(api.push('forms')).toBeGreaterThan(0));
    first.resolve(entriesOf('Sent before'));
    expect(await screen.findByRole('link', { name: 'Sent in another tab' })).toBeDefined();
    expect(api.callsTo(listOwnEntries)).toHaveLength(2);
  });

  test('say so when there are none', async () => {
    const api = fakeApi();
    api.answer(listOwnEntries, { page: 1, pageSize: 20, total: 0, begun: [], items: [] });
    openPortal('/forms/entries', { api });
    await screen.findByRole('heading', { name: 'You haven’t submitted a form yet' });
  });

  test('explain who can read them, and link editors to the received entries', async () => {
    for (const isEditor of [true, false]) {
      const api = fakeApi();
      api.answer(listOwnEntries, { page: 1, pageSize: 20, total: 0, begun: [], items: [] });
      if (isEditor) api.answer(listForms, { items: [] });
      else api.fail(listForms, 'not_found');
      openPortal('/forms/entries', { api });
      await userEvent.click(await screen.findByRole('button', { name: 'Who can read my entries?' }));
      await screen.findByText(/The portal’s editors/);
      expect(screen.queryByRole('link', { name: 'See received entries' }) !== null).toBe(isEditor);
      cleanup();
    }
  });
});

test('each form page that fails to load shows a retry inside the portal [BASE-014]', async () => {
  const [formId, entryId] = [anId(), anId()];
  const form = {
    id: 'form',
    type: 'Form' as const,
    formId,
    title: 'Expense claim',
    fields: [{ id: '1', type: 'TextField' as const, alias: 'what', label: 'What' }],
  };
  const lists = { page: 1, pageSize: 20, total: 0, items: [] };
  const works = (api: FakeApi) => {
    api.answer(listOwnEntries, { ...lists, begun: [] });
    api.answer(getOwnEntry, {
      id: entryId,
      formId,
      title: 'Expense claim',
      receivedAt: at,
      isReturned: false,
      returned: null,
      formVersion: 1,
      files: [],
      form,
      values: {},
    });
    api.answer(listForms, { items: [] });
    api.answer(listOpenForms, { items: [] });
    api.answer(listFormEntries, { ...lists, title: 'Expense claim', forms: {}, older: null });
  };
  for (const [path, heading] of [
    ['/forms/entries', 'My entries'],
    [`/forms/entries/${entryId}`, 'Expense claim'],
    ['/forms', 'Forms'],
    ['/forms/received', 'Received entries'],
    [`/forms/${formId}`, 'Expense claim'],
  ] as const) {
    expectErrorsInConsole();
    const api = fakeApi();
    for (const endpoint of [listOwnEntries, getOwnEntry, listForms, listOpenForms, listFormEntries])
      api.fail(endpoint, 'internal');
    openPortal(path, { api });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('main').contains(retry), path).toBe(true);
    works(api);
    await userEvent.click(retry);
    await screen.findByRole('heading', { level: 1, name: heading });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
    cleanup();
  }
});
