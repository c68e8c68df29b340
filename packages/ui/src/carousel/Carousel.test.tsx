import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Carousel } from './Carousel.tsx';

const slides = ['Forum', 'Fees', 'Rates'].map((label) => ({
  id: label,
  label,
  content: <a href={`/${label}`}>{label}</a>,
}));
const current = () => screen.getByRole('button', { current: true }).getAttribute('aria-label');

afterEach(() => vi.useRealTimers());

test('a carousel has a label, and its hidden slides are inert', () => {
  render(<Carousel label="Highlights" slides={slides} />);
  expect(screen.getByRole('region', { name: 'Highlights' }).getAttribute('aria-roledescription')).toBe('carousel');
  const groups = screen.getAllByRole('group').filter((group) => group.getAttribute('aria-roledescription') === 'slide');
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
    '1 of 3: Forum',
    '2 of 3: Fees',
    '3 of 3: Rates',
  ]);
  expect(groups.map((group) => group.hasAttribute('inert'))).toEqual([false, true, true]);
});

test('buttons, dots and arrow keys change the slide of a carousel, and wrap around', async () => {
  render(<Carousel label="Highlights" slides={slides} />);
  await userEvent.click(screen.getByRole('button', { name: 'Next slide' }));
  expect(current()).toBe('Slide 2: Fees');
  await userEvent.click(screen.getByRole('button', { name: 'Slide 3: Rates' }));
  expect(current()).toBe('Slide 3: Rates');
  await userEvent.keyboard('{ArrowRight}');
  expect(current()).toBe('Slide 1: Forum');
  await userEvent.keyboard('{ArrowLeft}');
  expect(current()).toBe('Slide 3: Rates');
});

test('a carousel can be paused, and its slides are not announced while it plays', () => {
  render(<Carousel label="Highlights" slides={slides} />);
  const track = screen.getByRole('group', { name: '1 of 3: Forum' }).parentElement;
  expect(track?.getAttribute('aria-live')).toBe('off');
  fireEvent.click(screen.getByRole('button', { name: 'Pause slides' }));
  expect(track?.getAttribute('aria-live')).toBe('polite');
  expect(screen.queryByRole('button', { name: 'Play slides' })).not.toBeNull();
});

test('under reduced motion a carousel never advances automatically and has no play button', () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('reduce'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(<Carousel label="Highlights" slides={slides} intervalMs={1000} />);
  act(() => {
    vi.advanceTimersByTime(10_000);
  });
  expect(current()).toBe('Slide 1: Forum');
  expect(screen.queryByRole('button', { name: /Pause|Play/ })).toBeNull();
});

test('a carousel with one slide has no controls, and an empty one renders nothing', () => {
  const { rerender } = render(<Carousel label="Highlights" slides={slides.slice(0, 1)} />);
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<Carousel label="Highlights" slides={[]} />);
  expect(screen.queryByRole('region')).toBeNull();
});
