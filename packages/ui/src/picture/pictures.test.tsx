import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Avatar, initials } from '../avatar/Avatar.tsx';
import { Picture } from './Picture.tsx';

test.each([
  ['Ana Ruiz', 'AR'],
  ['Ana Maria del Ruiz', 'AR'],
  ['Cher', 'C'],
  ['émile zola', 'ÉZ'],
  ['  ', ''],
])('the initials of "%s" are "%s"', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test('an avatar shows initials when there is no picture or it fails, and tries a new one', () => {
  const { container, rerender } = render(<Avatar name="Ana Ruiz" />);
  expect(container.textContent).toBe('AR');
  rerender(<Avatar name="Ana Ruiz" src="/ana.jpg" />);
  expect(container.textContent).toBe('');
  fireEvent.error(container.querySelector('img')!);
  expect(container.textContent).toBe('AR');
  rerender(<Avatar name="Ana Ruiz" src="/ana-2.jpg" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/ana-2.jpg');
});

const sources = [
  { url: '/p/320.webp', width: 320 },
  { url: '/p/640.webp', width: 640 },
];

test('a picture offers its variants and reserves its room', () => {
  render(<Picture sources={sources} sizes="50vw" alt="A bridge" width={1200} height={800} />);
  const picture = screen.getByRole('img', { name: 'A bridge' });
  expect(picture.getAttribute('srcset')).toBe('/p/320.webp 320w, /p/640.webp 640w');
  expect(picture.getAttribute('loading')).toBe('lazy');
  expect(picture.parentElement?.style.aspectRatio).toBe('1200 / 800');
});

test('a picture that fails leaves a frame of the same shape with its name', () => {
  render(<Picture sources={sources} sizes="50vw" alt="A bridge" width={1200} height={800} ratio="16 / 9" />);
  fireEvent.error(screen.getByRole('img', { name: 'A bridge' }));
  expect(screen.getByRole('img', { name: 'A bridge' }).style.aspectRatio).toBe('16 / 9');
});
