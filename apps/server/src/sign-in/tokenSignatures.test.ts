import { createHmac, sign as signBytes, constants } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKey, type SigningKey } from '../testing/testIssuer.ts';
import { sharedPortal } from '../testing/testPortal.ts';
import { expectRejection, TokenChecks } from '../testing/tokenChecks.ts';
import { askWith, claimsOf, forgeToken, tokenPair } from '../testing/tokenPairs.ts';

const shared = sharedPortal();
const { rejected, resigned, rs256 } = new TokenChecks(shared);
let stranger: SigningKey;
beforeAll(async () => {
  stranger = await createKey('key-1');
});

describe('signatures [T1]', () => {
  test.for(['none', 'None', 'NONE', '', undefined, null, 0, ['RS256'], { alg: 'RS256' }, 'RS256 '])(
    'the algorithm %j is rejected',
    async (alg) => {
      for (const answer of await resigned({ alg, kid: 'key-1' }, () => '')) expectRejection(answer);
      for (const answer of await resigned({ alg, kid: 'key-1' }, rs256)) expectRejection(answer);
    },
  );

  test('using the public key as a shared secret does not verify', async () => {
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
    test('ES256 is accepted, but not with a key of another type', async () => {
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

test('keys and key addresses in a token are ignored and never fetched [T2]', async () => {
  let fetches = 0;
  const elsewhere = createServer((_request, response) => {
    fetches += 1;
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
  expect(fetches).toBe(0);
});

test('a key id is only used to look up a key in the key set [T2, D10]', async () => {
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
