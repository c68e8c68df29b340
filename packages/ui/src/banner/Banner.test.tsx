import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Banner } from './Banner.tsx';

test('a live banner is announced when it appears, and its button dismisses it', async () => {
  const onDismiss = vi.fn();
  render(
    <Banner isLive tone="warning" onDismiss={onDismiss}>
      You are offline.
    </Banner>,
  );
  expect(screen.getByRole('status').textContent).toContain('You are offline.');
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }));
  await userEvent.keyboard('{Enter}');
  expect(onDismiss).toHaveBeenCalledOnce();
});

test('a banner that is present from the start is not announced and cannot be dismissed', () => {
  render(<Banner action={<a href="/status">Read more</a>}>Maintenance on Sunday.</Banner>);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Read more' }).getAttribute('href')).toBe('/status');
});
