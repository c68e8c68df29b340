import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { watchLeaving } from '../testPortal.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { chosenLocale, saveLocale, locales } from '../locale/locales.ts';

describe('the language', () => {
  beforeEach(() => {
    document.cookie = 'i18n_redirected=; Path=/; Max-Age=0';
  });

  test('can be chosen; English is the only choice [LOCALE-001]', async () => {
    const left = watchLeaving();
    render(<LanguageSwitch />);
    const choice = screen.getByRole('radio', { name: 'English' });
    expect(screen.getAllByRole('radio')).toEqual([choice]);
    expect(screen.getByRole('group', { name: 'Language' })).toBeTruthy();
    await userEvent.click(choice);
    expect((choice as HTMLInputElement).checked).toBe(true);
    expect(left).toEqual([]);
  });

  test('is kept in a cookie for 365 days [LOCALE-002]', () => {
    const write = vi.spyOn(document, 'cookie', 'set');
    saveLocale(locales[0]);
    expect(write).toHaveBeenCalledExactlyOnceWith('i18n_redirected=en; Path=/; Max-Age=31536000; SameSite=Lax');
    write.mockRestore();
    document.cookie = 'i18n_redirected=en; Path=/';
    expect(chosenLocale().code).toBe('en');
  });

  test('that nobody has is not chosen, and no other stands in for it [LOCALE-003]', () => {
    document.cookie = 'i18n_redirected=fr; Path=/';
    expect(chosenLocale()).toBe(locales[0]);
  });

  test('has a code, an ISO name and files [LOCALE-004]', () => {
    expect(locales).toEqual([
      { code: 'en', iso: 'en-US', name: 'English', files: ['news', 'events', 'shared', 'dashboard', 'widgets'] },
    ]);
  });
});
