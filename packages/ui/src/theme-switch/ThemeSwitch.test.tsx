import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { applyStoredTheme, chooseTheme } from './useTheme.ts';

afterEach(() => {
  chooseTheme('system');
  localStorage.clear();
});

const shownTheme = () => document.documentElement.dataset['theme'];

test('the theme follows the system until the person chooses, and the choice is stored [BASE-012]', async () => {
  render(<ThemeSwitch />);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'System' }).checked).toBe(true);
  expect(shownTheme()).toBeUndefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(shownTheme()).toBe('dark');
  expect(localStorage.getItem('portico_theme')).toBe('dark');
  await userEvent.click(screen.getByRole('radio', { name: 'System' }));
  expect(shownTheme()).toBeUndefined();
});

test('the stored theme is applied before the first render', () => {
  localStorage.setItem('portico_theme', 'light');
  applyStoredTheme();
  expect(shownTheme()).toBe('light');
});

test('an invalid stored theme is ignored', () => {
  localStorage.setItem('portico_theme', 'pink');
  applyStoredTheme();
  expect(shownTheme()).toBeUndefined();
});

test('without storage the chosen theme lasts as long as the page', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('blocked');
    },
  });
  applyStoredTheme();
  render(<ThemeSwitch />);
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(shownTheme()).toBe('dark');
  vi.unstubAllGlobals();
});
