import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { breakpoints, mediaClass, useMediaClass } from './useMediaClass.ts';

test.each([
  [599, 'mobile'],
  [600, 'tablet'],
  [1168, 'tablet'],
  [1169, 'desktop'],
])('a window %i px wide is %s [SHELL-006]', (width, expected) => {
  expect(mediaClass(width)).toBe(expected);
});

test('the breakpoints match the specification [SHELL-005]', () => {
  expect(breakpoints).toEqual({ xs: 0, sm: 600, md: 1080, lg: 1168, xl: 1600 });
});

test('a component rerenders when the media class of the window changes', () => {
  const Shown = () => <p>{useMediaClass()}</p>;
  const resize = (width: number) =>
    act(() => {
      window.innerWidth = width;
      window.dispatchEvent(new Event('resize'));
    });
  resize(1440);
  render(<Shown />);
  expect(screen.queryByText('desktop')).not.toBeNull();
  resize(820);
  expect(screen.queryByText('tablet')).not.toBeNull();
  resize(390);
  expect(screen.queryByText('mobile')).not.toBeNull();
});
