import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

vi.mock('./ToastList.tsx', () => ({ default: () => <p>The list</p> }));

describe('the toast list', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  const list = () => screen.queryByText('The list');
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  // Loading code takes real time.
  const expectList = () =>
    expect
      .poll(async () => {
        await wait(1);
        return list();
      })
      .not.toBeNull();

  async function renderRegion() {
    const { ToastRegion } = await import('./ToastRegion.tsx');
    render(<ToastRegion />);
    await wait(2000);
    expect(list()).toBeNull();
  }

  test('loads three seconds after the page, in case the first toast reports a lost connection', async () => {
    await renderRegion();
    await wait(2000);
    await expectList();
  });

  test('loads at the first key press or touch', async () => {
    await renderRegion();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    await expectList();
  });

  test('loads with the first toast', async () => {
    await renderRegion();
    const { showToast } = await import('./toasts.ts');
    showToast('Saved.');
    await expectList();
  });

  test('queues a toast while its code cannot be loaded, and shows it afterward', async () => {
    vi.doMock('./toastQueue.ts', () => Promise.reject(new Error('The connection is lost.')));
    await renderRegion();
    const { showToast } = await import('./toasts.ts');
    showToast('Not saved.');
    await wait(1000);
    expect(list()).toBeNull();
    vi.doUnmock('./toastQueue.ts');
    await expectList();
    const { toastQueue } = await import('./toastQueue.ts');
    expect(toastQueue.visibleToasts.map(({ content }) => content.message)).toEqual(['Not saved.']);
  });
});
