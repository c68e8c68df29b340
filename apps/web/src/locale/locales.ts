import type { BundleName } from './text.ts';

/** A language that the portal can be read in. Source: spec §3 Locale entry. */
export interface Locale {
  code: string;
  /** As dates and numbers are written. */
  iso: string;
  /** In its own words. */
  name: string;
  files: readonly BundleName[];
}

export const locales: readonly [Locale, ...Locale[]] = [
  { code: 'en', iso: 'en-US', name: 'English', files: ['news', 'events', 'shared', 'dashboard', 'widgets'] },
];

const LOCALE_COOKIE = 'i18n_redirected';
const COOKIE_S = 365 * 24 * 3600;

/** The language that the person chose, or the only one there is. Addresses never name it. Source: spec §9. */
export function chosenLocale(): Locale {
  const code = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([\\w-]*)`).exec(document.cookie)?.[1];
  return locales.find((locale) => locale.code === code) ?? locales[0];
}

/** Keeps the choice for a year. It counts from the next load of the page on. */
export function saveLocale({ code }: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${code}; Path=/; Max-Age=${COOKIE_S}; SameSite=Lax`;
}
