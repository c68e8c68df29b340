import { getHome } from '@portico/contracts/home';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { openPortal } from '../../testPortal.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const note = () => screen.queryByText('This is taking longer than usual.');

test('a page says after ten seconds that loading is slow, and still shows a response after 150 seconds [BUILD-008]', async () => {
  const api = fakeApi();
  const release = api.hold(getHome);
  openPortal('/', { api });
  await screen.findByRole('main');
  await pass(9000);
  expect(note()).toBeNull();
  await pass(1500);
  expect(note()).not.toBeNull();
  await pass(140_000);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(api.callsTo(getHome)).toHaveLength(1);
  release();
  await screen.findByRole('region', { name: 'New for you' });
  expect(note()).toBeNull();
});

test('a slow page can be requested again [BUILD-008]', async () => {
  const api = fakeApi();
  api.hold(getHome);
  openPortal('/', { api });
  await screen.findByRole('main');
  await pass(10_500);
  const release = api.hold(getHome);
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(api.callsTo(getHome)).toHaveLength(2), inject('waitMs'));
  release();
  await screen.findByRole('region', { name: 'New for you' });
  expect(note()).toBeNull();
});
