import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FileIcon } from './FileIcon.tsx';

test('a file icon shows the name of its format and is hidden from screen readers', () => {
  const { container } = render(<FileIcon kind="pdf" label="PDF" size="small" />);
  expect(container.textContent).toBe('PDF');
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});
