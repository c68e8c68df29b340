import {
  DAILY_EMAIL_PATH,
  type DailyEmail,
  getDailyEmail,
  listNotificationHistory,
  setDailyEmail,
} from '@portico/contracts/notifications';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';

let api: FakeApi;
let stored: DailyEmail;

beforeEach(() => {
  api = fakeApi();
  stored = { isOn: true, isAvailable: true };
  api.answer(listNotificationHistory, { page: 1, pageSize: 20, total: 0, items: [] });
  api.answer(getDailyEmail, () => stored);
  accept();
});

const accept = () => api.answer(setDailyEmail, ({ body }) => (stored = { ...stored, ...body }));
const control = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Daily email' });

describe('the daily email switch', () => {
  test('turns the email off and on immediately, announces it, and explains which emails are still sent [NOTIF-037]', async () => {
    openPortal('/notifications', { api });
    expect([(await control()).checked, document.activeElement === (await control())]).toEqual([true, false]);
    const help = document.getElementById((await control()).getAttribute('aria-describedby')!);
    expect(help?.textContent).toContain('You’ll still get emails about your event registrations');
    const release = api.hold(setDailyEmail);
    await userEvent.click(await control());
    await waitFor(async () => expect((await control()).checked).toBe(false));
    expect(stored.isOn).toBe(true);
    release();
    expect((await screen.findByText('Daily email turned off.')).getAttribute('role')).toBe('status');
    expect(stored.isOn).toBe(false);
    await userEvent.click(await control());
    await screen.findByText('Daily email turned on.');
    expect([(await control()).checked, stored.isOn]).toEqual([true, true]);
  });

  test('moves back when the change fails, and offers a retry [NOTIF-037]', async () => {
    api.fail(setDailyEmail, 'unavailable', 'The portal is read-only.');
    openPortal('/notifications', { api });
    await userEvent.click(await control());
    await screen.findByText('The daily email couldn’t be turned off. The portal is read-only.');
    await waitFor(async () => expect((await control()).checked).toBe(true));
    accept();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(stored.isOn).toBe(false));
    expect((await control()).checked).toBe(false);
  });

  test('has the focus when opened from a link in such an email, even while the email is unavailable [NOTIF-037]', async () => {
    stored = { isOn: true, isAvailable: false };
    openPortal(DAILY_EMAIL_PATH, { api });
    const shown = await control();
    await waitFor(() => expect(document.activeElement).toBe(shown));
  });

  test('is hidden where the email is unavailable [NOTIF-037]', async () => {
    stored = { isOn: true, isAvailable: false };
    openPortal('/notifications', { api });
    await screen.findByRole('button', { name: 'About notices' });
    await waitFor(() => expect(api.callsTo(getDailyEmail)).toHaveLength(1));
    expect(screen.queryByRole('switch', { name: 'Daily email' })).toBeNull();
  });

  test('offers a retry when the setting fails to load [NOTIF-037]', async () => {
    api.fail(getDailyEmail, 'unavailable');
    openPortal('/notifications', { api });
    await screen.findByText('Your setting for the daily email couldn’t be loaded.');
    api.answer(getDailyEmail, () => stored);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await control();
  });
});
