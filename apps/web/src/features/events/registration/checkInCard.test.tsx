import { checkIn, getOwnCheckIn } from '@portico/contracts/checkIn';
import { HOUR_MS, MINUTE_MS } from '@portico/contracts/durations';
import { getEvent, type PortalEvent } from '@portico/contracts/events';
import { anEvent } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

/** Opens the page of an event that starts in so many minutes, and lasts an hour. */
function openEvent(
  startsIn: number,
  { own = {}, isOn = true, search = '' }: { own?: Partial<PortalEvent>; isOn?: boolean; search?: string } = {},
) {
  const start = Date.now() + startsIn * MINUTE_MS;
  const event = anEvent({
    startDate: new Date(start).toISOString(),
    endDate: new Date(start + HOUR_MS).toISOString(),
    registrationStatus: 'Registered',
    ...own,
  });
  const api = fakeApi();
  api.answer(getEvent, event);
  api.answer(getOwnCheckIn, { isOn, isHere: false });
  openPortal(`/events/${event.id}${search}`, { api });
  return api;
}

test('a wrong code is explained and stays typed; the right one is confirmed where the focus is [CREDIT-055]', async () => {
  const api = openEvent(10);
  const field = await screen.findByRole('textbox', { name: 'Code' });
  await userEvent.click(screen.getByRole('button', { name: 'I’m here' }));
  expect(screen.getByText('Enter the six digits.')).toBeDefined();
  expect(api.callsTo(checkIn)).toEqual([]);
  api.fail(checkIn, 'invalid_input', 'This code is wrong or has changed. Enter the one that is shown now.');
  await userEvent.type(field, '111111{Enter}');
  expect(await screen.findByText('This code is wrong or has changed. Enter the one that is shown now.')).toBeDefined();
  expect((field as HTMLInputElement).value).toBe('111111');
  api.answer(checkIn, ({ body }) => ({ isOn: true, isHere: body.code === '123456' }));
  await userEvent.clear(field);
  await userEvent.type(field, '123456{Enter}');
  const status = await screen.findByText('You are checked in.');
  await waitFor(() => expect(document.activeElement).toBe(status));
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
});

test('a scanned picture fills in the code [CREDIT-055]', async () => {
  openEvent(-10, { search: '?code=012345' });
  expect(((await screen.findByRole('textbox', { name: 'Code' })) as HTMLInputElement).value).toBe('012345');
});

test('the card is shown only while people can check in, and who has a spot [CREDIT-055]', async () => {
  for (const [startsIn, more] of [
    [31, {}],
    [-61, {}],
    [10, { own: { registrationStatus: 'Unregistered' as const } }],
  ] as const) {
    const api = openEvent(startsIn, more);
    await screen.findByRole('complementary', { name: 'Event info' });
    expect(api.callsTo(getOwnCheckIn)).toEqual([]);
    document.body.replaceChildren();
  }
  const api = openEvent(29, { isOn: false });
  await waitFor(() => expect(api.callsTo(getOwnCheckIn)).toHaveLength(1));
  expect(screen.queryByRole('heading', { name: 'Check in' })).toBeNull();
});
