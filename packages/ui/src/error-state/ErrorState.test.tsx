import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ErrorState } from './ErrorState.tsx';

test('an error state shows what happened, a retry and the request id [BASE-014]', async () => {
  const onRetry = vi.fn();
  render(<ErrorState title="The news could not be loaded" onRetry={onRetry} requestId="req-7" />);
  expect(screen.getByRole('alert').textContent).toContain('req-7');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('the retry button of an error state ignores presses while a retry is in progress', async () => {
  const onRetry = vi.fn();
  render(<ErrorState title="The news could not be loaded" onRetry={onRetry} isRetrying />);
  await userEvent.click(screen.getByRole('button', { name: /Try again/ }));
  expect(onRetry).not.toHaveBeenCalled();
});

test('an error state without a retry has no button, and can be the heading of a page', () => {
  render(<ErrorState title="This page isn’t available" headingLevel={1} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page isn’t available');
});
