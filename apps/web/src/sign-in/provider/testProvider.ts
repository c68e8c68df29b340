/** An in-memory identity provider: real keys and signatures, network calls through `fetch`. */
export interface TestProvider {
  fetch: typeof fetch;
  /** Signs a token as the provider would; `claims` and `header` override the defaults. */
  sign: (claims: Record<string, unknown>, header?: Record<string, unknown>) => Promise<string>;
  atHash: (accessToken: string) => Promise<string>;
  /** Requests to the token endpoint, in order. */
  tokenRequests: URLSearchParams[];
  /** Sets the token endpoint's next response. */
  answerToken: (body: Record<string, unknown>) => void;
}

export const ISSUER = 'https://idp.test';

const base64Url = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as ArrayBuffer).toString('base64url');

export async function createTestProvider(): Promise<TestProvider> {
  const keys = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  );
  const jwk = { ...(await crypto.subtle.exportKey('jwk', keys.publicKey)), kid: 'k1', use: 'sig', alg: 'RS256' };
  const tokenRequests: URLSearchParams[] = [];
  let tokenBody: Record<string, unknown> = {};

  const sign: TestProvider['sign'] = async (claims, header = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const parts = [
      { alg: 'RS256', typ: 'JWT', kid: 'k1', ...header },
      { iss: ISSUER, aud: 'portal', sub: 'person-1', iat: now, exp: now + 900, ...claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${parts}.${base64Url(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', keys.privateKey, new TextEncoder().encode(parts)))}`;
  };

  return {
    sign,
    tokenRequests,
    atHash: async (accessToken) =>
      base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(accessToken)), 0, 16)),
    answerToken: (body) => {
      tokenBody = body;
    },
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.href === `${ISSUER}/jwks`) return Response.json({ keys: [jwk] });
      if (url.href !== `${ISSUER}/token`) throw new TypeError(`Nothing answers at ${url.href}`);
      tokenRequests.push(new URLSearchParams(String(init?.body)));
      return Response.json(tokenBody, { status: 'error' in tokenBody ? 400 : 200 });
    },
  };
}
