import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectErrorsInConsole } from '../testPortal.ts';
import { FatalBoundary } from './FatalBoundary.tsx';

function Broken(): never {
  throw new Error('Nothing works.');
}

test('an uncaught error shows the error page with a link home, even without settings and router [ERROR-005, B7]', () => {
  expectErrorsInConsole();
  document.querySelector('meta[name="portico-settings"]')?.remove();
  render(
    <FatalBoundary>
      <Broken />
    </FatalBoundary>,
  );
  expect(screen.queryByRole('heading', { level: 1, name: 'Whoopsie-daisy!' })).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Take me home' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('link', { name: 'News' }).getAttribute('href')).toBe('/news');
  expect(document.title).toBe('Something went wrong');
});
