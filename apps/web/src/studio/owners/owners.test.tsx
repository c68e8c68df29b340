import type { CallInput } from '@portico/contracts/endpoint';
import { getAdminPerson, type AdminPersonDetails } from '@portico/contracts/admin/people';
import {
  confirmContent,
  findOwners,
  getOwnership,
  handOver,
  letContentExpire,
  listLeftItems,
  saveOwnership,
  undoHandover,
  type LeftItems,
  type Ownership,
} from '@portico/contracts/studio/owners';
import { getSearchInsights } from '@portico/contracts/studio/insights';
import { getStudioOverview, listStudioCalendar } from '@portico/contracts/studio/overview';
import { listStudioItems } from '@portico/contracts/studio/studio';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { noOwnership, studioApi } from '../testing/studioApi.ts';
import { answerStudio, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';
import { nextReviewOn } from './reviewDay.ts';

const id = (number: number) => `5f9b1d4e-0000-4000-8000-${String(number).padStart(12, '0')}`;
const eve = { id: id(21), name: 'Eve Stone', email: 'eve@portico.test' };
const owned: Ownership = {
  ...noOwnership,
  version: 3,
  owner: { ...eve, hasLeft: false },
  reviewOn: '2026-03-10',
  isDue: true,
};

/** Presses Undo in the message with this text. */
async function undo(text: string) {
  const toast = (await screen.findByText(text)).closest<HTMLElement>('[role="alertdialog"]')!;
  await userEvent.click(within(toast).getByRole('button', { name: 'Undo' }));
}

beforeEach(() => {
  window.innerWidth = 1440;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T17:00:00Z') });
});
afterEach(() => void vi.useRealTimers());

test.each([
  ['2026-03-02', '2027-03-02'],
  ['2026-12-31', '2027-12-31'],
  ['2028-02-29', '2029-02-28'],
])('what is confirmed on %s is reviewed again on %s [DESK-243]', (today, next) => {
  expect(nextReviewOn(today)).toBe(next);
});

describe('the owner of an item', () => {
  async function open(ownership: Ownership = noOwnership) {
    const api = studioApi(aStudioItem());
    api.answer(getOwnership, ownership);
    api.answer(findOwners, { items: [eve] });
    const saved: unknown[] = [];
    api.answer(saveOwnership, ({ body }) => {
      saved.push(body);
      return {
        ...ownership,
        version: body.version + 1,
        owner: body.ownerId === null ? null : { ...eve, hasLeft: false },
        reviewOn: body.reviewOn,
      };
    });
    openPortal(`/studio/${ITEM_ID}?panel=settings`, { api, person: 'edda' });
    const section = within(await screen.findByRole('region', { name: 'Owner and review' }));
    return { api, section, saved };
  }

  test('is found by name and set at once, which can be undone [DESK-240]', async () => {
    const { api, section, saved } = await open();
    expect(await section.findByText('Nobody owns this item.')).toBeTruthy();
    await userEvent.type(section.getByRole('textbox', { name: 'Find a person who may edit it' }), 'eve');
    await userEvent.click(await section.findByRole('button', { name: /Eve Stone/ }));
    await undo('Owner and review saved');
    await waitFor(() =>
      expect(saved).toEqual([
        { version: 0, ownerId: eve.id, reviewOn: null },
        { version: 1, ownerId: null, reviewOn: null },
      ]),
    );
    expect(api.callsTo(findOwners).at(-1)!.path).toContain(`itemId=${ITEM_ID}`);
  });

  test('is asked by the date that is entered, and removed [DESK-240]', async () => {
    const { section, saved } = await open({ ...owned, isDue: false });
    const date = await section.findByLabelText('Review by');
    await userEvent.clear(date);
    await userEvent.click(await section.findByRole('button', { name: 'Save the date' }));
    await userEvent.click(section.getByRole('button', { name: 'Remove the owner' }));
    await waitFor(() =>
      expect(saved).toEqual([
        { version: 3, ownerId: eve.id, reviewOn: null },
        { version: 3, ownerId: null, reviewOn: '2026-03-10' },
      ]),
    );
    expect(section.queryByRole('button', { name: /^Confirm until/ })).toBeNull();
  });

  test('is marked when they left, and shown to who may not change it [DESK-245]', async () => {
    const { section } = await open({ ...owned, owner: { ...eve, hasLeft: true }, mayChange: false });
    expect(await section.findByText('Has left')).toBeTruthy();
    expect(section.getByText('Review by: Mar 10, 2026')).toBeTruthy();
    expect(section.queryByRole('textbox')).toBeNull();
    expect(section.queryByRole('button')).toBeNull();
  });

  test('answers a review that is due: until when it is confirmed, or when readers stop seeing it [DESK-243, DESK-244]', async () => {
    const { api, section, saved } = await open(owned);
    const confirmed: unknown[] = [];
    api.answer(confirmContent, ({ body }) => {
      confirmed.push(body);
      return { ...owned, version: 4, isDue: false, reviewOn: body.nextOn };
    });
    api.answer(letContentExpire, { expiresAt: '2026-03-11T12:00:00.000Z', outcome: 'Requested' });
    expect(await section.findByText(/^Due for review by Mar 10, 2026/)).toBeTruthy();
    await userEvent.click(section.getByRole('button', { name: 'Confirm until Mar 2, 2027: Wire cutoff moves' }));
    await undo('Confirmed until Mar 2, 2027');
    expect(confirmed).toEqual([{ reviewOn: '2026-03-10', nextOn: '2027-03-02' }]);
    await waitFor(() => expect(saved).toEqual([{ version: 4, ownerId: eve.id, reviewOn: '2026-03-10' }]));
    await userEvent.click(await section.findByRole('button', { name: 'Let it expire: Wire cutoff moves' }));
    expect(await screen.findByText('Approval requested: readers would see it until Mar 11, 2026')).toBeTruthy();
  });

  test('can be loaded again after a failure [DESK-240]', async () => {
    const api = studioApi(aStudioItem());
    api.fail(getOwnership, 'unavailable');
    expectErrorsInConsole();
    openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
    const section = within(await screen.findByRole('region', { name: 'Owner and review' }));
    const retry = await section.findByRole('button', { name: 'Try again' });
    api.answer(getOwnership, owned);
    await userEvent.click(retry);
    expect(await section.findByText('Eve Stone')).toBeTruthy();
  });
});

test('the overview offers the three answers for each item that its reader has to review [DESK-242]', async () => {
  const api = answerStudio(fakeApi());
  const none = { total: 0, items: [] };
  const item = { id: id(1), kind: 'news' as const, title: 'Fees', at: null, reviewOn: '2026-03-10' };
  const due = { total: 7, items: [item] };
  api.answer(getStudioOverview, {
    Mine: none,
    MyReviews: due,
    Scheduled: none,
    Ending: none,
    Reviews: due,
    BrokenLinks: none,
  });
  api.answer(listLeftItems, left);
  api.answer(listStudioCalendar, { entries: [] });
  api.answer(getSearchInsights, {
    from: '2026-02-01',
    to: '2026-03-02',
    searches: 0,
    unanswered: 0,
    steps: [],
    terms: [],
    hasMore: false,
  });
  api.answer(confirmContent, { ...owned, isDue: false });
  openPortal('/studio/overview', { api });
  const mine = within(await screen.findByRole('region', { name: /^For me to review 7$/ }));
  expect(mine.getByText('News · review by Mar 10, 2026')).toBeTruthy();
  expect(mine.getByRole('link', { name: 'Change: Fees' }).getAttribute('href')).toBe(`/studio/${id(1)}`);
  expect(mine.getByRole('button', { name: 'Let it expire: Fees' })).toBeTruthy();
  expect(mine.getByRole('link', { name: 'For me to review, all 7' }).getAttribute('href')).toBe(
    '/studio?show=MyReviews',
  );
  await userEvent.click(mine.getByRole('button', { name: 'Confirm until Mar 2, 2027: Fees' }));
  await waitFor(() => expect(api.callsTo(getStudioOverview).length).toBeGreaterThan(1));
  const others = within(await screen.findByRole('region', { name: /^Due for review 7$/ }));
  expect(others.queryByRole('button')).toBeNull();
  const leavers = within(await screen.findByRole('region', { name: /^Owners have left 3$/ }));
  expect(leavers.getByRole('link', { name: 'Aud Stone' }).getAttribute('href')).toBe(`/studio/owners?person=${id(11)}`);
});

const left: LeftItems = {
  items: [
    { id: id(1), kind: 'news', title: 'Fees', ownerId: id(11), reviewOn: '2026-03-10' },
    { id: id(2), kind: 'page', title: '', ownerId: id(11), reviewOn: null },
    { id: id(3), kind: 'document', title: 'Holidays', ownerId: id(12), reviewOn: null },
  ],
  page: 1,
  pageSize: 25,
  total: 3,
  all: 3,
  people: [
    { id: id(11), name: 'Aud Stone', email: 'aud@portico.test', isDisabled: true, items: 2 },
    { id: id(12), name: 'Nils Aldous', email: null, isDisabled: false, items: 1 },
  ],
};

describe('handovers', () => {
  async function open(list: LeftItems = left) {
    const api = answerStudio(fakeApi());
    api.answer(listLeftItems, list);
    api.answer(findOwners, { items: [eve] });
    const sent: Array<CallInput<typeof handOver>['body']> = [];
    api.answer(handOver, ({ body }) => {
      sent.push(body);
      return { handedOver: 2, skipped: 1 };
    });
    api.answer(undoHandover, { givenBack: 2 });
    const { address } = openPortal('/studio/owners', { api });
    await screen.findByRole('heading', { level: 1, name: 'Handovers' });
    return { api, address, sent };
  }
  const choose = async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Find the new owner' }), 'eve');
    await userEvent.click(await dialog.findByRole('button', { name: /Eve Stone/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }));
  };

  test('all items of a person go to another one, which can be undone [DESK-246]', async () => {
    const { api, sent } = await open();
    const aud = within(await screen.findByRole('region', { name: 'Aud Stone' }));
    expect(aud.getByText('aud@portico.test · Account disabled · 2 items')).toBeTruthy();
    expect(aud.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'FeesNews · review by Mar 10, 2026',
      'UntitledPage',
    ]);
    await userEvent.click(aud.getByRole('button', { name: 'Hand over all 2 items of Aud Stone…' }));
    await choose();
    expect(await screen.findByText('1 item stays: Eve Stone can’t edit it')).toBeTruthy();
    expect(sent).toMatchObject([{ toId: eve.id, what: { of: 'Person', personId: id(11) } }]);
    await undo('Eve Stone now owns 2 items');
    await waitFor(() =>
      expect(api.callsTo(undoHandover).map(({ path }) => path)).toEqual([
        `/api/v1/studio/owners/handovers/${sent[0]!.id}/undo`,
      ]),
    );
  });

  test('selected items go to another person, and a dialog without one says so [DESK-246]', async () => {
    const { sent } = await open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Fees' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Holidays' }));
    expect(screen.getByText('2 selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Hand over…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand over 2 items' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Choose the new owner.');
    await choose();
    await waitFor(() => expect(sent.map(({ what }) => what)).toEqual([{ of: 'Items', itemIds: [id(1), id(3)] }]));
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
  });

  test('the address keeps whose items are shown [DESK-245]', async () => {
    const { api, address } = await open();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Person' }), 'Nils Aldous (1)');
    await waitFor(() => expect(address()).toBe(`/studio/owners?person=${id(12)}`));
    await waitFor(() =>
      expect(api.callsTo(listLeftItems).at(-1)!.path).toBe(`/api/v1/studio/owners/left?person=${id(12)}`),
    );
  });

  test('a person who owns nothing anymore leaves a link to what others own [DESK-245]', async () => {
    await open({ ...left, items: [], total: 0 });
    const link = await screen.findByRole('link', { name: 'Show all 3 items of others' });
    expect(link.getAttribute('href')).toBe('/studio/owners');
  });

  test('an empty list says that every owner is here [DESK-245]', async () => {
    await open({ ...left, items: [], total: 0, all: 0, people: [] });
    expect(await screen.findByText('Nothing to hand over')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull();
  });
});

test('the page of a disabled person says what they still own, and links to the handover [DESK-247]', async () => {
  const api = fakeApi();
  const person: AdminPersonDetails = {
    id: id(11),
    name: 'Aud Stone',
    email: 'aud@portico.test',
    isDisabled: true,
    lastSignInAt: null,
    sessionsEndedAt: null,
    browser: null,
    manager: null,
    timeZone: null,
    createdAt: '2026-01-20T15:00:00Z',
    isProvisioned: false,
    facts: [],
    grants: [],
    delegates: [],
    actsFor: [],
    apiTokens: 0,
    disabled: { at: '2026-03-01T15:00:00Z', source: 'Portal', by: 'Adam Vance', reason: 'Left' },
    allowed: { disable: false, enable: true, view: false },
  };
  api.answer(getAdminPerson, person);
  api.answer(listLeftItems, { ...left, total: 2 });
  openPortal(`/admin/people?person=${id(11)}`, { api });
  const owned = await screen.findByText(/Aud Stone still owns 2 items in the studio/);
  expect(within(owned).getByRole('link', { name: 'Hand over' }).getAttribute('href')).toBe(
    `/studio/owners?person=${id(11)}`,
  );
  expect(api.callsTo(listLeftItems)[0]!.path).toBe(`/api/v1/studio/owners/left?person=${id(11)}`);
  expect(api.callsTo(listStudioItems)).toEqual([]);
});
