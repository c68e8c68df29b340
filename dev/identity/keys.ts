import { createPrivateKey, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';

/**
 * A new RS256 signing key as a private JWK. It goes through PEM: exporting a key as JWK directly from generateKeyPair
 * can hang forever on Node 20.
 */
export async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = createPrivateKey(privateKey).export({ format: 'jwk' }) as JWK;
  return { ...key, alg: 'RS256', use: 'sig', kid: await calculateJwkThumbprint(key) };
}

export async function createCookieKey(): Promise<string> {
  return randomBytes(32).toString('base64url');
}
