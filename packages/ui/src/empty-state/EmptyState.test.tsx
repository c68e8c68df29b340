import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EmptyState } from './EmptyState.tsx';

test('an empty state has a heading and offers the next action [BASE-014]', () => {
  render(<EmptyState title="No news yet" headingLevel={3} action={<a href="/">Go to the dashboard</a>} />);
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('No news yet');
  expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/');
});

test('an empty state is not announced, because it is present from the start', () => {
  const { container } = render(<EmptyState title="No news yet" description="News appears here." />);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('No news yet');
  expect(container.querySelector('[role]')).toBeNull();
});
