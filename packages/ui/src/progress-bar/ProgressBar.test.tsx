import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProgressBar } from './ProgressBar.tsx';

test('a progress bar announces its progress as text, and shows it next to its label', () => {
  const { container } = render(<ProgressBar label="receipt.pdf" value={1} max={3} valueLabel="1 MB of 3 MB" />);
  const bar = screen.getByRole('progressbar', { name: 'receipt.pdf' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['33', '1 MB of 3 MB']);
  expect(container.textContent).toBe('receipt.pdf1 MB of 3 MB');
});

test('a progress bar without visible text still has its name', () => {
  const { container } = render(
    <ProgressBar label="receipt.pdf" value={1} max={2} valueLabel="Half" hasVisibleText={false} />,
  );
  expect(screen.getByRole('progressbar', { name: 'receipt.pdf' }).getAttribute('aria-valuetext')).toBe('Half');
  expect(container.textContent).toBe('');
});

test.each([
  [-1, 3, '0'],
  [0, 3, '0'],
  [3, 3, '100'],
  [4, 3, '100'],
  [1, 0, '0'],
])('a progress bar at %i of %i shows %s percent', (value, max, percent) => {
  render(<ProgressBar label="Upload" value={value} max={max} valueLabel="" />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(percent);
});
