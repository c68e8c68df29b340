import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { watchLeaving } from '../../testPortal.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { chosenLocale, ensureLocaleCookie, saveLocale, locales } from '../../locale/locales.ts';

describe('the portal’s language', () => {
  beforeEach(() => {
    document.cookie = 'i18n_redirected=; Path=/; Max-Age=0';
  });

  test('has no control while English is the only one [LOCALE-001]', () => {
    const { container } = render(<LanguageSwitch />);
    expect(container.childElementCount).toBe(0);
  });

  test('can be chosen if there are several, and changing it reloads the page [LOCALE-001]', async () => {
    const left = watchLeaving();
    const french = { code: 'fr', iso: 'fr-FR', name: 'Français', files: locales[0].files };
    render(<LanguageSwitch choices={[...locales, french]} />);
    const group = await screen.findByRole('group', { name: 'Language' });
    expect(within(group).getByRole<HTMLInputElement>('radio', { name: 'English' }).checked).toBe(true);
    await userEvent.click(within(group).getByRole('radio', { name: 'Français' }));
    expect(document.cookie).toContain('i18n_redirected=fr');
    expect(left).toEqual(['reload']);
  });

  test('is stored on the first visit and not overwritten later [LOCALE-002]', () => {
    ensureLocaleCookie();
    expect(document.cookie).toContain('i18n_redirected=en');
    const write = vi.spyOn(document, 'cookie', 'set');
    ensureLocaleCookie();
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });

  test('is stored in a cookie for 365 days [LOCALE-002]', () => {
    const write = vi.spyOn(document, 'cookie', 'set');
    saveLocale(locales[0]);
    expect(write).toHaveBeenCalledExactlyOnceWith('i18n_redirected=en; Path=/; Max-Age=31536000; SameSite=Lax');
    write.mockRestore();
    document.cookie = 'i18n_redirected=en; Path=/';
    expect(chosenLocale().code).toBe('en');
  });

  test('falls back to English for a language in the cookie that has no bundles [LOCALE-003]', () => {
    document.cookie = 'i18n_redirected=fr; Path=/';
    expect(chosenLocale()).toBe(locales[0]);
  });

  test('has a code, an ISO name and files [LOCALE-004]', () => {
    expect(locales).toEqual([
      { code: 'en', iso: 'en-US', name: 'English', files: ['news', 'events', 'shared', 'dashboard', 'widgets'] },
    ]);
  });
});
