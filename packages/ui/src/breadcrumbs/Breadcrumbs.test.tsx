import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Breadcrumbs } from './Breadcrumbs.tsx';

test('breadcrumbs link to the parent pages and mark the current page', () => {
  render(
    <Breadcrumbs items={[{ label: 'Dashboard', href: '/' }, { label: 'News', href: '/news' }, { label: 'Rates' }]} />,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/news']);
  expect(screen.getByText('Rates').getAttribute('aria-current')).toBe('page');
});

test('the last breadcrumb is never a link, even if it has an address', () => {
  render(<Breadcrumbs items={[{ label: 'Dashboard', href: '/' }]} />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('navigation', { name: 'Breadcrumbs' }).textContent).toBe('Dashboard');
});

test('breadcrumbs render their links with the app’s router if provided', () => {
  render(
    <Breadcrumbs
      items={[{ label: 'Dashboard', href: '/' }, { label: 'News' }]}
      renderLink={({ children, ...link }) => (
        <a {...link} data-routed>
          {children}
        </a>
      )}
    />,
  );
  expect(screen.getByRole('link', { name: 'Dashboard' }).hasAttribute('data-routed')).toBe(true);
});
