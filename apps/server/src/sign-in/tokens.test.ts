import { createHmac, sign as signBytes, constants } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKey, TEST_AUDIENCE, TEST_CLIENT_ID, type SigningKey } from '../testing/testIssuer.ts';
import { sharedPortal } from '../testing/testPortal.ts';
import { accessTokenHash, askWith, claimsOf, forgeToken, tokenPair, type PairChanges } from '../testing/tokenPairs.ts';

const shared = sharedPortal();
let stranger: SigningKey;
beforeAll(async () => {
  stranger = await createKey('key-1');
});

const now = () => Math.floor(shared().clock.now.getTime() / 1000);

/** A rejection is a 401 with problem details and a challenge, and reveals nothing about how the server works. */
function expectRejection(answer: LightMyRequestResponse, code?: string): void {
  expect(answer.statusCode, answer.body).toBe(401);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="portico", error="invalid_token"');
  const problem = answer.json<{ code: string; requestId: string }>();
  expect(problem.code).toMatch(code ? new RegExp(`^${code}$`) : /^token_/);
  expect(problem.requestId).toBe(answer.headers['x-request-id']);
  expect(answer.body).not.toMatch(/node_modules|\.ts\b|\.js\b|\n|JWS|JWK/);
}

const rejected = async (changes: PairChanges, code?: string) =>
  expectRejection(await askWith(shared(), await tokenPair(shared(), changes)), code);
const accepted = async (changes: PairChanges) => {
  const answer = await askWith(shared(), await tokenPair(shared(), changes));
  expect(answer.statusCode, answer.body).toBe(200);
};

/** The good pair with one of its tokens signed again in another way. */
async function resigned(header: unknown, sign: (input: string) => Buffer | string): Promise<LightMyRequestResponse[]> {
  const { idToken, accessToken } = await tokenPair(shared());
  const newId = forgeToken(header, claimsOf(idToken), sign);
  const newAccess = forgeToken(header, claimsOf(accessToken), sign);
  return Promise.all([
    askWith(shared(), { idToken: newId, accessToken }),
    askWith(shared(), { idToken, accessToken: newAccess }),
  ]);
}

/** Signs with the key of our provider. */
const rs256 = (input: string) => signBytes('sha256', Buffer.from(input), shared().issuer.key().privateKey);

describe('signatures [T1]', () => {
  test.for(['none', 'None', 'NONE', '', undefined, null, 0, ['RS256'], { alg: 'RS256' }, 'RS256 '])(
    'the algorithm %j is rejected',
    async (alg) => {
      for (const answer of await resigned({ alg, kid: 'key-1' }, () => '')) expectRejection(answer);
      for (const answer of await resigned({ alg, kid: 'key-1' }, rs256)) expectRejection(answer);
    },
  );

  test('the public key used as a secret does not verify', async () => {
    const { publicJwk } = shared().issuer.key();
    const secrets = [publicJwk.n!, JSON.stringify(publicJwk), Buffer.from(publicJwk.n!, 'base64url')];
    for (const alg of ['HS256', 'HS384', 'HS512', 'RS256'])
      for (const secret of secrets) {
        const digest = `sha${alg.slice(2)}`;
        for (const answer of await resigned({ alg, kid: 'key-1' }, (input) =>
          createHmac(digest, secret).update(input).digest(),
        ))
          expectRejection(answer, alg === 'RS256' ? 'token_signature' : 'token_algorithm');
      }
  });

  test('a valid signature by an unlisted algorithm is rejected', async () => {
    const { privateKey } = shared().issuer.key();
    const pss = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    for (const alg of ['RS384', 'RS512', 'PS256'])
      for (const answer of await resigned({ alg, kid: 'key-1' }, (input) =>
        signBytes(
          alg === 'PS256' ? 'sha256' : `sha${alg.slice(2)}`,
          Buffer.from(input),
          alg === 'PS256' ? pss : privateKey,
        ),
      ))
        expectRejection(answer, 'token_algorithm');
  });

  test('a changed byte, another key or a missing signature is rejected', async () => {
    const { idToken, accessToken } = await tokenPair(shared());
    const [header = '', claims = '', signature = ''] = idToken.split('.');
    const richer = Buffer.from(JSON.stringify({ ...claimsOf(idToken), 'custom:roles': ['admin'] })).toString(
      'base64url',
    );
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    for (const [forged, code] of [
      [`${header}.${richer}.${signature}`, 'token_signature'],
      [`${header}.${claims}.${flipped}`, 'token_signature'],
      [`${header}.${claims}.`, 'token_(signature|malformed)'],
      [`${header}.${claims}`, 'token_malformed'],
      [`${idToken}.x`, 'token_malformed'],
      [`${idToken}..`, 'token_malformed'],
      ['a.b.c', 'token_malformed'],
      ['..', 'token_malformed'],
      [JSON.stringify({ payload: claims, protected: header, signature }), 'token_malformed'],
      ['x'.repeat(9000), 'token_malformed'],
    ])
      expectRejection(await askWith(shared(), { idToken: forged!, accessToken }), code);
    await rejected({ bothKey: stranger }, 'token_signature');
    await rejected({ idKey: stranger }, 'token_signature');
    await rejected({ accessKey: stranger }, 'token_signature');
  });

  test.for(['"text"', '[]', 'null', '12', '{', ''])(
    'claims that are %s instead of an object are rejected',
    async (claims) => {
      const { accessToken } = await tokenPair(shared());
      const idToken = forgeToken({ alg: 'RS256', kid: 'key-1' }, claims, rs256);
      expectRejection(await askWith(shared(), { idToken, accessToken }), 'token_malformed');
    },
  );

  describe('with ES256 configured', () => {
    const both = sharedPortal({ env: { OIDC_ALGORITHMS: 'RS256, ES256' } });
    test('ES256 is accepted, but not with a key of another kind', async () => {
      const ec = await createKey('key-ec', 'ec');
      const { issuer } = both();
      issuer.answerKeysWith((response) =>
        response.end(JSON.stringify({ keys: [issuer.key().publicJwk, ec.publicJwk] })),
      );
      const good = await askWith(both(), await tokenPair(both(), { bothKey: ec }));
      expect(good.statusCode, good.body).toBe(200);
      const { idToken, accessToken } = await tokenPair(both());
      for (const [alg, kid, key] of [
        ['RS256', 'key-ec', issuer.key()],
        ['ES256', 'key-1', ec],
        ['RS256', 'key-ec', ec],
        ['ES256', 'key-1', issuer.key()],
      ] as const) {
        const forged = forgeToken({ alg, kid }, claimsOf(idToken), (input) =>
          signBytes('sha256', Buffer.from(input), key.privateKey),
        );
        expectRejection(await askWith(both(), { idToken: forged, accessToken }), 'token_signature');
      }
    });
  });
});

test('keys and key addresses in a token are ignored, and nothing is fetched from there [T2]', async () => {
  let visits = 0;
  const elsewhere = createServer((_request, response) => {
    visits += 1;
    response.end(JSON.stringify({ keys: [stranger.publicJwk] }));
  });
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void elsewhere.close());
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/jwks`;
  const pem = String(stranger.publicJwk.n);
  for (const bothHeader of [
    { jwk: stranger.publicJwk },
    { jku: address },
    { x5u: address },
    { x5c: [pem] },
    { jku: address, x5u: address, jwk: stranger.publicJwk },
  ])
    for (const kid of ['key-1', 'key-of-mine', undefined, address])
      await rejected({ bothKey: stranger, bothHeader: { ...bothHeader, kid } }, 'token_signature');
  await rejected({ both: { jwks_uri: address, iss: address } });
  expect(visits).toBe(0);
});

test('a key id is only looked up in the list of keys [T2, D10]', async () => {
  const { issuer } = shared();
  const before = issuer.keyFetches();
  const tricks: unknown[] = [
    '../../../../dev/null',
    '/dev/null',
    'file:///dev/null',
    "' or '1'='1",
    'key-1\u0000',
    'key-1 ',
    'KEY-1',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'x'.repeat(256),
    'x'.repeat(257),
    'x'.repeat(5000),
    1,
    0,
    true,
    null,
    {},
    ['key-1'],
    { toString: 'key-1' },
  ];
  for (const kid of tricks) {
    await rejected({ bothKey: stranger, bothHeader: { kid } });
    for (const answer of await resigned({ alg: 'RS256', kid }, rs256)) expectRejection(answer);
  }
  expect(issuer.keyFetches() - before).toBeLessThanOrEqual(3);
  for (const crit of [['exp'], ['b64'], [], 'exp', null])
    for (const answer of await resigned({ alg: 'RS256', kid: 'key-1', crit, b64: true, exp: 1 }, rs256))
      expectRejection(answer, 'token_malformed');
});

describe('time [T3]', () => {
  test.for([
    { exp: undefined },
    { exp: 'never' },
    { exp: '9999999999' },
    { exp: null },
    { exp: true },
    { exp: [9999999999] },
    { exp: 0 },
    { exp: -1 },
    { iat: undefined },
    { iat: '0' },
    { iat: -1 },
    { iat: null },
    { nbf: 'now' },
    { nbf: null },
    { nbf: '0' },
    { nbf: {} },
  ])('%j is rejected in either token', async (claims) => {
    await rejected({ id: claims });
    await rejected({ access: claims });
  });

  test.for(['"exp":1e999', '"exp":9007199254740993', '"exp":4102444800.5', '"nbf":-1e999', '"nbf":0.5', '"iat":1.5'])(
    'a time that is not a safe integer, %s, is rejected in either token',
    async (claim) => {
      const { idToken, accessToken } = await tokenPair(shared());
      const header = { alg: 'RS256', typ: 'JWT', kid: 'key-1' };
      // In JSON the last of two claims with one name counts.
      const changed = (token: string) =>
        forgeToken(header, `${JSON.stringify(claimsOf(token)).slice(0, -1)},${claim}}`, rs256);
      expectRejection(await askWith(shared(), { idToken: changed(idToken), accessToken }), 'token_malformed');
      expectRejection(await askWith(shared(), { idToken, accessToken: changed(accessToken) }), 'token_malformed');
    },
  );

  test('clocks may differ by at most half a minute', async () => {
    for (const place of ['id', 'access'] as const) {
      await accepted({ [place]: { exp: now() - 29 } });
      await rejected({ [place]: { exp: now() - 31 } }, 'token_expired');
      await accepted({ [place]: { nbf: now() + 29 } });
      await rejected({ [place]: { nbf: now() + 31 } }, 'token_not_active');
      await accepted({ [place]: { iat: now() + 29 } });
      await rejected({ [place]: { iat: now() + 31 } }, 'token_not_active');
    }
  });

  test('a cached pair is rejected once the first of the two expires', async () => {
    const { clock } = shared();
    const started = clock.now;
    onTestFinished(() => void (clock.now = started));
    const pair = await tokenPair(shared(), { access: { exp: now() + 600 } });
    const at = (seconds: number) => (clock.now = new Date(started.getTime() + seconds * 1000));
    for (const seconds of [0, 300, 629]) {
      at(seconds);
      expect((await askWith(shared(), pair)).statusCode).toBe(200);
    }
    at(631);
    expectRejection(await askWith(shared(), pair), 'token_expired');
  });
});

describe('issuer and audience [T4]', () => {
  test('the issuer must match exactly', async () => {
    const { issuer } = shared().issuer;
    for (const iss of [
      `${issuer}/`,
      issuer.toUpperCase(),
      issuer.replace('http', 'https'),
      `${issuer}.evil.test`,
      `${issuer}#`,
      [issuer],
      undefined,
      null,
      '',
      { toString: issuer },
      `${issuer}/.`,
      issuer.replace('127.0.0.1', 'localhost'),
    ]) {
      await rejected({ id: { iss } }, iss === undefined || iss === null ? 'token_(issuer|malformed)' : 'token_issuer');
      await rejected(
        { access: { iss } },
        iss === undefined || iss === null ? 'token_(issuer|malformed)' : 'token_issuer',
      );
    }
  });

  test.for([
    { aud: 'other' },
    { aud: undefined },
    { aud: [] },
    { aud: '' },
    { aud: null },
    { aud: {} },
    { aud: 1 },
    { aud: [[TEST_CLIENT_ID]] },
    { aud: TEST_CLIENT_ID.toUpperCase() },
    { aud: TEST_AUDIENCE },
    { aud: [TEST_CLIENT_ID, 'other'] },
    { aud: [TEST_CLIENT_ID, 'other'], azp: 'other' },
    { azp: 'other' },
    { azp: null },
    { azp: [TEST_CLIENT_ID] },
    { aud: 'other', azp: TEST_CLIENT_ID },
  ])('an identity token with %j is rejected', async (id) => rejected({ id }, 'token_(audience|malformed)'));

  test.for([
    { aud: 'other' },
    { aud: TEST_CLIENT_ID },
    { aud: null },
    { aud: {} },
    { aud: [7] },
    { aud: TEST_AUDIENCE, client_id: 'other' },
    { aud: TEST_AUDIENCE, client_id: [TEST_CLIENT_ID] },
    { aud: TEST_AUDIENCE, azp: 'other' },
    { aud: TEST_AUDIENCE, cid: 'other' },
    { aud: TEST_AUDIENCE, appid: 'other' },
    { aud: [TEST_AUDIENCE, 'other'], client_id: undefined },
    { aud: undefined, client_id: 'other' },
    { aud: undefined, client_id: undefined },
    { aud: [], client_id: undefined },
    { aud: ['other', 'another'] },
  ])('an access token with %j is rejected', async (access) => rejected({ access }, 'token_(audience|malformed)'));

  test('several audiences are accepted if we are the authorized party', async () => {
    await accepted({ id: { aud: [TEST_CLIENT_ID, 'other'], azp: TEST_CLIENT_ID } });
    await accepted({ id: { aud: [TEST_CLIENT_ID] } });
    await accepted({ access: { aud: [TEST_AUDIENCE, 'other'], azp: TEST_CLIENT_ID } });
    await accepted({ access: { aud: undefined } });
    await accepted({ access: { client_id: undefined } });
  });
});

describe('token types [T5]', () => {
  test('swapped, repeated and mixed-up tokens are rejected', async () => {
    const one = await tokenPair(shared());
    const bare = await tokenPair(shared(), {
      id: { nonce: undefined, at_hash: undefined, aud: [TEST_CLIENT_ID] },
      access: { jti: 'other' },
    });
    for (const pair of [
      { idToken: one.accessToken, accessToken: one.idToken },
      { idToken: one.idToken, accessToken: one.idToken },
      { idToken: one.accessToken, accessToken: one.accessToken },
      { idToken: one.idToken, accessToken: bare.idToken },
      { idToken: one.accessToken, accessToken: bare.accessToken },
      { idToken: bare.accessToken, accessToken: bare.idToken },
    ])
      expectRejection(await askWith(shared(), pair), 'token_(use|audience)');
  });

  test.for<PairChanges>([
    { id: { token_use: 'access' } },
    { access: { token_use: 'id' } },
    { access: { token_use: 'refresh' } },
    { id: { typ: 'Bearer' } },
    { access: { typ: 'ID' } },
    { access: { typ: 'Refresh' } },
    { id: { typ: 'Logout' } },
    { access: { token_use: ['access'] } },
    { id: { token_use: null } },
    { idHeader: { typ: 'at+jwt' } },
    { idHeader: { typ: 'application/at+jwt' } },
    { bothHeader: { typ: 'logout+jwt' } },
    { accessHeader: { typ: 'dpop+jwt' } },
    { accessHeader: { typ: ['JWT'] } },
    { idHeader: { typ: 1 } },
    { id: { scope: 'openid' } },
    { accessHeader: { typ: 'JWT' }, access: { nonce: 'n' } },
    { accessHeader: { typ: 'JWT' }, access: { scope: undefined, client_id: undefined } },
  ])('%j is rejected', async (changes) => rejected(changes, 'token_use'));

  test('tokens that state their use in other known ways are accepted', async () => {
    await accepted({ accessHeader: { typ: 'application/at+jwt' } });
    await accepted({ accessHeader: { typ: undefined }, idHeader: { typ: undefined } });
    await accepted({
      accessHeader: { typ: 'JWT' },
      access: { token_use: 'access', nonce: 'n' },
      id: { token_use: 'id', scope: 'openid' },
    });
  });
});

describe('subjects [T6]', () => {
  test('tokens of two people are rejected, whatever else they share', async () => {
    await rejected({ access: { sub: 'nils' } }, 'token_subject');
    await rejected({ id: { sub: 'Ana' } }, 'token_subject');
    await rejected(
      { id: { email: 'ana@portico.test', sub: 'x' }, access: { email: 'ana@portico.test' } },
      'token_subject',
    );
  });

  test.for([
    undefined,
    null,
    '',
    ' ',
    ' ana',
    'ana ',
    'ana\n',
    'a\u0000na',
    'a\u007f',
    'a\u0085b',
    'a\u200bna',
    'a\u202ena',
    'a\u2028',
    '\ud800',
    7,
    true,
    {},
    ['ana'],
    'a'.repeat(256),
  ])('the subject %j is rejected', async (sub) => {
    await rejected({ both: { sub } }, 'token_malformed');
  });

  test('any other subject is accepted unchanged', async () => {
    for (const sub of [
      'a',
      'a'.repeat(255),
      'auth0|5f7c8ec7c33c6c004bbafe82',
      'google-oauth2|1',
      'José Ñandú',
      "Robert'); drop table users;--",
      '__proto__',
    ])
      await accepted({ both: { sub } });
  });
});

describe('the access token hash [T7]', () => {
  const implicit = sharedPortal({ env: { SIGN_IN_MODE: 'implicit' } });

  test('is verified if present', async () => {
    const other = await tokenPair(shared(), { access: { jti: 'other' } });
    await rejected({ id: { at_hash: accessTokenHash(other.accessToken) } }, 'token_subject');
    for (const at_hash of ['', null, 1, 'x', {}]) await rejected({ id: { at_hash } }, 'token_subject');
    await accepted({ id: { at_hash: undefined } });
  });

  test('is required in the implicit flow', async () => {
    const send = async (changes: PairChanges) => askWith(implicit(), await tokenPair(implicit(), changes));
    expect((await send({})).statusCode).toBe(200);
    expectRejection(await send({ id: { at_hash: undefined } }), 'token_subject');
  });
});
