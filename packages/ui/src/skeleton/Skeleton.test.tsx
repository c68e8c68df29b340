import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Skeleton, SkeletonGroup } from './Skeleton.tsx';

test('a skeleton group announces once what is loading', () => {
  render(
    <SkeletonGroup label="Loading news">
      <Skeleton shape="box" ratio="16 / 9" />
      <Skeleton lines={3} />
    </SkeletonGroup>,
  );
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual(['Loading news']);
  expect(screen.getByRole('status').parentElement?.getAttribute('aria-busy')).toBe('true');
});

test.each([
  [1, 0],
  [2, 1],
  [3, 1],
])('a skeleton with %i lines of text has %i short last line', (lines, short) => {
  const { container } = render(<Skeleton lines={lines} />);
  expect(container.querySelectorAll('[aria-hidden=true]')).toHaveLength(lines);
  expect(container.querySelectorAll('[data-last]')).toHaveLength(short);
});
