import { cookieNames } from '@portico/contracts/portalSettings';
import { t } from '../locale/text.ts';
import { readActingFor } from './actingFor.ts';
import { SignInError } from './provider/SignInError.ts';

/** Both tokens. `expiresAt` is in epoch milliseconds; Infinity if unknown, in which case the server decides. */
export interface Session {
  idToken: string;
  accessToken: string;
  expiresAt: number;
  /** The id of the person for whom the user acts in this tab. */
  actingFor?: string | undefined;
}

/** Browsers drop a cookie whose name and value together are longer. Source: RFC 6265 §6.1, TRUST H7. */
const MAX_COOKIE_BYTES = 4096;
const PROBE = 'portico_probe';

/** The tokens in the cookies; either may be missing or expired. */
export function readTokens(): Partial<Session> {
  const tokens: Partial<Session> = {};
  const idToken = readCookie(cookieNames.idToken);
  const accessToken = readCookie(cookieNames.accessToken);
  const expiresAt = readCookie(cookieNames.expiresAt);
  if (idToken) tokens.idToken = idToken;
  if (accessToken) tokens.accessToken = accessToken;
  if (expiresAt) tokens.expiresAt = Date.parse(expiresAt);
  return tokens;
}

/** The session; undefined unless both tokens exist and haven't expired. Source: spec §1. */
export function readSession(): Session | undefined {
  const { idToken, accessToken, expiresAt = Infinity } = readTokens();
  if (!idToken || !accessToken || !(expiresAt > Date.now())) return undefined;
  return { idToken, accessToken, expiresAt, actingFor: readActingFor() };
}

/**
 * Writes the three cookies for `lifetimeS` seconds. If the browser doesn't store them, removes them all and throws
 * SignInError; if they are too large, throws without touching the existing session.
 */
export function saveSession({
  idToken,
  accessToken,
  lifetimeS,
}: {
  idToken: string;
  accessToken: string;
  lifetimeS: number;
}): void {
  const expiresAt = new Date(Date.now() + lifetimeS * 1000).toISOString();
  const cookies = [
    [cookieNames.expiresAt, expiresAt],
    [cookieNames.idToken, idToken],
    [cookieNames.accessToken, accessToken],
  ] as const;
  if (cookies.some(([name, value]) => name.length + encodeURIComponent(value).length > MAX_COOKIE_BYTES))
    throw new SignInError(t('shared.tooLarge'));
  for (const [name, value] of cookies) writeCookie(name, value, Math.floor(lifetimeS));
  const session = readSession();
  if (session?.idToken === idToken && session.accessToken === accessToken) return;
  clearSession();
  throw cookiesBlocked();
}

export function clearSession(): void {
  for (const name of Object.values(cookieNames)) writeCookie(name, '', 0);
}

/**
 * Throws SignInError if the browser stores no cookies. Call it before leaving for the provider, to avoid a redirect
 * loop.
 */
export function assertCookiesWork(): void {
  writeCookie(PROBE, '1', 60);
  const works = readCookie(PROBE) === '1';
  writeCookie(PROBE, '', 0);
  if (!works) throw cookiesBlocked();
}

function cookiesBlocked(): SignInError {
  return new SignInError(t('shared.cookiesBlocked'));
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  try {
    return pair && decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    // A value that the portal didn't write counts as missing.
    return undefined;
  }
}

function writeCookie(name: string, value: string, maxAgeS: number): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax; Secure`;
}
