import { DAY_S } from '@portico/contracts/durations';
import { REMEMBERED_BROWSER_DAYS, REMEMBERED_COOKIE } from '@portico/contracts/account';

/** Value of the cookie; undefined if there is none. */
export function readRememberedCookie(): boolean | undefined {
  const value = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${REMEMBERED_COOKIE}=`))
    ?.slice(REMEMBERED_COOKIE.length + 1);
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** Stores the answer for 30 days, on the whole parent domain. Source: spec §9. */
export function writeRememberedCookie(isRemembered: boolean): void {
  document.cookie = rememberedCookie(isRemembered, parentDomain(location.hostname));
  // A public suffix, such as co.uk, accepts no cookies.
  if (readRememberedCookie() !== isRemembered) document.cookie = rememberedCookie(isRemembered);
}

/** The cookie string; without a domain the cookie belongs to the host only. */
export function rememberedCookie(isRemembered: boolean, domain?: string): string {
  return [
    `${REMEMBERED_COOKIE}=${isRemembered}`,
    'Path=/',
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    `Max-Age=${REMEMBERED_BROWSER_DAYS * DAY_S}`,
    'SameSite=None',
    'Secure',
  ].join('; ');
}

/**
 * The host without its first label; undefined for an IP address, and if that would leave only a top-level domain or
 * nothing, as for localhost.
 */
export function parentDomain(host: string): string | undefined {
  const parent = host.split('.').slice(1);
  const isAddress = /^[\d.]+$|:/.test(host);
  return isAddress || parent.length < 2 ? undefined : parent.join('.');
}
