import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { breakpoints, mediaClass, useMediaClass } from './useMediaClass.ts';

test.each([
  [599, 'mobile'],
  [600, 'tablet'],
  [1168, 'tablet'],
  [1169, 'desktop'],
])('[SHELL-006] a window %i px wide is %s', (width, expected) => {
  expect(mediaClass(width)).toBe(expected);
});

test('[SHELL-005] the breakpoints are those of the specification', () => {
  expect(breakpoints).toEqual({ xs: 0, sm: 600, md: 1080, lg: 1168, xl: 1600 });
});

test('a component follows the window', () => {
  const Shown = () => <p>{useMediaClass()}</p>;
  const resize = (width: number) =>
    act(() => {
      window.innerWidth = width;
      window.dispatchEvent(new Event('resize'));
    });
  resize(1440);
  render(<Shown />);
  expect(screen.getByText('desktop')).toBeTruthy();
  resize(820);
  expect(screen.getByText('tablet')).toBeTruthy();
  resize(390);
  expect(screen.getByText('mobile')).toBeTruthy();
});
