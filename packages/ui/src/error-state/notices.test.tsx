import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Banner } from '../banner/Banner.tsx';
import { Breadcrumbs } from '../breadcrumbs/Breadcrumbs.tsx';
import { DateBlock } from '../date-block/DateBlock.tsx';
import { EmptyState } from '../empty-state/EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';

test('[BASE-014] an error says what happened, offers a retry and names the request', async () => {
  const onRetry = vi.fn();
  render(<ErrorState title="The news could not be loaded" onRetry={onRetry} requestId="req-7" />);
  expect(screen.getByRole('alert').textContent).toContain('req-7');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('[BASE-014] an empty place has a heading and the next action', () => {
  render(<EmptyState title="No news yet" headingLevel={3} action={<a href="/">Go to the dashboard</a>} />);
  expect(screen.getByRole('heading', { level: 3, name: 'No news yet' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toBeTruthy();
});

test('a banner that appears is read out, and can be dismissed', async () => {
  const onDismiss = vi.fn();
  render(
    <Banner isLive tone="warning" onDismiss={onDismiss}>
      You are offline.
    </Banner>,
  );
  expect(screen.getByRole('status').textContent).toContain('You are offline.');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onDismiss).toHaveBeenCalledOnce();
});

test('breadcrumbs link to the pages above and mark the page itself', () => {
  render(
    <Breadcrumbs items={[{ label: 'Dashboard', href: '/' }, { label: 'News', href: '/news' }, { label: 'Rates' }]} />,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/news']);
  expect(screen.getByText('Rates').getAttribute('aria-current')).toBe('page');
});

test('a date block says the whole date, in the zone it is given', () => {
  render(
    <>
      <DateBlock dateTime="2026-03-10T03:05:00Z" timeZone="America/New_York" />
      <DateBlock dateTime="2026-03-10T03:05:00Z" timeZone="UTC" />
    </>,
  );
  expect(screen.getByText('Monday, March 9, 2026')).toBeTruthy();
  expect(screen.getByText('Tuesday, March 10, 2026')).toBeTruthy();
});
