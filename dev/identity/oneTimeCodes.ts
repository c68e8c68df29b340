import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** How long a code is shown, and how many steps before and after the current one are accepted. RFC 6238. */
const STEP_SECONDS = 30;
const ACCEPTED_STEPS = 1;
/** Codes up to this many steps old count as expired instead of wrong, for a better message. */
const RECOGNIZED_STEPS = 20;

export type CodeCheck = { result: 'accepted'; step: number } | { result: 'expired' | 'wrong' };

/**
 * Checks a six-digit code against a secret (base32). Returns the step of an accepted code, so that the caller can
 * reject a second use.
 */
export function checkCode(secret: string, code: string, now = Date.now()): CodeCheck {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: RECOGNIZED_STEPS });
  if (delta === null || delta > ACCEPTED_STEPS) return { result: 'wrong' };
  if (delta < -ACCEPTED_STEPS) return { result: 'expired' };
  return { result: 'accepted', step: Math.floor(now / 1000 / STEP_SECONDS) + delta };
}

export function currentCode(secret: string, now = Date.now()): string {
  return totp(secret).generate({ timestamp: now });
}

export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * A secret for one sign-in, derived from the account's secret. In demo mode the code page shows its code, as if it had
 * arrived by text message: people and tests can sign in again immediately, although every code is accepted only once.
 */
export function secretOfSignIn(accountSecret: string, signInId: string): string {
  const digest = createHmac('sha1', accountSecret).update(signInId).digest();
  return new Secret({
    buffer: digest.buffer.slice(digest.byteOffset, digest.byteOffset + digest.byteLength) as ArrayBuffer,
  }).base32;
}

function totp(secret: string): TOTP {
  return new TOTP({ issuer: 'Portico', secret: Secret.fromBase32(secret), digits: 6, period: STEP_SECONDS });
}
