import { DAY_S } from '@portico/contracts/durations';
import type { StartBundleName } from './text.ts';

/** A language of the portal. Source: spec §3 Locale entry. */
export interface Locale {
  code: string;
  /** BCP 47 tag for formatting dates and numbers. */
  iso: string;
  /** The name of the language in that language. */
  name: string;
  /** Bundles that load before anything is rendered. */
  files: readonly StartBundleName[];
}

export const locales: readonly [Locale, ...Locale[]] = [
  { code: 'en', iso: 'en-US', name: 'English', files: ['news', 'events', 'shared', 'dashboard', 'widgets'] },
];

const LOCALE_COOKIE = 'i18n_redirected';
const COOKIE_S = 365 * DAY_S;

/** The language that the reader chose, or the first one. It is never part of an address. Source: spec §9. */
export const chosenLocale = (): Locale => storedLocale() ?? locales[0];

function storedLocale(): Locale | undefined {
  const code = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([\\w-]*)`).exec(document.cookie)?.[1];
  return locales.find((locale) => locale.code === code);
}

/** Stores the language on the first visit. */
export function ensureLocaleCookie(): void {
  if (storedLocale() === undefined) saveLocale(chosenLocale());
}

/** Stores the choice for a year. It takes effect on the next page load. */
export function saveLocale({ code }: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${code}; Path=/; Max-Age=${COOKIE_S}; SameSite=Lax`;
}
