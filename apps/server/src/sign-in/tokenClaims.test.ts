import { describe, expect, onTestFinished, test } from 'vitest';
import { TEST_AUDIENCE, TEST_CLIENT_ID } from '../testing/testIssuer.ts';
import { sharedPortal } from '../testing/testPortal.ts';
import { expectRejection, TokenChecks } from '../testing/tokenChecks.ts';
import { accessTokenHash, askWith, claimsOf, forgeToken, tokenPair, type PairChanges } from '../testing/tokenPairs.ts';

const shared = sharedPortal();
const { rejected, accepted, rs256 } = new TokenChecks(shared);
const now = () => Math.floor(shared().clock.now.getTime() / 1000);

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
      // If a JSON object has two claims with the same name, the last one counts.
      const changed = (token: string) =>
        forgeToken(header, `${JSON.stringify(claimsOf(token)).slice(0, -1)},${claim}}`, rs256);
      expectRejection(await askWith(shared(), { idToken: changed(idToken), accessToken }), 'token_malformed');
      expectRejection(await askWith(shared(), { idToken, accessToken: changed(accessToken) }), 'token_malformed');
    },
  );

  test('clocks can differ by at most half a minute', async () => {
    for (const use of ['id', 'access'] as const) {
      await accepted({ [use]: { exp: now() - 29 } });
      await rejected({ [use]: { exp: now() - 31 } }, 'token_expired');
      await accepted({ [use]: { nbf: now() + 29 } });
      await rejected({ [use]: { nbf: now() + 31 } }, 'token_not_active');
      await accepted({ [use]: { iat: now() + 29 } });
      await rejected({ [use]: { iat: now() + 31 } }, 'token_not_active');
    }
  });

  test('a cached pair is rejected once the first of the two tokens expires', async () => {
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
    ...[{ scope: 'openid' }, { client_id: TEST_CLIENT_ID }, { scp: 'portal' }, { cid: TEST_CLIENT_ID }].map((mark) => ({
      id: { nonce: undefined, at_hash: undefined, ...mark },
    })),
    { accessHeader: { typ: 'JWT' }, access: { nonce: 'n' } },
    { accessHeader: { typ: 'JWT' }, access: { scope: undefined, client_id: undefined } },
  ])('%j is rejected', async (changes) => rejected(changes, 'token_use'));

  test('an identity token that also has the client or the scope is accepted, but only in its own place', async () => {
    for (const mark of [{ scope: 'openid profile' }, { client_id: TEST_CLIENT_ID }, { scp: 'portal' }, { cid: 'x' }])
      for (const other of [{}, { nonce: undefined }, { at_hash: undefined }]) {
        const id = { ...mark, ...other };
        await accepted({ id });
        const pair = await tokenPair(shared(), {
          id: { ...id, aud: [TEST_CLIENT_ID, TEST_AUDIENCE], azp: TEST_CLIENT_ID },
        });
        expectRejection(await askWith(shared(), { idToken: pair.accessToken, accessToken: pair.idToken }), 'token_use');
        expectRejection(
          await askWith(shared(), { idToken: (await tokenPair(shared())).idToken, accessToken: pair.idToken }),
          'token_use',
        );
      }
  });

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
  test('tokens of two different people are rejected, whatever else they share', async () => {
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
