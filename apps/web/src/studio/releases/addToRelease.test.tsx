import { countItemReaders } from '@portico/contracts/studio/audience';
import { addToRelease, createRelease, listReleases, type Release } from '@portico/contracts/studio/releases';
import { getStudioAccess } from '@portico/contracts/studio/roles';
import { listStudioItems } from '@portico/contracts/studio/studio';
import type { CallInput } from '@portico/contracts/endpoint';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { aListItem, answerStudio, ITEM_ID } from '../testing/studioItems.ts';

const OTHER_ID = ITEM_ID.replace('1d4e', '1d4f');
const release: Release = {
  id: '8f9b1d4e-0000-4000-8000-000000000001',
  name: 'January',
  state: 'Planned',
  version: 1,
  goesLiveAt: null,
  releasedAt: null,
  createdBy: 'Edda Mohr',
  itemCount: 0,
  hasProblems: false,
  items: [],
};

function openList() {
  const api = answerStudio(fakeApi());
  const items = [aListItem(), aListItem({ id: OTHER_ID, title: 'Holiday hours' })];
  api.answer(listStudioItems, { page: 1, pageSize: 25, total: 2, items });
  api.answer(listReleases, { items: [release] });
  const sent: Array<CallInput<typeof addToRelease>['body']> = [];
  api.answer(addToRelease, ({ body }) => {
    sent.push(body);
    return release;
  });
  openPortal('/studio', { api });
  return { api, sent };
}

async function chooseRelease() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to release' }));
  await dialog.findByRole('option', { name: 'January' });
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Release' }), 'January');
  return dialog;
}

afterEach(() => clearToasts());

describe('adding items from the list to a release', () => {
  test('offers to notify the readers of all selected items, with their number [STUDIO-315]', async () => {
    const { api, sent } = openList();
    api.answer(countItemReaders, ({ body }) => {
      expect(body.itemIds).toEqual([ITEM_ID, OTHER_ID]);
      return { reached: 52, total: 60, reachedByMail: 1 };
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select “Wire cutoff moves”' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select “Holiday hours”' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add to release' }));
    const dialog = await chooseRelease();
    const notify = within(dialog.getByRole('group', { name: 'Notify readers' }));
    await userEvent.click(await notify.findByRole('checkbox', { name: 'Notification: 52 people' }));
    expect(notify.getByRole('checkbox', { name: 'Daily email: 1 person' })).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Add to release' }));
    await screen.findByText('Added to “January”.');
    expect(sent).toEqual([{ items: [{ itemId: ITEM_ID }, { itemId: OTHER_ID }], notifyBy: ['Notice'] }]);
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
  });

  test('notifies nobody by default, and keeps the selection when started from the menu of a row [STUDIO-315]', async () => {
    const { api, sent } = openList();
    api.fail(countItemReaders, 'unavailable');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select “Wire cutoff moves”' }));
    await userEvent.click(screen.getByRole('button', { name: 'Actions for “Holiday hours”' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Add to release' }));
    const dialog = await chooseRelease();
    // The channel is offered even if counting failed.
    const notice = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Notification' });
    expect(notice.checked).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Add to release' }));
    await screen.findByText('Added to “January”.');
    expect(sent).toEqual([{ items: [{ itemId: OTHER_ID }] }]);
    expect(screen.getByText('1 selected')).toBeDefined();
  });

  test('keeps the choices after a failure, and creates a new release only once [STUDIO-315]', async () => {
    const { api, sent } = openList();
    api.answer(createRelease, release);
    api.fail(addToRelease, 'conflict', 'There is nothing to release: readers already see the current version.');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for “Holiday hours”' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Add to release' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to release' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Release name' }), 'January');
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Notification: 40 people' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add to release' }));
    await dialog.findByText('There is nothing to release: readers already see the current version.');
    api.answer(addToRelease, ({ body }) => {
      sent.push(body);
      return release;
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Add to release' }));
    await screen.findByText('Added to “January”.');
    expect(sent).toEqual([{ items: [{ itemId: OTHER_ID }], notifyBy: ['Notice'] }]);
    expect(api.callsTo(createRelease)).toHaveLength(1);
  });

  test('is not offered in the menu or by selection to people who cannot release [STUDIO-315]', async () => {
    const { api } = openList();
    api.answer(getStudioAccess, {
      mayCreate: true,
      mayRelease: false,
      mayManage: false,
      mayHandOver: false,
      mayOversee: false,
      assignedEntries: 0,
      hasItems: true,
      maySeeConfirmations: true,
      departments: null,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for “Holiday hours”' }));
    expect(screen.queryByRole('menuitem', { name: 'Add to release' })).toBeNull();
    expect(screen.queryAllByRole('checkbox', { name: /^Select “/ })).toEqual([]);
  });
});
