import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Spinner } from './Spinner.tsx';

test('a spinner announces what is happening, "Loading" by default', () => {
  const { rerender } = render(<Spinner />);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  rerender(<Spinner label="Sending" size="large" />);
  expect(screen.getByRole('status').textContent).toBe('Sending');
});
