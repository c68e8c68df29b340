import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Logo } from './Logo.tsx';

test.each([
  ['full', 'Portico'],
  ['mark', ''],
] as const)('the %s logo is a single image named Portico that shows "%s"', (variant, text) => {
  render(<Logo variant={variant} />);
  expect(screen.getByRole('img', { name: 'Portico' }).textContent).toBe(text);
});
