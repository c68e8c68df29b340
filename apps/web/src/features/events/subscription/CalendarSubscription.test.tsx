import { listPastEvents, listUpcomingEvents } from '@portico/contracts/events';
import { createFeeds, getFeeds, revokeFeeds, type FeedStatus } from '@portico/contracts/feeds';
import { someFeedAddresses } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

const none: FeedStatus = { createdAt: null, lastReadAt: null };
const read: FeedStatus = { createdAt: '2026-02-01T15:00:00.000Z', lastReadAt: '2026-03-02T15:05:00.000Z' };

/** Opens the dialog on a fake server that starts with `status`. */
async function openDialog(status: FeedStatus) {
  let current = status;
  const api = fakeApi();
  const empty = { page: 1, pageSize: 6, total: 0, items: [] };
  api.answer(listUpcomingEvents, empty);
  api.answer(listPastEvents, empty);
  api.answer(getFeeds, () => current);
  api.answer(createFeeds, () => {
    current = { createdAt: '2026-03-02T20:05:00.000Z', lastReadAt: null };
    return someFeedAddresses();
  });
  api.answer(revokeFeeds, () => {
    current = none;
    return undefined;
  });
  openPortal('/events', { api });
  const opener = await screen.findByRole('button', { name: 'Subscribe to calendar' });
  const open = async () => {
    await userEvent.click(opener);
    return within(await screen.findByRole('dialog', { name: 'Subscribe to calendar' }));
  };
  return { api, open, dialog: await open() };
}

describe('the calendar subscription', () => {
  test('creates addresses, shows them once, and copies them', async () => {
    const { dialog, open } = await openDialog(none);
    expect(await dialog.findAllByText('You have no calendar links yet.')).toHaveLength(1);
    userEvent.setup(); // Adds a clipboard to the document.
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await userEvent.click(dialog.getByRole('button', { name: 'Create links' }));
    expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'My events' })).value).toBe(
      someFeedAddresses().myEvents,
    );
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole('group', { name: 'Your calendar links' })),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Copy all events' }));
    expect(write).toHaveBeenCalledWith(someFeedAddresses().allEvents);
    expect(dialog.getAllByText(/You won’t see these links again/)).toHaveLength(1);
    expect(
      await dialog.findAllByText(/^You created these links on March 2, 2026, .* No calendar has used them yet\.$/),
    ).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await open();
    await again.findByText(/^You created these links on/);
    expect(again.queryByRole('textbox')).toBeNull();
  });

  test('shows when the addresses were last used, and warns before replacing them', async () => {
    const { api, dialog } = await openDialog(read);
    expect((await dialog.findByText(/^You created these links on February 1, 2026/)).textContent).toContain(
      'Last used on March 2, 2026',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Replace links' }));
    expect(dialog.getAllByText(/stop working immediately/)).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: 'Keep links' }));
    expect(api.callsTo(createFeeds)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Replace links' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create new links' }));
    expect(await dialog.findAllByRole('textbox', { name: 'News' })).toHaveLength(1);
  });

  test('asks for confirmation before turning the addresses off', async () => {
    const { api, dialog } = await openDialog(read);
    await userEvent.click(await dialog.findByRole('button', { name: 'Turn off links' }));
    expect(api.callsTo(revokeFeeds)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Turn off links' }));
    expect(await dialog.findAllByText('Calendar links turned off.')).toHaveLength(1);
    expect(dialog.getAllByRole('button', { name: 'Create links' })).toHaveLength(1);
    expect(api.callsTo(revokeFeeds)).toHaveLength(1);
  });

  test('shows an error with the request id, and retries', async () => {
    const { api, dialog } = await openDialog(read);
    await dialog.findByText(/^You created these links/);
    api.fail(createFeeds, 'unavailable', 'The portal isn’t available right now.');
    await userEvent.click(dialog.getByRole('button', { name: 'Replace links' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create new links' }));
    expect(
      await dialog.findAllByText('That didn’t work. The portal isn’t available right now. Reference req-test.'),
    ).toHaveLength(1);
  });
});
