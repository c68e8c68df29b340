import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Picture } from './Picture.tsx';

const sources = [
  { url: '/p/320.webp', width: 320 },
  { url: '/p/640.webp', width: 640 },
];
const bridge = { sources, sizes: '50vw', alt: 'A bridge', width: 1200, height: 800 };

test('a picture offers its variants and reserves its space', () => {
  render(<Picture {...bridge} />);
  const picture = screen.getByRole('img', { name: 'A bridge' });
  expect(picture.getAttribute('srcset')).toBe('/p/320.webp 320w, /p/640.webp 640w');
  expect(picture.getAttribute('loading')).toBe('lazy');
  expect(picture.parentElement?.style.aspectRatio).toBe('1200 / 800');
});

test('a cropped picture keeps its focal point visible [STUDIO-246]', () => {
  render(<Picture {...bridge} ratio="1" focus={{ x: 20, y: 80 }} />);
  expect(screen.getByRole('img', { name: 'A bridge' }).style.objectPosition).toBe('20% 80%');
});

test('a priority picture loads first', () => {
  render(<Picture {...bridge} isPriority />);
  const picture = screen.getByRole('img', { name: 'A bridge' });
  expect([picture.getAttribute('loading'), picture.getAttribute('fetchpriority')]).toEqual(['eager', 'high']);
});

test('a picture that fails to load leaves a frame of the same shape, with its name', () => {
  render(<Picture {...bridge} ratio="16 / 9" />);
  fireEvent.error(screen.getByRole('img', { name: 'A bridge' }));
  expect(screen.getByRole('img', { name: 'A bridge' }).style.aspectRatio).toBe('16 / 9');
});

test('a decorative picture that fails to load stays hidden from screen readers', () => {
  const { container } = render(<Picture {...bridge} alt="" />);
  fireEvent.error(container.querySelector('img')!);
  expect(screen.queryByRole('img')).toBeNull();
});
