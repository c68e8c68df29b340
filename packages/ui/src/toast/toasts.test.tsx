import { act, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ToastRegion } from './ToastRegion.tsx';
import { clearToasts, DEFAULT_TOAST_DURATION_MS, loadToastQueue, removeToast, showToast } from './toasts.ts';

// The toast list loads on first use.
configure({ asyncUtilTimeout: 5000 });

afterEach(async () => {
  vi.useRealTimers();
  clearToasts();
  await act(loadToastQueue);
});

const shown = () => screen.queryAllByRole('alertdialog').map((toast) => toast.textContent);

test('a toast has the type info by default and a random id [TOAST-001, TOAST-002]', async () => {
  render(<ToastRegion />);
  const ids = [showToast('Saved.'), showToast('Sent.', { type: 'success' })];
  await screen.findByText('Saved.');
  expect(shown()).toEqual(['Success: Sent.', 'Information: Saved.']);
  expect(ids[0]).toMatch(/^toast-[\da-f-]{36}$/);
  expect(ids[0]).not.toBe(ids[1]);
  expect(document.querySelector(`#${ids[0]}`)?.textContent).toContain('Saved.');
});

test('a toast expires after 5000 ms or its own duration, and stays with duration 0 [TOAST-003, TOAST-004, TOAST-005]', async () => {
  expect(DEFAULT_TOAST_DURATION_MS).toBe(5000);
  render(<ToastRegion />);
  await act(loadToastQueue);
  showToast('Warm-up', { duration: 0 });
  await screen.findByText('Warm-up');
  clearToasts();
  await act(loadToastQueue);
  vi.useFakeTimers();
  showToast('Default');
  showToast('Short', { duration: 1000 });
  showToast('Lasting', { duration: 0 });
  await act(() => vi.advanceTimersByTimeAsync(999));
  expect(shown()).toHaveLength(3);
  await act(() => vi.advanceTimersByTimeAsync(2));
  expect(shown()).toEqual(['Information: Lasting', 'Information: Default']);
  await act(() => vi.advanceTimersByTimeAsync(3998));
  expect(shown()).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(2));
  expect(shown()).toEqual(['Information: Lasting']);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(shown()).toEqual(['Information: Lasting']);
});

test('one toast can be removed by its id, and all can be cleared [TOAST-006]', async () => {
  render(<ToastRegion />);
  const first = showToast('First', { duration: 0 });
  showToast('Second', { duration: 0 });
  showToast('Third', { duration: 0 });
  await screen.findByText('Third');
  removeToast(first);
  removeToast('toast-unknown');
  await waitFor(() => expect(shown()).toEqual(['Information: Third', 'Information: Second']));
  clearToasts();
  await waitFor(() => expect(shown()).toEqual([]));
});

test('a toast closes when its close button or its action is pressed', async () => {
  render(<ToastRegion />);
  const undo = vi.fn();
  showToast('Removed.', {
    duration: 0,
    action: { label: 'Undo', onPress: undo },
    otherAction: { label: 'Details', onPress: vi.fn() },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  await waitFor(() => expect(shown()).toEqual([]));
  showToast('Saved.', { duration: 0 });
  await userEvent.click(await screen.findByRole('button', { name: 'Close message' }));
  await waitFor(() => expect(shown()).toEqual([]));
});

test('a toast can have two actions, each of which runs and closes it', async () => {
  render(<ToastRegion />);
  const [open, discard] = [vi.fn(), vi.fn()];
  const show = () =>
    showToast('Copy created.', {
      duration: 0,
      action: { label: 'Open', onPress: open },
      otherAction: { label: 'Discard copy', onPress: discard },
    });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard copy' }));
  expect(discard).toHaveBeenCalledOnce();
  expect(open).not.toHaveBeenCalled();
  await waitFor(() => expect(shown()).toEqual([]));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  expect(open).toHaveBeenCalledOnce();
  await waitFor(() => expect(shown()).toEqual([]));
});

test('a toast does not expire while it is hovered or focused [TOAST-007]', async () => {
  render(<ToastRegion />);
  await act(loadToastQueue);
  showToast('Warm-up', { duration: 0 });
  await screen.findByText('Warm-up');
  clearToasts();
  await act(loadToastQueue);
  vi.useFakeTimers();
  showToast('Hovered');
  await act(() => vi.advanceTimersByTimeAsync(4000));
  fireEvent.pointerEnter(screen.getByRole('region'), { pointerType: 'mouse' });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(shown()).toEqual(['Information: Hovered']);
  fireEvent.pointerLeave(screen.getByRole('region'), { pointerType: 'mouse' });
  await act(() => vi.advanceTimersByTimeAsync(1001));
  expect(shown()).toEqual([]);
  showToast('Focused');
  await act(() => vi.advanceTimersByTimeAsync(4000));
  act(() => screen.getByRole('button', { name: 'Close message' }).focus());
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(shown()).toEqual(['Information: Focused']);
  act(() => screen.getByRole('button', { name: 'Close message' }).blur());
  await act(() => vi.advanceTimersByTimeAsync(1001));
  expect(shown()).toEqual([]);
});

test('F8 moves the focus to the action of the newest message, which says so [TOAST-008]', async () => {
  render(
    <>
      <button type="button">Elsewhere</button>
      <ToastRegion />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  const undo = vi.fn();
  showToast('Older.', { duration: 0, action: { label: 'Open', onPress: vi.fn() } });
  showToast('Removed.', { duration: 0, action: { label: 'Undo', onPress: undo } });
  await screen.findByText(/Press F8 to reach “Undo”/);
  await userEvent.keyboard('{F8}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
  const announced = screen.getAllByRole('button').filter((button) => button.hasAttribute('aria-keyshortcuts'));
  expect(announced).toEqual([screen.getByRole('button', { name: 'Undo' })]);
  await userEvent.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledOnce();
});
