import { getAuditLog, listAuditEntries, type AuditEntry } from '@portico/contracts/admin/audit';
import type { CallResult } from '@portico/contracts/endpoint';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../../testPortal.ts';

const ANA = '6f9b1d4e-0000-4000-8000-0000000000a1';
const NEWS = '6f9b1d4e-0000-4000-8000-0000000000b1';

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '1234',
  at: '2026-11-20T15:00:00.123Z',
  action: 'news.review-requested',
  actor: { id: ANA, name: 'Ana Brandt' },
  object: { id: NEWS, kind: 'news', name: 'Rates hold', page: 'Item' },
  details: { isMinor: 'true', dueAt: '2026-11-21T15:00:00Z', scimToken: 'x' },
  ...more,
});

type AuditLog = CallResult<typeof getAuditLog>;
const log = (check: AuditLog['check'] = null): AuditLog => ({
  entries: 1300,
  actions: ['news.published', 'news.review-requested', 'user.disabled'],
  check,
});

function auditApi(
  items: AuditEntry[] = [entry()],
  { older = null as string | null, isCut = false, check = null as AuditLog['check'] } = {},
) {
  const api = fakeApi();
  api.answer(getAuditLog, log(check));
  api.answer(listAuditEntries, { items, older, isCut });
  return api;
}

const entries = async () => within(await screen.findByRole('list', { name: 'Entries' })).getAllByRole('listitem');

test('an entry says in words who did what to what and when, with all its details [DESK-213]', async () => {
  openPortal('/admin/audit', {
    api: auditApi([entry(), entry({ id: '1233', action: 'user.disabled', actor: null, object: null, details: {} })]),
  });
  const [first, second] = await entries();
  expect(within(first!).getByText('News: review requested')).toBeDefined();
  expect(within(first!).getByText(/^Ana Brandt · Nov 20, 2026/)).toBeDefined();
  expect(within(first!).getByRole('link', { name: 'Rates hold' }).getAttribute('href')).toBe(`/studio/${NEWS}`);
  await userEvent.click(within(first!).getByText('Details'));
  const facts = within(first!)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling!.textContent}`);
  expect(facts).toEqual([
    'Number: 1,234',
    'Time: 2026-11-20T15:00:00.123Z',
    'Action in the log: news.review-requested',
    `By: ${ANA} Everything by Ana Brandt`,
    `About: News ${NEWS} Everything about Rates hold`,
    'Is minor: Yes',
    expect.stringMatching(/^Due at: Nov 21, 2026/),
    'SCIM token: x',
  ]);
  expect(within(second!).getByText(/^The portal · /)).toBeDefined();
  expect(screen.getByText('2 entries, numbers 1,234 to 1,233')).toBeDefined();
});

test('filters are in the address, narrow each other, and the export has them, too [DESK-213]', async () => {
  const api = auditApi();
  const { address } = openPortal('/admin/audit', { api });
  await entries();
  const options = (name: string) =>
    within(screen.getByRole('combobox', { name }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(options('Kind')).toEqual(['Any', 'News', 'User']));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'News');
  await waitFor(() => expect(address()).toBe('/admin/audit?action=news'));
  expect(options('Action')).toEqual(['Any', 'News: published', 'News: review requested']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'News: published');
  await waitFor(() => expect(address()).toBe('/admin/audit?action=news.published'));
  await userEvent.type(screen.getByRole('searchbox', { name: 'By whom (name or email)' }), '2026');
  await waitFor(() => expect(address()).toContain('who=2026'));
  expect(screen.getByRole('searchbox', { name: 'By whom (name or email)' })).toHaveProperty('value', '2026');
  await waitFor(() => expect(api.callsTo(listAuditEntries).at(-1)?.path).toContain('who=2026'));
  expect(screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toBe(
    '/media/audit-log.csv?who=2026&action=news.published',
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Any');
  await waitFor(() => expect(address()).toContain('action=news'));
  expect(address()).not.toContain('published');
});

test('a person and a thing of the address are named and can be cleared; older pages are links [DESK-213]', async () => {
  const api = auditApi([entry()], { older: '1234' });
  const { address } = openPortal(`/admin/audit?actorId=${ANA}&objectId=${NEWS}&before=2000&from=2026-01-01`, { api });
  expect(await screen.findByText('Only by Ana Brandt')).toBeDefined();
  const pages = screen.getByRole('navigation', { name: 'Pages of entries' });
  const hrefOf = (name: string) => within(pages).getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Older entries')).toContain('before=1234');
  expect(hrefOf('Newest entries')).not.toContain('before');
  expect(hrefOf('Newest entries')).toContain('from=2026-01-01');
  await userEvent.click(screen.getByRole('button', { name: 'Clear: Only about Rates hold' }));
  await waitFor(() => expect(address()).toBe(`/admin/audit?actorId=${ANA}&from=2026-01-01`));
});

test('no entries, too many matches, and values that are none in the address are explained [DESK-213]', async () => {
  const { address } = openPortal('/admin/audit?text=x&action=NEWS&before=-1', { api: auditApi([], { isCut: true }) });
  expect(await screen.findByRole('heading', { name: 'No entries match these filters' })).toBeDefined();
  expect(screen.getByText(/matches more than 500 people or items/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(address()).toBe('/admin/audit'));
});

test('an audit log that can’t be loaded says so [DESK-213]', async () => {
  const api = auditApi();
  api.fail(listAuditEntries, 'internal');
  expectErrorsInConsole();
  openPortal('/admin/audit', { api });
  expect(await screen.findByRole('alert')).toBeDefined();
});

const checkedAt = '2026-11-20T15:41:00Z';
test.for([
  [null, 'Not verified yet', /1,300 entries/],
  [
    { checkedAt, lastId: 1290, wholeAt: '2026-11-20T02:41:00Z', brokenId: null },
    'Holds',
    /Entries up to number 1,290 were verified on Nov 20, 2026.* All of them were last verified on Nov 20, 2026/,
  ],
  [{ checkedAt, lastId: 1290, wholeAt: null, brokenId: 17 }, 'Broken', /Entry 17 is missing or was changed/],
] as const)('the chain says whether it holds, since when and how far: %s [DESK-213]', async ([check, state, text]) => {
  openPortal('/admin/audit', { api: auditApi([entry()], { check }) });
  const chain = await screen.findByRole('region', { name: 'Chain' });
  expect(await within(chain).findByText(state)).toBeDefined();
  expect(chain.textContent).toMatch(text);
});
