import { createPrivateKey, sign, type JsonWebKey } from 'node:crypto';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { HOUR_S } from '@portico/contracts/durations';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import { openStore } from '@portico/dev-identity/store';
import { ports } from './ports.ts';

const decoded = (part = ''): object => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Replaces the tokens of a signed-in browser with ones signed by the provider that expired an hour ago. According to
 * the expiry time that the browser has stored, they are still valid.
 */
export async function expireTokens(context: BrowserContext): Promise<void> {
  const key = await signingKey();
  const ended = Math.floor(Date.now() / 1000) - HOUR_S;
  const cookies = (await context.cookies()).filter(({ name }) => name === 'id_token' || name === 'access_token');
  await context.addCookies(
    cookies.map((cookie) => {
      const [header, claims] = cookie.value.split('.').slice(0, 2).map(decoded);
      const signed = `${encoded(header!)}.${encoded({ ...claims, iat: ended - HOUR_S, nbf: ended - HOUR_S, exp: ended })}`;
      return { ...cookie, value: `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}` };
    }),
  );
}

async function signingKey() {
  const { url } = await startEmbeddedDatabase({
    dataDir: join(process.env.PORTICO_E2E_DATA!, String(ports.code), 'postgres'),
  });
  const store = await openStore(url.replace(/portico$/, 'portico_identity'));
  try {
    const key = await store.setting<JsonWebKey>('signing-key', () =>
      Promise.reject(new Error('The provider has no key.')),
    );
    return createPrivateKey({ key, format: 'jwk' });
  } finally {
    await store.close();
  }
}
