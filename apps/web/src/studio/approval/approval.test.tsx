import {
  approveStudioItem,
  listWaitingItems,
  requestStudioReview,
  returnStudioItem,
  type StudioReview,
} from '@portico/contracts/studio/reviews';
import { getApprovalRules, getStudioAccess, setApprovalRules } from '@portico/contracts/studio/roles';
import { createStudioItem, listStudioItems, type StudioItem } from '@portico/contracts/studio/studio';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { answerStudio, aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

const review: StudioReview = {
  state: 'Requested',
  purpose: 'Publish',
  note: 'Before noon, please',
  dueOn: '2026-11-30',
  requestedBy: 'Karla Jimenez',
  requestedAt: '2026-11-20T14:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  comment: '',
};

async function open(item: Partial<StudioItem>) {
  const api = studioApi(
    aStudioItem({ draft: aDraft([{ id: 'a', type: 'Header', level: 2, text: 'First' }]), ...item }),
  );
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await screen.findByRole('heading', { level: 1 });
  return api;
}

describe('approval of an item', () => {
  beforeEach(() => {
    window.innerWidth = 1440;
    return () => {
      window.innerWidth = 1024;
    };
  });

  test('is requested with a note and a due date by people who cannot publish [STUDIO-031, STUDIO-036]', async () => {
    const api = await open({
      state: 'Draft',
      isLive: false,
      needsApproval: true,
      allowed: ['open', 'write', 'requestReview'],
    });
    expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Request approval…' }));
    const form = await screen.findByRole('form', { name: 'Request approval' });
    await userEvent.type(within(form).getByRole('textbox', { name: 'Note for the approver' }), 'Soon');
    await userEvent.type(within(form).getByLabelText('Needed by'), '2026-12-01');
    api.answer(requestStudioReview, ({ body }) => {
      expect(body).toEqual({ purpose: 'Publish', note: 'Soon', dueOn: '2026-12-01' });
      return undefined;
    });
    await userEvent.click(within(form).getByRole('button', { name: 'Request approval' }));
    await screen.findByText('Approval requested.');
  });

  test('applies to the version on the page, can be refused with a reason, and makes the page read-only [STUDIO-036]', async () => {
    const api = await open({
      state: 'InReview',
      version: 4,
      review,
      allowed: ['open', 'comment', 'approve', 'return'],
    });
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add a component' })).toBeNull();
    const panel = await screen.findByRole('region', { name: 'Approval' });
    expect(panel.textContent).toContain('Before noon, please');
    expect(panel.textContent).toContain('Due Nov 30, 2026');
    await userEvent.click(within(panel).getByRole('button', { name: 'Send back' }));
    await within(panel).findByText('Say what needs to change.');
    expect(api.callsTo(returnStudioItem)).toEqual([]);
    api.fail(
      approveStudioItem,
      'conflict',
      'The item has changed since you opened it. Review the changes and try again.',
    );
    await userEvent.click(within(panel).getByRole('button', { name: 'Approve' }));
    await within(panel).findByText('The item has changed since you opened it. Review the changes and try again.');
    api.answer(approveStudioItem, ({ body }) => {
      expect(body).toEqual({ version: 4, sequence: 0, comment: '' });
      return undefined;
    });
    await userEvent.click(await within(panel).findByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(api.callsTo(approveStudioItem)).toHaveLength(2));
  });

  test('explains when someone else has to approve [STUDIO-035]', async () => {
    await open({ state: 'InReview', review, allowed: ['open', 'write', 'return', 'withdraw'] });
    await userEvent.click(screen.getByRole('button', { name: 'Approval' }));
    await screen.findByText('Someone else has to approve it because you edited it or requested approval.');
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    screen.getByRole('button', { name: 'Withdraw request' });
  });
});

test('waiting items are counted and listed with their task, note and overdue date [STUDIO-036]', async () => {
  const api = answerStudio(fakeApi());
  const waiting = {
    kind: 'news' as const,
    purpose: 'Publish' as const,
    by: 'Karla Jimenez',
    since: '2026-11-20T14:00:00.000Z',
  };
  api.answer(listWaitingItems, {
    items: [
      { ...waiting, id: ITEM_ID, title: 'Fees', task: 'Approve', note: 'Soon', dueOn: '2026-11-21', isOverdue: true },
      {
        ...waiting,
        id: ITEM_ID.replace('1d4e', '1d4f'),
        title: 'Hours',
        task: 'Change',
        note: '',
        dueOn: null,
        isOverdue: false,
      },
    ],
  });
  openPortal('/studio/waiting', { api });
  const link = await screen.findByRole('link', { name: 'Fees' });
  expect(link.getAttribute('href')).toBe(`/studio/${ITEM_ID}?panel=review`);
  screen.getByText('Due Nov 21, 2026, overdue');
  screen.getByText('To change');
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /^Waiting for me/ }).textContent).toBe('Waiting for me 2'),
  );
});

test('administrators add and remove approval rules [STUDIO-034]', async () => {
  const api = answerStudio(fakeApi());
  api.answer(getApprovalRules, { rules: [{ scope: 'kind', value: 'event' }] });
  api.answer(setApprovalRules, ({ body }) => body);
  openPortal('/studio/approvals', { api });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Category, such as client use' }), 'Client use');
  await userEvent.click(screen.getByRole('button', { name: 'Add rule' }));
  await screen.findByText('Items in category Client use');
  await userEvent.click(screen.getByRole('button', { name: 'Remove: All items of kind Event' }));
  await waitFor(() => expect(screen.queryByText('All items of kind Event')).toBeNull());
});

test('the pages of an editor are in groups; the one of other pages says how many items wait [STUDIO-434]', async () => {
  const api = answerStudio(fakeApi());
  api.answer(listWaitingItems, {
    items: [
      {
        id: ITEM_ID,
        kind: 'news',
        title: 'Fees',
        task: 'Approve',
        purpose: 'Publish',
        note: '',
        by: null,
        since: '2026-11-20T14:00:00.000Z',
        dueOn: null,
        isOverdue: false,
      },
    ],
  });
  api.answer(getApprovalRules, { rules: [] });
  api.answer(listStudioItems, { page: 1, pageSize: 25, total: 0, items: [] });
  openPortal('/studio/approvals', { api });
  const nav = within(await screen.findByRole('navigation', { name: 'Studio' }));
  const content = await nav.findByRole('link', { name: 'Content 1', current: false });
  nav.getByRole('link', { name: 'Roles and rules', current: true });
  const own = within(nav.getByRole('group', { name: 'Roles and rules' }));
  expect(own.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Roles', 'Approval rules', 'Checks']);
  own.getByRole('link', { name: 'Approval rules', current: 'page' });
  expect(nav.queryByRole('link', { name: 'All items' })).toBeNull();
  await userEvent.click(content);
  await screen.findByRole('link', { name: 'Waiting for me 1' });
  screen.getByRole('link', { name: 'Content', current: true });
});

describe('people without a role that allows it', () => {
  const openAs = (access: { mayCreate?: boolean; mayRelease?: boolean }, path: string) => {
    const api = answerStudio(fakeApi());
    api.answer(getStudioAccess, {
      mayCreate: false,
      mayRelease: false,
      mayManage: false,
      mayHandOver: false,
      mayOversee: false,
      assignedEntries: 0,
      hasItems: true,
      maySeeConfirmations: true,
      departments: [],
      ...access,
    });
    api.answer(listStudioItems, { page: 1, pageSize: 25, total: 0, items: [] });
    openPortal(path, { api });
    return api;
  };
  const pages = () =>
    within(screen.getByRole('navigation', { name: 'Studio' }))
      .getAllByRole('link')
      .map((link) => link.textContent);

  test('are not offered the pages for administrators [STUDIO-031, STUDIO-034]', async () => {
    openAs({ mayCreate: true, mayRelease: true }, '/studio/waiting');
    await screen.findByRole('link', { name: 'Releases' });
    expect(pages()).toEqual([
      'Content',
      'People and forms',
      'The portal',
      'All items',
      'Overview',
      'Waiting for me',
      'Pictures and files',
      'Releases',
      'Readers',
    ]);
  });

  test('cannot start an item [STUDIO-031]', async () => {
    const api = openAs({ mayRelease: true }, '/studio?new=news');
    await screen.findByRole('link', { name: 'Releases' });
    expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
    expect(api.callsTo(createStudioItem)).toEqual([]);
  });
});
