import { formExportPath, listFormEntries, listForms, listOpenForms, listOwnEntries } from '@portico/contracts/forms';
import { getMenu } from '@portico/contracts/menu';
import { getCurrentUser } from '@portico/contracts/users';
import { aCurrentUser, aMenu, anId } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

const at = NOW.toISOString();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('received entries, for editors', () => {
  const form = {
    formId: anId(),
    title: 'Expense claim',
    path: '/compensation',
    entries: 2,
    newEntries: 2,
    inWork: 0,
    overdue: 0,
    lastReceivedAt: at,
  };

  test('are counted per form, and an export is saved under the name that the server sends', async () => {
    const api = fakeApi();
    api.answer(listForms, {
      items: [
        form,
        {
          ...form,
          formId: anId(),
          title: 'New form',
          path: null,
          entries: 0,
          newEntries: 0,
          inWork: 0,
          overdue: 0,
          lastReceivedAt: null,
        },
      ],
    });
    openPortal('/forms/received', { api });
    const list = await screen.findByRole('list', { name: 'Received entries' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('p')?.textContent),
    ).toEqual([expect.stringMatching(/^2 entries, the latest on Mar 2, 2026 at/), '0 entries']);
    expect(within(list).getByRole<HTMLButtonElement>('button', { name: 'CSV of New form' }).disabled).toBe(true);
    const seen: Request[] = [];
    const others = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      if (address !== formExportPath(form.formId, 'xlsx')) return others(address, init);
      seen.push(new Request(`https://portal.test${address}`, init));
      return Promise.resolve(
        new Response('file', {
          headers: { 'content-disposition': 'attachment; filename="x"; filename*=UTF-8\'\'Expense%20claim.xlsx' },
        }),
      );
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    URL.createObjectURL = () => 'blob:x';
    await userEvent.click(within(list).getByRole('button', { name: 'Excel of Expense claim' }));
    await screen.findByText('Expense claim.xlsx was saved.');
    expect(names).toEqual(['Expense claim.xlsx']);
    expect(seen[0]!.headers.get('authorization')).toBe('Bearer access.token.1');
    vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
      address === formExportPath(form.formId, 'csv')
        ? Promise.resolve(new Response('', { status: 503 }))
        : others(address, init),
    );
    await userEvent.click(within(list).getByRole('button', { name: 'CSV of Expense claim' }));
    await screen.findByText('The file couldn’t be created. Try again in a moment.');
  });

  test('of a form are listed page by page, each in the form version it was sent with [FORM-015]', async () => {
    const api = fakeApi();
    const version = (label: string) => ({
      id: 'form',
      type: 'Form' as const,
      formId: form.formId,
      title: 'Expense claim',
      fields: [{ id: '1', type: 'TextField' as const, alias: 'what', label }],
    });
    const entry = (formVersion: number, name: string) => ({
      id: anId(),
      receivedAt: at,
      formVersion,
      person: { name, email: 'a@portico.test' },
      sentBy: name === 'Ana' ? 'Nils Aldous' : null,
      values: { what: `${name} paid` },
      files: [],
    });
    api.answer(listForms, { items: [form] });
    api.answer(listFormEntries, ({ query: { page = 1 } }) => ({
      page,
      pageSize: 20,
      total: 22,
      title: 'Expense claim',
      forms: { 1: version('What'), 2: version('What was paid') },
      items: [entry(2, 'Ana'), entry(1, `Nils of page ${page}`)],
      older: null,
    }));
    const { address } = openPortal('/forms/received', { api });
    await userEvent.click(await screen.findByRole('link', { name: '2 entries of Expense claim' }));
    await screen.findByRole('heading', { level: 1, name: 'Expense claim' });
    const items = within(screen.getByRole('region', { name: 'Entries' }))
      .getAllByRole('group')
      .map((item) => item.textContent);
    expect(items).toEqual([
      expect.stringMatching(/^AnaMar 2, 2026, .*sent by Nils Aldous, version 2 of the formWhat was paidAna paid$/),
      expect.stringMatching(/version 1 of the formWhatNils of page 1 paid$/),
    ]);
    expect(screen.queryByRole('button', { name: 'CSV of Expense claim' })).not.toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Page 2' }));
    await screen.findByText('Nils of page 2');
    expect(address()).toBe(`/forms/${form.formId}?page=2`);
    expect(api.callsTo(listFormEntries)).toHaveLength(2);
    // Every call is logged as an access, so a connection that was briefly lost must not cause another one.
    const onLine = vi.spyOn(navigator, 'onLine', 'get');
    for (const isOnline of [false, true]) {
      onLine.mockReturnValue(isOnline);
      act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
    }
    await waitFor(() => expect(screen.queryByText(/You’re offline/)).toBeNull());
    await act(() => new Promise((later) => setTimeout(later, 100)));
    expect(api.callsTo(listFormEntries)).toHaveLength(2);
  });

  test('continue beyond the last numbered page [FORM-018]', async () => {
    const api = fakeApi();
    const ids = [anId(), anId()];
    api.answer(listFormEntries, ({ query: { page = 1, before } }) => ({
      page,
      pageSize: 20,
      total: 20_050,
      title: 'Expense claim',
      forms: {},
      items: [
        {
          id: anId(),
          receivedAt: at,
          formVersion: 1,
          person: { name: before === undefined ? `Page ${page}` : `Before ${ids.indexOf(before)}`, email: null },
          sentBy: null,
          values: {},
          files: [],
        },
      ],
      older: before === ids[1] ? null : ids[before === undefined ? 0 : 1]!,
    }));
    const { address } = openPortal(`/forms/${form.formId}?page=1000`, { api });
    await screen.findByText('Page 1000');
    expect(screen.queryByRole('link', { name: 'Page 1001' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Older entries' }));
    await screen.findByText('Before 0');
    expect(address()).toBe(`/forms/${form.formId}?before=${ids[0]}`);
    await userEvent.click(screen.getByRole('link', { name: 'Older entries' }));
    await screen.findByText('Before 1');
    expect(screen.queryByRole('link', { name: 'Older entries' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Newest entries' }));
    await screen.findByText('Page 1');
  });

  test('redirect everyone else to the forms they can fill in', async () => {
    const api = fakeApi();
    api.fail(listForms, 'not_found');
    api.answer(listOpenForms, { items: [] });
    api.answer(listOwnEntries, { page: 1, pageSize: 20, total: 0, begun: [], items: [] });
    const { address } = openPortal('/forms/received', { api });
    await waitFor(() => expect(address()).toBe('/forms'));
    await screen.findByRole('heading', { name: 'There are no forms yet' });
  });
});

describe('the forms page', () => {
  const open = [
    { formId: anId(), title: 'Expense claim', description: 'For travel and meals.', path: '/compensation' },
    { formId: anId(), title: 'Name change', description: null, path: `/resources/${anId()}` },
  ];
  const sent = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: anId(),
      formId: open[0]!.formId,
      title: `Claim ${index + 1}`,
      receivedAt: at,
      isReturned: index === 0,
    }));

  test('lists drafts, the forms to fill in, and the latest sent entries [FORM-019]', async () => {
    const api = fakeApi();
    const begun = [{ formId: open[0]!.formId, title: 'Expense claim', savedAt: at, path: '/compensation' }];
    api.answer(listOpenForms, { items: open });
    api.answer(listOwnEntries, { page: 1, pageSize: 20, total: 7, begun, items: sent(7) });
    openPortal('/forms', { api });
    const drafts = within(await screen.findByRole('region', { name: 'Drafts' }));
    expect(drafts.getByRole('link', { name: 'Expense claim' }).getAttribute('href')).toBe('/compensation');
    const forms = within(screen.getByRole('region', { name: 'Forms you can fill out' }));
    expect(forms.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(open.map(({ path }) => path));
    expect(forms.getAllByText('For travel and meals.')).toHaveLength(1);
    const last = within(screen.getByRole('region', { name: 'Submitted' }));
    expect(last.getAllByRole('listitem')).toHaveLength(5);
    expect(last.getAllByText('Please correct')).toHaveLength(1);
    expect(last.getByRole('link', { name: 'See all 7 entries' }).getAttribute('href')).toBe('/forms/entries');
    expect(last.queryByRole('link', { name: 'See received entries' })).toBeNull();
    expect(api.callsTo(listForms)).toEqual([]);
  });

  test('links editors, but not authors, to the received entries [USER-016]', async () => {
    const api = fakeApi();
    api.answer(getCurrentUser, aCurrentUser({ roles: ['member', 'studio'] }));
    api.answer(listOpenForms, { items: open });
    api.answer(listOwnEntries, { page: 1, pageSize: 20, total: 0, begun: [], items: [] });
    const { cache } = openPortal('/forms', { api });
    await screen.findByText('You haven’t submitted a form yet');
    expect(screen.queryByRole('link', { name: 'See received entries' })).toBeNull();
    api.answer(getCurrentUser, aCurrentUser({ roles: ['member', 'studio', 'editor'] }));
    await act(async () => await cache.invalidateQueries());
    const link = await screen.findByRole('link', { name: 'See received entries' });
    expect(link.getAttribute('href')).toBe('/forms/received');
    expect(screen.getAllByText('You haven’t submitted a form yet')).toHaveLength(1);
  });
});

test('every page links to the forms, even if the menu does not [FORM-023]', async () => {
  const api = fakeApi();
  api.answer(getMenu, aMenu({ menuItems: [] }));
  openPortal('/', { api });
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'Forms' }).getAttribute('href')).toBe('/forms');
});
