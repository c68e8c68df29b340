import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * OWASP's recommended minimum for scrypt: N = 2^17 would need 128 MiB; 2^15 with p = 3 costs the same and needs 32 MiB.
 */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;

/** `salt:key`, both in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}:${(await derive(password, salt)).toString('base64url')}`;
}

/** Takes the same time for every password; compare with `unknownHash` if there is no such account. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** A hash that matches no password, for unknown accounts. */
export const unknownHash = `${'A'.repeat(22)}:${'A'.repeat(43)}`;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
