import { HOUR_MS, MINUTE_MS } from '@portico/contracts/durations';
import { getMaintenance } from '@portico/contracts/maintenance';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPortal } from '../../testPortal.ts';

const at = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();
const notice = {
  id: '6f9b1d4e-0000-4000-8000-000000000001',
  text: 'Upgrade tonight.',
  from: at(-HOUR_MS),
  until: null,
};
/** Longer than the rest of a test takes, and shorter than a session. */
const SPAN_MS = 5 * MINUTE_MS;
const quiet = { notice: null, isReadOnly: false, readOnlyUntil: null };

test('a dismissed maintenance notice stays dismissed, and a new one shows [OPS-010]', async () => {
  const api = fakeApi();
  api.answer(getMaintenance, { ...quiet, notice });
  openPortal('/', { api });
  await screen.findByText('Upgrade tonight.');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Upgrade tonight.')).toBeNull();
  cleanup();
  openPortal('/', { api });
  await waitFor(() => expect(api.callsTo(getMaintenance)).toHaveLength(2));
  expect(screen.queryByText('Upgrade tonight.')).toBeNull();
  api.answer(getMaintenance, { ...quiet, notice: { ...notice, id: notice.id.replace(/1$/, '2'), text: 'Tomorrow.' } });
  await waitFor(() => expect(api.push('maintenance')).toBeGreaterThan(0));
  expect(await screen.findByText('Tomorrow.')).toBeDefined();
});

test('a notice that is set while a page loads shows, even if the first response is older [OPS-010]', async () => {
  const api = fakeApi();
  const first = Promise.withResolvers<typeof quiet>();
  let calls = 0;
  api.answer(getMaintenance, () => {
    calls += 1;
    return calls === 1 ? first.promise : { ...quiet, notice: { ...notice, id: notice.id.replace(/1$/, '4') } };
  });
  openPortal('/', { api });
  await waitFor(() => expect(calls).toBe(1));
  await waitFor(() => expect(api.push('maintenance')).toBeGreaterThan(0));
  first.resolve(quiet);
  expect(await screen.findByText('Upgrade tonight.')).toBeDefined();
});

test('a maintenance notice shows only between its start and its end [OPS-010]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const api = fakeApi();
  const [from, until] = [at(SPAN_MS), at(2 * SPAN_MS)];
  api.answer(getMaintenance, { ...quiet, notice: { ...notice, id: notice.id.replace(/1$/, '3'), from, until } });
  openPortal('/', { api });
  await waitFor(() => expect(api.callsTo(getMaintenance)).toHaveLength(1));
  expect(screen.queryByText('Upgrade tonight.')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(SPAN_MS));
  expect(await screen.findByText('Upgrade tonight.')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(SPAN_MS));
  await waitFor(() => expect(screen.queryByText('Upgrade tonight.')).toBeNull());
});

test('open pages say immediately that the portal has become read-only [OPS-011]', async () => {
  const api = fakeApi();
  openPortal('/', { api });
  api.answer(getMaintenance, { ...quiet, isReadOnly: true, readOnlyUntil: '2026-11-20T20:00:00Z' });
  await waitFor(() => expect(api.push('maintenance')).toBeGreaterThan(0));
  expect(await screen.findByText(/^The portal is read-only during maintenance\..* on Nov 20, 2026 at/)).toBeDefined();
  api.answer(getMaintenance, quiet);
  api.push('maintenance');
  await waitFor(() => expect(screen.queryByText(/read-only/)).toBeNull());
});
