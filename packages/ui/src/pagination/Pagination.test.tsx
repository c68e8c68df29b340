import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Pagination } from './Pagination.tsx';

const show = (page: number, pageCount: number) =>
  render(
    <Pagination
      page={page}
      pageCount={pageCount}
      label="News pages"
      renderLink={(to, props) => <a href={`/news?page=${to}`} {...props} />}
    />,
  );
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('pagination has real links in a labeled navigation, with the current page marked', () => {
  show(5, 9);
  expect(screen.queryByRole('navigation', { name: 'News pages' })).not.toBeNull();
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('5');
  expect(hrefOf('Page 9')).toBe('/news?page=9');
  expect(hrefOf('Previous page')).toBe('/news?page=4');
  expect(hrefOf('Next page')).toBe('/news?page=6');
});

test('pagination has no previous link on the first page and no next link on the last', () => {
  const { unmount } = show(1, 2);
  expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull();
  unmount();
  show(2, 2);
  expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
});

test('a single page has no pagination', () => {
  show(1, 1);
  expect(screen.queryByRole('navigation')).toBeNull();
});
