import {
  findDelegates,
  getActing,
  giveDelegation,
  listActs,
  listDelegations,
  withdrawDelegation,
  type Delegation,
} from '@portico/contracts/acting';
import { endDelegation, giveDelegationFor, listEveryDelegation } from '@portico/contracts/admin/delegations';
import { endViewing, VIEWING_PREFIX } from '@portico/contracts/admin/people';
import { listNews } from '@portico/contracts/news';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readActingFor } from '../../sign-in/actingFor.ts';
import { personalStorage } from '../../sign-in/personalStorage.ts';
import { readVisitedPages, recordVisit } from '../../sign-in/visitedPages.ts';
import { expectErrorsInConsole, openPortal, watchLeaving } from '../../testPortal.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { writeActingFor } from '../../sign-in/switchPerson.ts';

const ANA = '6f9b1d4e-0000-4000-8000-0000000000a1';
const NILS = '6f9b1d4e-0000-4000-8000-0000000000a2';
const ME = '6f9b1d4e-0000-4000-8000-0000000000a3';

const me = { id: ME, name: 'Cora Finch', email: 'cora@portico.test' };
const ana = { id: ANA, name: 'Ana Brandt', email: 'ana@portico.test' };
const nils = { id: NILS, name: 'Nils Aldous', email: 'nils@portico.test' };

const given: Delegation = {
  id: '6f9b1d4e-0000-4000-8000-0000000000b1',
  person: me,
  delegate: nils,
  scopes: ['Events', 'Tasks'],
  from: '2026-06-01',
  until: '2026-12-31',
  state: 'Current',
};
const received: Delegation = { ...given, id: '6f9b1d4e-0000-4000-8000-0000000000b2', person: ana, delegate: me };

beforeEach(() => writeActingFor());
afterEach(() => {
  writeActingFor();
  clearToasts();
});

function actingApi({ delegates = [given], people = [received] } = {}): FakeApi {
  const api = fakeApi();
  api.answer(listDelegations, { today: '2026-06-10', delegates, people });
  api.answer(listActs, {
    items: [
      {
        id: '6f9b1d4e-0000-4000-8000-0000000000c1',
        delegate: 'Nils Aldous',
        action: 'setRegistration',
        choice: 'Registered',
        title: 'Spring conference',
        at: '2026-06-09T14:00:00.000Z',
        isDone: true,
      },
      {
        id: '6f9b1d4e-0000-4000-8000-0000000000c2',
        delegate: 'Nils Aldous',
        action: 'checkTask',
        choice: null,
        title: null,
        at: '2026-06-08T14:00:00.000Z',
        isDone: false,
      },
    ],
    page: 1,
    pageSize: 25,
    total: 2,
  });
  return api;
}

test('the page shows who may act for whom, and what was done [ACT-011]', async () => {
  openPortal('/delegates', { api: actingApi() });
  const yours = await screen.findByRole('list', { name: 'Who may act for you' });
  expect(yours.textContent).toContain('Nils Aldous');
  expect(yours.textContent).toContain('Events · To-do list');
  expect(yours.textContent).toContain('Until December 31, 2026');
  const others = screen.getByRole('list', { name: 'For whom you may act' });
  expect(within(others).getByRole('button', { name: 'Act for Ana Brandt' })).toBeDefined();
  expect(await screen.findByText('Registered you: Spring conference')).toBeDefined();
  expect(screen.getByText('Completed a task')).toBeDefined();
  expect(screen.getByText('May not have happened')).toBeDefined();
});

test('one press acts for a person in this tab, with a new document [ACT-012]', async () => {
  const left = watchLeaving();
  openPortal('/delegates', { api: actingApi() });
  await userEvent.click(await screen.findByRole('button', { name: 'Act for Ana Brandt' }));
  expect(left).toEqual(['/']);
  expect(readActingFor()).toBe(ANA);
});

test('a right that begins later is shown, and cannot be used yet [ACT-012]', async () => {
  openPortal('/delegates', { api: actingApi({ people: [{ ...received, state: 'Later', from: '2026-07-01' }] }) });
  const others = await screen.findByRole('list', { name: 'For whom you may act' });
  expect(others.textContent).toContain('From July 1, 2026 until December 31, 2026');
  expect(within(others).queryByRole('button', { name: 'Act for Ana Brandt' })).toBeNull();
});

test('somebody is found, chosen and given rights until a day; mistakes are explained [ACT-011]', async () => {
  const api = actingApi({ delegates: [], people: [] });
  api.answer(findDelegates, { items: [nils] });
  const sent: unknown[] = [];
  api.answer(giveDelegation, ({ body }) => {
    sent.push(body);
    return given;
  });
  openPortal('/delegates', { api });
  await userEvent.click(await screen.findByRole('button', { name: 'Let somebody act for you…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Let somebody act for you' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('Choose a person.')).toBeDefined();
  expect(within(dialog).getByText('Choose at least one.')).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Who acts/ }), 'nil');
  await userEvent.click(await within(dialog).findByRole('button', { name: /Nils Aldous/ }));
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^To-do list/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Nils Aldous may act for you.');
  expect(sent).toEqual([{ delegateId: NILS, scopes: ['Tasks'], from: '2026-06-10', until: '2026-09-08' }]);
});

test('a right that the server refuses keeps what was typed, with the reason [ACT-011]', async () => {
  const api = actingApi();
  api.fail(giveDelegation, 'invalid_input', 'At most one year is possible.', [
    { path: 'body.until', message: 'At most one year is possible.' },
  ]);
  openPortal('/delegates', { api });
  await userEvent.click(await screen.findByRole('button', { name: 'Change what Nils Aldous may do' }));
  const dialog = await screen.findByRole('dialog', { name: 'Let somebody act for you' });
  expectErrorsInConsole();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('At most one year is possible.')).toBeDefined();
  expect(within(dialog).getByText('Nils Aldous')).toBeDefined();
});

test('withdrawing asks first, and says when it has ended [ACT-011]', async () => {
  const api = actingApi();
  api.answer(withdrawDelegation, undefined);
  openPortal('/delegates', { api });
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the right of Nils Aldous' }));
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw this right?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  await screen.findByText('Nils Aldous no longer acts for you.');
});

test('an administrator gives a right for somebody else, and ends one [ACT-014]', async () => {
  const api = fakeApi();
  api.answer(listEveryDelegation, {
    items: [received, { ...given, state: 'Ended' }],
    page: 1,
    pageSize: 25,
    total: 2,
    today: '2026-06-10',
  });
  api.answer(findDelegates, { items: [ana, nils] });
  const sent: unknown[] = [];
  api.answer(giveDelegationFor, ({ body }) => {
    sent.push(body);
    return { ...given, person: ana };
  });
  api.answer(endDelegation, undefined);
  openPortal('/admin/delegates', { api });
  const ended = (await screen.findByText('Nils Aldous for Cora Finch')).closest('li')!;
  expect(within(ended).getByText('Ended')).toBeDefined();
  expect(within(ended).queryByRole('button')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Let somebody act for another person…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Let somebody act for another person' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^For whom/ }), 'ana');
  await userEvent.click(await within(dialog).findByRole('button', { name: /Ana Brandt/ }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Who acts/ }), 'nil');
  await userEvent.click(await within(dialog).findByRole('button', { name: /Nils Aldous/ }));
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Events/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Nils Aldous may act for Ana Brandt.');
  expect(sent).toEqual([
    { personId: ANA, delegateId: NILS, scopes: ['Events'], from: '2026-06-10', until: '2026-09-08' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw the right of Cora Finch for Ana Brandt' }));
  const question = await screen.findByRole('dialog', { name: 'Withdraw this right?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Withdraw' }));
  await screen.findByText('Cora Finch no longer acts for Ana Brandt.');
});

/** The portal and its banner in a tab that acts for Ana, or shows the portal by a viewing. */
function openActing(api: FakeApi, path = '/news', actingFor = ANA) {
  writeActingFor(actingFor);
  const portal = openPortal(path, { api, person: 'cora' });
  render(
    <QueryClientProvider client={portal.cache}>
      <ActingBanner />
    </QueryClientProvider>,
  );
  return portal;
}

test('while acting, every call names the person, and the banner says so with the way back [ACT-012]', async () => {
  const left = watchLeaving();
  const api = fakeApi();
  api.answer(listNews, { items: [], page: 1, pageSize: 10, total: 0 });
  api.answer(getActing, { person: ana, scopes: ['Tasks'], until: '2026-12-31' });
  openActing(api);
  const banner = await screen.findByRole('region', { name: 'Acting for somebody' });
  expect(await within(banner).findByText('You act for Ana Brandt')).toBeDefined();
  await waitFor(() => expect(api.callsTo(listNews)).not.toEqual([]));
  for (const { path, headers } of api.calls.filter(({ path: called }) => called.startsWith('/api/')))
    expect(headers.get('acting-for'), path).toBe(ANA);
  await userEvent.click(within(banner).getByRole('button', { name: 'Back to yourself' }));
  expect(left).toEqual(['/']);
  expect(readActingFor()).toBeUndefined();
});

test('a right that ends takes the tab back to its owner, who reads why [ACT-010]', async () => {
  const left = watchLeaving();
  const api = fakeApi();
  api.answer(listNews, { items: [], page: 1, pageSize: 10, total: 0 });
  api.answer(getActing, { person: ana, scopes: ['Tasks'], until: '2026-12-31' });
  openActing(api);
  await screen.findByText('You act for Ana Brandt');
  api.fail(getActing, 'forbidden');
  await waitFor(() => expect(api.push('acting')).toBeGreaterThan(0));
  await waitFor(() => expect(left).toEqual(['/delegates?ended=1']));
  expect(readActingFor()).toBeUndefined();
});

test('the page of rights is closed while acting, and says why a right has ended [ACT-005]', async () => {
  writeActingFor(ANA);
  openPortal('/delegates', { api: actingApi() });
  await screen.findByRole('heading', { name: 'You act for somebody else' });
  expect(screen.queryByRole('button', { name: 'Let somebody act for you…' })).toBeNull();
});

test('a tab that was sent back says that the right has ended [ACT-010]', async () => {
  openPortal('/delegates?ended=1', { api: actingApi() });
  await screen.findByText('The right to act for this person has ended. You are yourself again.');
});

test('what the browser stores for somebody else is apart from what is one’s own [ACT-009]', () => {
  openPortal('/delegates', { api: actingApi(), person: 'cora' });
  personalStorage.write('note', 'mine');
  recordVisit({ path: '/news', title: 'News' });
  writeActingFor(ANA);
  expect(personalStorage.read('note')).toBeUndefined();
  personalStorage.write('note', 'of Ana');
  recordVisit({ path: '/events', title: 'Events' });
  expect(readVisitedPages()).toEqual([]);
  writeActingFor();
  expect(personalStorage.read('note')).toBe('mine');
  expect(readVisitedPages().map(({ path }) => path)).toEqual(['/news']);
});

test('while seeing the portal as somebody, the banner says so, and its button ends it without the header [DESK-148]', async () => {
  const left = watchLeaving();
  const api = fakeApi();
  api.answer(listNews, { items: [], page: 1, pageSize: 10, total: 0 });
  api.answer(getActing, { person: ana, scopes: [], until: '2026-06-10', viewingEndsAt: '2026-06-10T14:30:00Z' });
  api.answer(endViewing, undefined);
  openActing(api, '/news', `${VIEWING_PREFIX}${given.id}`);
  const banner = await screen.findByRole('region', { name: 'Seeing the portal as somebody else' });
  await within(banner).findByText(/^You see the portal as Ana Brandt does, and can’t change anything\. Ends at /);
  expect(api.callsTo(getActing)[0]!.headers.get('acting-for')).toBe(`view:${given.id}`);
  await userEvent.click(within(banner).getByRole('button', { name: 'Stop' }));
  expect(left).toEqual([`/admin/people?person=${ANA}`]);
  expect(readActingFor()).toBeUndefined();
  const [ended] = api.callsTo(endViewing);
  expect(ended).toMatchObject({ path: `/api/v1/admin/viewings/${given.id}` });
  expect(ended!.headers.has('acting-for')).toBe(false);
});

test('a viewing that has ended leads back to the administration [DESK-147]', async () => {
  const left = watchLeaving();
  const api = fakeApi();
  api.answer(listNews, { items: [], page: 1, pageSize: 10, total: 0 });
  api.fail(getActing, 'forbidden');
  expectErrorsInConsole();
  openActing(api, '/news', `${VIEWING_PREFIX}${given.id}`);
  await waitFor(() => expect(left).toEqual(['/admin/people?viewing=ended']));
  expect(readActingFor()).toBeUndefined();
});
