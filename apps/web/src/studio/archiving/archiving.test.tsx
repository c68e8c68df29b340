import { archiveStudioItem, getStudioItem, listStudioItems, type StudioItem } from '@portico/contracts/studio/studio';
import { deleteStudioItem, getStudioRetention, restoreStudioItem } from '@portico/contracts/studio/retention';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aListItem, aStudioItem, ITEM_ID, standing } from '../testing/studioItems.ts';

afterEach(() => clearToasts());

const OTHER_ID = ITEM_ID.replace('1d4e', '1d4f');
const archived = aStudioItem({ state: 'Archived', isLive: false, version: 2, allowed: ['open', 'write', 'publish'] });
const everything: StudioItem['allowed'] = [...standing.allowed, 'delete'];
const menuItems = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

describe('in the editor', () => {
  async function openMenu(item: Partial<StudioItem>) {
    const api = studioApi(aStudioItem(item));
    const { address } = openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
    await userEvent.click(await screen.findByRole('button', { name: 'Item actions' }));
    return { api, address };
  }

  test('the menu of a published item archives it after a confirmation, and Undo shows it to readers again [STUDIO-343]', async () => {
    const { api } = await openMenu({ allowed: everything });
    expect(menuItems()).toEqual(['Duplicate', 'Archive…', 'Delete permanently…']);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Archive…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive “Wire cutoff moves”?' }));
    api.answer(archiveStudioItem, ({ body }) => {
      expect(body).toEqual({ version: 1 });
      return archived;
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
    await screen.findByText('Archived. Readers no longer see it.');
    api.answer(restoreStudioItem, ({ body }) => {
      expect(body).toEqual({ version: 2 });
      return aStudioItem({ version: 3 });
    });
    // The other one undoes changes to the text.
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!);
    await screen.findByText('Readers can see the last published version again.');
  });

  test('a failure to archive is shown in the dialog, which stays open [STUDIO-343]', async () => {
    const { api } = await openMenu({});
    await userEvent.click(screen.getByRole('menuitem', { name: 'Archive…' }));
    api.fail(archiveStudioItem, 'conflict', 'Someone else has changed this item.');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Someone else has changed this item.');
  });

  test('the menu has only what the server allows [STUDIO-343]', async () => {
    await openMenu({ allowed: ['open', 'write'] });
    expect(menuItems()).toEqual(['Duplicate']);
  });

  test('the menu of an archived item shows it to readers again, and deletes it once its title is typed [STUDIO-343]', async () => {
    const { api, address } = await openMenu({ ...archived, allowed: [...archived.allowed, 'delete'] });
    expect(menuItems()).toEqual(['Duplicate', 'Show to readers again', 'Delete permanently…']);
    api.answer(getStudioRetention, { holdReason: null, keptUntil: null, obstacle: null, isAdministrator: true });
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete permanently…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Permanently delete this item?' }));
    await userEvent.type(await dialog.findByRole('textbox'), 'Wire cutoff moves');
    api.answer(deleteStudioItem, undefined);
    api.answer(listStudioItems, { items: [], page: 1, pageSize: 25, total: 0 });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete permanently' }));
    await waitFor(() => expect(address()).toBe('/studio'));
  });

  test('deleting an item that has to be kept says why [STUDIO-343]', async () => {
    await openMenu({ allowed: everything });
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete permanently…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('It can’t be permanently deleted: Archive it first.');
    expect(dialog.queryByRole('button', { name: 'Delete permanently' })).toBeNull();
  });
});

describe('in the studio list', () => {
  function openList(...items: Array<ReturnType<typeof aListItem>>) {
    const api = studioApi(aStudioItem());
    api.answer(listStudioItems, { page: 1, pageSize: 25, total: items.length, items });
    openPortal('/studio', { api, person: 'edda' });
    return api;
  }

  test('the menu of a row archives the item, and Undo shows it to readers again [STUDIO-343]', async () => {
    const api = openList(aListItem({ version: 7 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for “Wire cutoff moves”' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Archive…' }));
    api.answer(archiveStudioItem, ({ body }) => {
      expect(body).toEqual({ version: 7 });
      return archived;
    });
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }));
    api.answer(restoreStudioItem, aStudioItem());
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Readers can see the last published version again.');
  });

  test('selected items are archived together; what failed stays in the dialog with its reason [STUDIO-343]', async () => {
    const other = aListItem({ id: OTHER_ID, title: 'Fee schedule' });
    const draft = aListItem({
      id: OTHER_ID.replace('1d4f', '1d50'),
      title: 'Not yet out',
      state: 'Draft',
      isLive: false,
      allowed: ['open', 'write', 'publish'],
    });
    const api = openList(aListItem(), other, draft);
    for (const name of ['Wire cutoff moves', 'Fee schedule', 'Not yet out'])
      await userEvent.click(await screen.findByRole('checkbox', { name: `Select “${name}”` }));
    await userEvent.click(screen.getByRole('button', { name: 'Archive…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive 2 items?' }));
    expect(dialog.getByText(/^1 selected item stays as it is/)).toBeDefined();
    api.answer(archiveStudioItem, ({ params }) => {
      if (params.itemId === ITEM_ID) api.fail(archiveStudioItem, 'forbidden', 'This needs approval first.');
      return archived;
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      '“Fee schedule” wasn’t archived. This needs approval first.',
    );
    await screen.findByText('Archived. Readers no longer see it.');
  });

  test('items that colleagues changed in the meantime are archived as they are now on the next press [STUDIO-343]', async () => {
    const THIRD_ID = OTHER_ID.replace('1d4f', '1d50');
    const listed = (version: number) => ({
      page: 1,
      pageSize: 25,
      total: 3,
      items: [
        aListItem({ version }),
        aListItem({ id: OTHER_ID, title: 'Branch hours', version }),
        aListItem({ id: THIRD_ID, title: 'Branch hours', version }),
      ],
    });
    const api = openList(...listed(1).items);
    for (const box of await screen.findAllByRole('checkbox', { name: /^Select/ })) await userEvent.click(box);
    await userEvent.click(screen.getByRole('button', { name: 'Archive…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive 3 items?' }));
    const versions: Array<[string, number]> = [];
    // The list shows another page now, so only the items themselves say their versions.
    api.answer(listStudioItems, { ...listed(2), items: [] });
    api.answer(getStudioItem, ({ params }) => aStudioItem({ id: params.itemId, version: 2 }));
    api.answer(archiveStudioItem, ({ params, body }) => {
      versions.push([params.itemId, body.version]);
      if (params.itemId === ITEM_ID) api.fail(archiveStudioItem, 'conflict', 'Someone else has changed this item.');
      return archived;
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
    const failures = within(await dialog.findByRole('alert'));
    expect(failures.getAllByText('“Branch hours” wasn’t archived. Someone else has changed this item.')).toHaveLength(
      2,
    );
    api.answer(archiveStudioItem, ({ params, body }) => {
      versions.push([params.itemId, body.version]);
      if (body.version === 1) api.fail(archiveStudioItem, 'conflict', 'Someone else has changed this item.');
      return archived;
    });
    await screen.findByRole('dialog', { name: 'Archive 2 items?' });
    await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(versions).toEqual([
      [ITEM_ID, 1],
      [OTHER_ID, 2],
      [THIRD_ID, 2],
    ]);
  });
});
