import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, importSPKI, type JWK } from 'jose';

export interface SigningKey {
  kid: string;
  alg: string;
  privateKey: KeyObject;
  publicJwk: JWK;
}

/** An identity provider for tests: discovery, a key set that can be changed or broken, and tokens of any kind. */
export interface TestIssuer {
  issuer: string;
  discoveryUrl: string;
  /** How often the key set was fetched. */
  keyFetches(): number;
  /** The newest key, which is used for signing. */
  key(): SigningKey;
  /** Adds a new signing key to the key set and uses it for the next tokens. */
  rotate(): Promise<SigningKey>;
  /** Removes all but the newest key from the key set. */
  dropOldKeys(): void;
  /** How the key set responds from now on; undefined for normally. */
  answerKeysWith(answer: ((response: ServerResponse) => void) | undefined): void;
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>, key?: SigningKey): Promise<string>;
  /** A pair of tokens as the development provider issues them. */
  tokens(
    claims: { sub: string } & Record<string, unknown>,
    access?: Record<string, unknown>,
  ): Promise<{ idToken: string; accessToken: string }>;
  close(): Promise<void>;
}

export const TEST_CLIENT_ID = 'portal';
export const TEST_AUDIENCE = 'portico-api';

export async function createKey(kid: string, type: 'rsa' | 'ec' = 'rsa'): Promise<SigningKey> {
  const { privateKey, publicKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const alg = type === 'rsa' ? 'RS256' : 'ES256';
  const publicJwk = await exportJWK(
    await importSPKI(String(publicKey.export({ type: 'spki', format: 'pem' })), alg, { extractable: true }),
  );
  return { kid, alg, privateKey, publicJwk: { ...publicJwk, kid, use: 'sig' } };
}

export interface TestIssuerOptions {
  /** The name in tokens and the discovery document, if different from the address. */
  issuer?: string;
  /** Additional or different values in the discovery document, to imitate other providers. */
  discovery?: Record<string, unknown>;
  /** The first key, if it need not be unique to this issuer: creating one takes longer than starting a server. */
  key?: SigningKey;
}

export async function startTestIssuer(
  clock: () => Date = () => new Date(),
  options: TestIssuerOptions = {},
): Promise<TestIssuer> {
  const keys = [options.key ?? (await createKey('key-1'))];
  let fetches = 0;
  let special: ((response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/jwks') {
      fetches += 1;
      if (special) special(response);
      else response.end(JSON.stringify({ keys: keys.map((key) => key.publicJwk) }));
    } else if (request.url === '/.well-known/openid-configuration') {
      response.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${origin}/auth`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/jwks`,
          end_session_endpoint: `${origin}/session/end`,
          ...options.discovery,
        }),
      );
    } else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = options.issuer ?? origin;

  const sign: TestIssuer['sign'] = (claims, header = {}, key = keys.at(-1)!) =>
    new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey);

  return {
    issuer,
    discoveryUrl: `${origin}/.well-known/openid-configuration`,
    keyFetches: () => fetches,
    key: () => keys.at(-1)!,
    async rotate() {
      const key = await createKey(`key-${keys.length + 1}`);
      keys.push(key);
      return key;
    },
    dropOldKeys: () => keys.splice(0, keys.length - 1),
    answerKeysWith: (answer) => (special = answer),
    sign,
    async tokens(claims, access = {}) {
      const now = Math.floor(clock().getTime() / 1000);
      const accessToken = await sign(
        {
          iss: issuer,
          aud: TEST_AUDIENCE,
          client_id: TEST_CLIENT_ID,
          sub: claims.sub,
          iat: now,
          exp: now + 3600,
          scope: 'openid',
          ...access,
        },
        { typ: 'at+jwt' },
      );
      const atHash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
      const idToken = await sign({
        iss: issuer,
        aud: TEST_CLIENT_ID,
        iat: now,
        exp: now + 3600,
        auth_time: now,
        at_hash: atHash,
        ...claims,
      });
      return { idToken, accessToken };
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
