import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Avatar, initials } from './Avatar.tsx';

test.each([
  ['Ana Ruiz', 'AR'],
  ['Ana Maria del Ruiz', 'AR'],
  ['Cher', 'C'],
  ['émile zola', 'ÉZ'],
  ['  ', ''],
])('the initials of "%s" are "%s"', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test('an avatar shows initials without a picture or when it fails to load, and tries a new picture', () => {
  const { container, rerender } = render(<Avatar name="Ana Ruiz" />);
  expect(container.textContent).toBe('AR');
  rerender(<Avatar name="Ana Ruiz" src="/ana.jpg" />);
  expect(container.textContent).toBe('');
  fireEvent.error(container.querySelector('img')!);
  expect(container.textContent).toBe('AR');
  rerender(<Avatar name="Ana Ruiz" src="/ana-2.jpg" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/ana-2.jpg');
});

test('an avatar is decorative: screen readers skip it, because the name is next to it', () => {
  const { container } = render(<Avatar name="Ana Ruiz" src="/ana.jpg" />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});
