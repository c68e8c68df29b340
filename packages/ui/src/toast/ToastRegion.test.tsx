import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

vi.mock('./ToastList.tsx', () => ({ default: () => <p>The list</p> }));

describe('the list of toasts', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  const list = () => screen.queryByText('The list');
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  // Fetching code takes real time.
  const expectList = () =>
    vi.waitFor(
      async () => {
        await wait(1);
        expect(list()).not.toBeNull();
      },
      { timeout: 10_000 },
    );

  async function renderRegion() {
    const { ToastRegion } = await import('./ToastRegion.tsx');
    render(<ToastRegion />);
    await wait(2000);
    expect(list()).toBeNull();
  }

  test('loads before the first toast, which may be about a lost connection: three seconds after the page', async () => {
    await renderRegion();
    await wait(2000);
    await expectList();
  });

  test('loads with the first key or touch', async () => {
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

  test('keeps a toast whose code cannot be loaded, and shows it once it can', async () => {
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
