import { listCreditClaims } from '@portico/contracts/creditClaims';
import { listCredits, type Credit, type CreditStanding } from '@portico/contracts/credits';
import { listDuties } from '@portico/contracts/duties';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearToasts } from '@portico/ui/toasts';
import { afterEach, expect, test, vi } from 'vitest';
import { ACTING_FOR_KEY } from '../../../sign-in/actingFor.ts';
import { openPortal } from '../../../testPortal.ts';

afterEach(() => {
  clearToasts();
  sessionStorage.removeItem(ACTING_FOR_KEY);
});

const NEED = '6f9b1d4e-0000-4000-8000-0000000000a1';
const REACHED = '6f9b1d4e-0000-4000-8000-0000000000a2';

const standing: CreditStanding = {
  id: NEED,
  program: 'Insurance CE',
  state: 'NC',
  subject: '',
  needed: '3',
  earned: '1.5',
  missing: '1.5',
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  dueDate: '2026-11-30',
  isOverdue: true,
};
const credit: Credit = {
  id: '6f9b1d4e-0000-4000-8000-0000000000b1',
  title: 'Ethics day',
  provider: null,
  path: '/events/6f9b1d4e-0000-4000-8000-0000000000c1',
  program: 'Insurance CE',
  state: 'NC',
  subject: 'Ethics',
  hours: '1.5',
  day: '2026-06-05',
  countsFor: [NEED],
  certificate: '12AB-34CD-56EF-7890',
};

function creditsApi(own: { standings?: CreditStanding[]; credits?: Credit[] } = {}): FakeApi {
  const api = fakeApi();
  api.answer(listCreditClaims, { firstDay: '2025-01-01', lastDay: '2026-06-05', items: [] });
  api.answer(listDuties, {
    items: [],
    page: 1,
    pageSize: 25,
    total: 0,
    counts: { open: 1, overdue: 1, done: 0, team: null },
  });
  const { standings = [standing], credits = [credit] } = own;
  api.answer(listCredits, ({ query }) => ({
    person: query.person === undefined ? null : 'Cora Finch',
    year: Number(query.year ?? 2026),
    years: [2026, 2025],
    standings,
    credits,
    totals: credits.slice(0, 1).map(({ program, state }) => ({ program, state, hours: '3' })),
  }));
  return api;
}

test('the page shows what is needed, earned and missing, and where each credit comes from [CREDIT-008]', async () => {
  const reached = { ...standing, id: REACHED, program: 'CFP', state: '', earned: '4', missing: '0', isOverdue: false };
  const foreign = {
    ...credit,
    id: '6f9b1d4e-0000-4000-8000-0000000000b2',
    title: 'Old day',
    path: null,
    countsFor: [],
  };
  openPortal('/duties/credits', {
    api: creditsApi({ standings: [standing, reached], credits: [credit, foreign] }),
  });
  const needs = within(await screen.findByRole('region', { name: 'What you need' }));
  expect(needs.getByRole('progressbar', { name: 'Insurance CE (NC)' }).getAttribute('aria-valuetext')).toBe(
    '1.5 of 3 h',
  );
  expect(needs.getByText('1.5 h missing')).toBeDefined();
  expect(needs.getByText('Overdue')).toBeDefined();
  expect(needs.getByText('Reached')).toBeDefined();
  expect(
    needs.getAllByText(/^Due November 30, 2026\. Its year is January 1, 2026 to December 31, 2026\.$/),
  ).toHaveLength(2);
  const earned = within(screen.getByRole('region', { name: 'What you have earned' }));
  expect(earned.getByRole('link', { name: 'Ethics day' }).getAttribute('href')).toBe(credit.path);
  expect(earned.getByText('Counts toward Insurance CE (NC)')).toBeDefined();
  expect(earned.getByText('Insurance CE (NC): 3 h')).toBeDefined();
  expect(earned.queryByRole('link', { name: 'Old day' })).toBeNull();
  expect(earned.getByText('Counts toward nothing that you need in this year')).toBeDefined();
});

test('an earlier year has its own address [CREDIT-008]', async () => {
  const api = creditsApi();
  const { address } = openPortal('/duties/credits', { api });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Year' }), '2025');
  await waitFor(() => expect(address()).toBe('/duties/credits?year=2025'));
  await waitFor(() => expect(api.callsTo(listCredits).at(-1)?.path).toContain('year=2025'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Year' }), 'This year');
  await waitFor(() => expect(address()).toBe('/duties/credits'));
});

test('without needs and credits, the page says so [CREDIT-008]', async () => {
  openPortal('/duties/credits', { api: creditsApi({ standings: [], credits: [] }) });
  expect(await screen.findByRole('heading', { name: 'Nothing is required of you' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'No credits yet' })).toBeDefined();
});

test('the list of confirmations leads to the credits [CREDIT-008]', async () => {
  const { address } = openPortal('/duties', { api: creditsApi() });
  await userEvent.click(await screen.findByRole('link', { name: 'Credits' }));
  await waitFor(() => expect(address()).toBe('/duties/credits'));
});

/** Answers calls for files, and returns their addresses and for whom they are. */
function answerFiles(status = 200): Array<[address: string, actingFor: string | null]> {
  const asked: Array<[string, string | null]> = [];
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (!/\/credits\/(?:record|certificates)/.test(address)) return others(address, init);
    asked.push([address, new Headers(init.headers).get('acting-for')]);
    return Promise.resolve(new Response('file', { status }));
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:x';
  return asked;
}

test('the record and the certificate of each event are saved as PDF; a delegate gets those of the person [CREDIT-045]', async () => {
  const second = { ...credit, id: '6f9b1d4e-0000-4000-8000-0000000000b2', subject: 'Annuities' };
  openPortal('/duties/credits?year=2025', { api: creditsApi({ credits: [credit, second] }) });
  await screen.findByRole('region', { name: 'What you have earned' });
  const asked = answerFiles();
  await userEvent.click(screen.getByRole('button', { name: 'Certificate for Ethics day (PDF)' }));
  await screen.findByText('certificate.pdf has been downloaded.');
  sessionStorage.setItem(ACTING_FOR_KEY, NEED);
  await userEvent.click(screen.getByRole('button', { name: 'Download the record (PDF)' }));
  await screen.findByText('record.pdf has been downloaded.');
  expect(asked).toEqual([
    ['/api/v1/duties/credits/certificates/12AB-34CD-56EF-7890', null],
    ['/api/v1/duties/credits/record?year=2025', NEED],
  ]);
});

test('a file that can’t be made is reported, and can be tried again [CREDIT-045]', async () => {
  openPortal('/duties/credits', { api: creditsApi() });
  const button = await screen.findByRole('button', { name: 'Download the record (PDF)' });
  answerFiles(503);
  await userEvent.click(button);
  await screen.findByText('The file couldn’t be downloaded. Please try again.');
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
});

test('a supervisor sees whose credits these are, and keeps the person when choosing a year [CREDIT-041]', async () => {
  const { address } = openPortal(`/duties/credits?person=${NEED}`, { api: creditsApi() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Credits of Cora Finch' })).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2025');
  await waitFor(() => expect(address()).toBe(`/duties/credits?person=${NEED}&year=2025`));
});
