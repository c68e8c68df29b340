import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** How long a code is shown, and how many steps before and after the current one are accepted. RFC 6238. */
const STEP_SECONDS = 30;
const ACCEPTED_STEPS = 1;
/** Codes up to this many steps old are told apart from wrong ones, to give a useful message. */
const RECOGNISED_STEPS = 20;

export type CodeCheck = { result: 'accepted'; step: number } | { result: 'expired' | 'wrong' };

/**
 * Checks a six-digit code against a secret (base32). The step of an accepted code is returned so that the caller
 * can refuse it the second time.
 */
export function checkCode(secret: string, code: string, now = Date.now()): CodeCheck {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: RECOGNISED_STEPS });
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
 * A secret for one sign-in only, made from the account's own. In demo mode the code page shows the code of this
 * secret, as if it had come by text message: people and tests can sign in again at once, without waiting for the
 * next code, although every code is accepted once.
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
