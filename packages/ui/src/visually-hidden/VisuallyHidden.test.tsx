import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { VisuallyHidden } from './VisuallyHidden.tsx';

test('visually hidden text is part of the name of the surrounding control', () => {
  render(
    <button type="button">
      3<VisuallyHidden> unread</VisuallyHidden>
    </button>,
  );
  expect(screen.getByRole('button', { name: /3\s*unread/ }).textContent).toBe('3 unread');
});

test('visually hidden text can be a live region', () => {
  render(<VisuallyHidden role="status">3 unread</VisuallyHidden>);
  expect(screen.getByRole('status').textContent).toBe('3 unread');
});
