import {
  deleteStudioItem,
  extendStudioItem,
  getStudioRetention,
  holdStudioItem,
  listStudioActivity,
  liftStudioHold,
  restoreStudioItem,
  type Retention,
} from '@portico/contracts/studio/retention';
import {
  changeStudioItem,
  getStudioItem,
  listStudioItems,
  listStudioRevisions,
  type StudioItem,
} from '@portico/contracts/studio/studio';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aStudioItem, ITEM_ID, standing } from '../testing/studioItems.ts';

const retention: Retention = {
  holdReason: null,
  keptUntil: '2029-11-20T14:00:00.000Z',
  obstacle: 'Archive it first.',
  isAdministrator: true,
};

const administrator: StudioItem['allowed'] = [...standing.allowed, 'delete'];

async function open(item: Partial<StudioItem> = {}, changes: Partial<Retention> = {}) {
  window.innerWidth = 1440;
  const api = studioApi(aStudioItem({ allowed: administrator, ...item }));
  api.answer(getStudioRetention, { ...retention, ...changes });
  const { address } = openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  const section = within(await screen.findByRole('region', { name: 'Retention' }));
  return { api, address, section };
}

describe('retention of an item', () => {
  test('shows until when the item is kept and why it cannot be deleted [STUDIO-065]', async () => {
    const { section } = await open();
    expect(await section.findByText('Kept until Nov 20, 2029, because readers have seen it.')).toBeDefined();
    expect(section.getByText('It can’t be permanently deleted: Archive it first.')).toBeDefined();
    expect(section.queryByRole('button', { name: 'Delete permanently…' })).toBeNull();
  });

  test('says that it could not be loaded, and tries again [STUDIO-065]', async () => {
    const api = studioApi(aStudioItem({ allowed: administrator }));
    api.fail(getStudioRetention, 'unavailable', 'The database is not reachable.');
    window.innerWidth = 1440;
    openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
    const section = within(await screen.findByRole('region', { name: 'Retention' }));
    await section.findByText('The database is not reachable.');
    api.answer(getStudioRetention, retention);
    await userEvent.click(section.getByRole('button', { name: 'Try again' }));
    await section.findByText(/^Kept until|kept until/i);
    expect(section.queryByText('The database is not reachable.')).toBeNull();
  });

  test('offers holds and deletion only to administrators [STUDIO-065]', async () => {
    const { section } = await open({ allowed: standing.allowed }, { isAdministrator: false, holdReason: 'Case 12' });
    expect(await section.findByText('On hold: Case 12')).toBeDefined();
    expect(section.queryByRole('button')).toBeNull();
  });

  test('puts an item on hold with a reason, and lifts the hold [STUDIO-065]', async () => {
    const { api, section } = await open();
    const hold = await section.findByRole('button', { name: 'Put on hold' });
    expect((hold as HTMLButtonElement).disabled || hold.getAttribute('aria-disabled') === 'true').toBe(true);
    await userEvent.type(section.getByRole('textbox', { name: 'Reason for the hold' }), ' Case 12 ');
    api.answer(holdStudioItem, ({ body }) => {
      expect(body).toEqual({ reason: 'Case 12' });
      api.answer(getStudioRetention, { ...retention, holdReason: 'Case 12' });
      return { ...retention, holdReason: 'Case 12' };
    });
    await userEvent.click(hold);
    expect(await section.findByText('On hold: Case 12')).toBeDefined();
    api.answer(liftStudioHold, () => {
      api.answer(getStudioRetention, retention);
      return retention;
    });
    await userEvent.click(section.getByRole('button', { name: 'Lift the hold' }));
    await waitFor(() => expect(section.queryByText('On hold: Case 12')).toBeNull());
  });

  test('restores an archived item for readers [STUDIO-063]', async () => {
    const { api, section } = await open({ state: 'Archived', isLive: false });
    api.answer(restoreStudioItem, aStudioItem());
    await userEvent.click(await section.findByRole('button', { name: 'Show to readers again' }));
    expect(await screen.findByText('Readers can see the last published version again.')).toBeDefined();
    expect(api.callsTo(restoreStudioItem)).toHaveLength(1);
  });

  test('says why an archived item could not be restored, and tries again with what the item is now [STUDIO-063]', async () => {
    const { api, section } = await open({ state: 'Archived', isLive: false, version: 4 });
    api.fail(restoreStudioItem, 'conflict', 'Someone else has changed this item.');
    await userEvent.click(await section.findByRole('button', { name: 'Show to readers again' }));
    await screen.findByText('Someone else has changed this item.');
    api.answer(getStudioItem, aStudioItem({ state: 'Archived', isLive: false, version: 5 }));
    api.answer(restoreStudioItem, ({ body }) => {
      if (body.version !== 5) api.fail(restoreStudioItem, 'conflict', 'Someone else has changed this item.');
      return aStudioItem();
    });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Readers can see the last published version again.')).toBeDefined();
  });

  test('extends an expired item, without an end date if none is entered [STUDIO-064]', async () => {
    const { api, section } = await open({ state: 'Expired' });
    api.answer(extendStudioItem, ({ body }) => {
      expect(body).toEqual({ version: 1, expiresAt: null });
      return aStudioItem();
    });
    await userEvent.click(await section.findByRole('button', { name: 'Extend' }));
    expect(await screen.findByText('Extended. Readers can see it again.')).toBeDefined();
  });

  test('offers deletion only if the server allows it [STUDIO-065]', async () => {
    const { section } = await open({ state: 'Archived', allowed: standing.allowed }, { obstacle: null });
    await section.findByRole('button', { name: 'Put on hold' });
    expect(section.queryByRole('button', { name: 'Delete permanently…' })).toBeNull();
  });

  test('permanently deletes an item only after its title has been typed [STUDIO-065]', async () => {
    const { api, address, section } = await open(
      { state: 'Archived', isLive: false },
      { obstacle: null, keptUntil: null },
    );
    await userEvent.click(await section.findByRole('button', { name: 'Delete permanently…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Permanently delete this item?' }));
    const confirm = dialog.getByRole('button', { name: 'Delete permanently' });
    await userEvent.click(confirm);
    expect(api.callsTo(deleteStudioItem)).toHaveLength(0);
    await userEvent.type(dialog.getByRole('textbox'), 'Wire cutoff moves');
    api.answer(deleteStudioItem, ({ body }) => {
      expect(body).toEqual({ version: 1, title: 'Wire cutoff moves' });
      return undefined;
    });
    api.answer(listStudioItems, { items: [], page: 1, pageSize: 50, total: 0 });
    await userEvent.click(confirm);
    await waitFor(() => expect(address()).toBe('/studio'));
  });
});

test('an item with a change that cannot be saved can still be deleted [STUDIO-065]', async () => {
  const { api, section } = await open({ state: 'Archived', isLive: false }, { obstacle: null, keptUntil: null });
  api.fail(changeStudioItem, 'forbidden', 'Choose one of your departments.', [{ path: 'department', message: 'No' }]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), ' More.');
  await userEvent.click(await section.findByRole('button', { name: 'Delete permanently…' }));
  await screen.findByRole('dialog', { name: 'Permanently delete this item?' });
});

test('the activity of an item describes what happened, including to its approval and comments [STUDIO-066]', async () => {
  const actions = ['review-requested', 'review-withdrawn', 'approved', 'returned', 'approval-voided', 'commented'];
  const api = studioApi(aStudioItem());
  api.answer(listStudioRevisions, { items: [] });
  api.answer(listStudioActivity, {
    items: actions.map((action, n) => ({
      id: String(n),
      at: '2026-11-20T14:00:00.000Z',
      action: `news.${action}`,
      by: n === 0 ? null : 'Edda Mohr',
      revision: null,
      before: null,
    })),
  });
  window.innerWidth = 1440;
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  const entries = within(await screen.findByRole('region', { name: 'Activity' })).getAllByRole('listitem');
  expect(entries[0]?.textContent).toContain('The system, ');
  expect(entries.map((entry) => entry.firstElementChild?.textContent)).toEqual([
    'Approval requested',
    'Request withdrawn',
    'Approved',
    'Sent back',
    'Approval voided by a change',
    'Commented',
  ]);
});
