import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { createPortal } from '../app.ts';
import { PortalError } from '../errors.ts';
import { createKey, startTestIssuer } from '../testing/testIssuer.ts';
import { testPortal } from '../testing/testPortal.ts';
import { askWith, tokenPair } from '../testing/tokenPairs.ts';
import { connectIdentityProvider } from './identityProvider.ts';
import { createKeyStore } from './keyStore.ts';
import { expectWithin } from '../testing/expectWithin.ts';

const statusesOf = (answers: Array<{ statusCode: number }>) => [...new Set(answers.map((answer) => answer.statusCode))];

test('fifty concurrent sign-ins with a new key fetch the keys once [T8]', async () => {
  const portal = await testPortal();
  const before = portal.issuer.keyFetches();
  await portal.issuer.rotate();
  const pairs = await Promise.all(
    Array.from({ length: 50 }, (_, i) => tokenPair(portal, { both: { sub: `person-${i}` } })),
  );
  expect(statusesOf(await Promise.all(pairs.map((pair) => askWith(portal, pair))))).toEqual([200]);
  expect(portal.issuer.keyFetches() - before).toBe(1);
});

test('a key that the provider removed is rejected after the next fetch, even for cached tokens [T8]', async () => {
  const portal = await testPortal();
  const pair = await tokenPair(portal);
  expect((await askWith(portal, pair)).statusCode).toBe(200);
  await portal.issuer.rotate();
  portal.issuer.dropOldKeys();
  expect((await askWith(portal, pair)).statusCode).toBe(200);
  await portal.parts.provider.keys()!.refresh();
  const answers = await Promise.all([pair, pair, pair].map((one) => askWith(portal, one)));
  expect(statusesOf(answers)).toEqual([401]);
  expect(answers[0]!.json()).toMatchObject({ code: 'token_signature' });
  expect((await askWith(portal, await tokenPair(portal))).statusCode).toBe(200);
});

test('keys are refreshed within ten minutes without requests [T8]', async () => {
  const issuer = await startTestIssuer();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const keys = createKeyStore({ jwksUri: `${issuer.issuer}/jwks` });
  onTestFinished(async () => {
    keys.close();
    vi.useRealTimers();
    await issuer.close();
  });
  await keys.refresh();
  await issuer.rotate();
  vi.advanceTimersByTime(10 * 60_000);
  await expect.poll(() => keys.generation()).toBe(2);
});

test('a flood of unknown keys causes at most three fetches, and a real rotation right after it is noticed [T8, T9]', async () => {
  const portal = await testPortal();
  const before = portal.issuer.keyFetches();
  const stranger = await createKey('key-1');
  const oddIds = ['../../dev/null', "' or 1=1", '__proto__', 'constructor', 'http://example.test/key'];
  const send = async (kid: string) =>
    askWith(portal, await tokenPair(portal, { bothKey: stranger, bothHeader: { kid } }));
  for (const kid of oddIds) expect((await send(kid)).statusCode).toBe(401);
  await portal.issuer.rotate();
  expect((await askWith(portal, await tokenPair(portal))).statusCode).toBe(200);
  expect(statusesOf(await Promise.all(Array.from({ length: 200 }, (_, i) => send(`unknown-${i}`))))).toEqual([401]);
  expect(portal.issuer.keyFetches() - before).toBeLessThanOrEqual(3);
});

test('a repeated fake key id does not use up the fetch for a real rotation, and causes another fetch only after half a minute [T8, T9]', async () => {
  const issuer = await startTestIssuer();
  let time = 0;
  const keys = createKeyStore({ jwksUri: `${issuer.issuer}/jwks`, clock: () => time });
  onTestFinished(async () => {
    keys.close();
    await issuer.close();
  });
  await keys.refresh();
  const before = issuer.keyFetches();
  const ask = async (kid: string) =>
    await Promise.resolve(keys.keyFor({ alg: 'RS256', kid }, undefined as never)).catch((error: unknown) => error);
  for (let i = 0; i < 20; i += 1) expect(await ask('attacker')).toMatchObject({ code: 'token_signature' });
  for (const kid of ['/dev/null', '../key', 'http://evil.test/key'])
    expect(await ask(kid)).toMatchObject({ code: 'token_signature' });
  expect(issuer.keyFetches() - before).toBe(1);
  await issuer.rotate();
  expect(await ask(issuer.key().publicJwk.kid as string)).toBeInstanceOf(CryptoKey);
  expect(issuer.keyFetches() - before).toBe(2);
  time += 60_001;
  await ask('attacker');
  expect(issuer.keyFetches() - before).toBe(3);
});

describe('while the key server fails', () => {
  const troubles: Record<string, (response: ServerResponse) => void> = {
    'an error 500': (response) => response.writeHead(500).end('{}'),
    'a page of HTML': (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
    'a redirect': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/jwks' }).end(),
    'an endless answer': (response) => {
      const write = (): void => void (response.destroyed || response.write(' '.repeat(64 * 1024), write));
      write();
    },
    'no keys': (response) => response.end('{"keys":[]}'),
    'keys that are none': (response) => response.end('{"keys":[null,{"kty":"oct","k":"AAAA","kid":"x"},7]}'),
    'keys for encryption only': (response) =>
      response.end('{"keys":[{"kty":"RSA","use":"enc","kid":"unknown","n":"AAAA","e":"AQAB"}]}'),
    null: (response) => response.end('null'),
    'a closed line': (response) => void response.destroy(),
    'half an answer and silence': (response) => void response.write('{"keys":['),
  };

  test('known keys work, and an unknown one gets 503 in time [T10]', { tags: 'timed' }, async () => {
    const issuer = await startTestIssuer();
    let time = 0;
    const keys = createKeyStore({ jwksUri: `${issuer.issuer}/jwks`, clock: () => time });
    onTestFinished(async () => {
      keys.close();
      await issuer.close();
    });
    await keys.refresh();
    for (const [trouble, answer] of Object.entries(troubles)) {
      issuer.answerKeysWith(answer);
      time += HOUR_MS;
      const started = performance.now();
      const failure = await Promise.resolve(keys.keyFor({ alg: 'RS256', kid: 'unknown' }, undefined as never)).catch(
        (error: unknown) => error,
      );
      expect(failure, trouble).toMatchObject({ code: 'unavailable' });
      expect(failure).toBeInstanceOf(PortalError);
      expectWithin(6000, performance.now() - started, trouble);
      expect(await keys.keyFor({ alg: 'RS256', kid: 'key-1' }, undefined as never), trouble).toBeDefined();
      expect(keys.isReady()).toBe(true);
    }
    expect(keys.generation()).toBe(1);
  });

  test(
    'a hanging fetch does not affect known keys, and others get 503 within six seconds [T10]',
    { tags: 'timed' },
    async () => {
      const portal = await testPortal();
      const stranger = await createKey('unknown');
      const [unknown, known] = [await tokenPair(portal, { bothKey: stranger }), await tokenPair(portal)];
      portal.issuer.answerKeysWith(() => {});
      const started = performance.now();
      const waiting = Promise.all([unknown, unknown, unknown].map((pair) => askWith(portal, pair)));
      expect((await askWith(portal, known)).statusCode).toBe(200);
      expectWithin(4000, performance.now() - started);
      const answers = await waiting;
      expect(statusesOf(answers)).toEqual([503]);
      expect(answers[0]!.headers).toMatchObject({
        'retry-after': '5',
        'content-type': 'application/problem+json; charset=utf-8',
      });
      expect(answers[0]!.headers['www-authenticate']).toBeUndefined();
      expectWithin(6000, performance.now() - started);
      portal.issuer.answerKeysWith(undefined);
    },
  );
});

test('a cold start under load rejects no one: it is not ready until the keys have been fetched, once [T11, R3]', async () => {
  const portal = await testPortal();
  const pairs = await Promise.all(
    Array.from({ length: 20 }, (_, i) => tokenPair(portal, { both: { sub: `person-${i}` } })),
  );
  let answerNow = () => {};
  portal.issuer.answerKeysWith(
    (response) => void (answerNow = () => response.end(JSON.stringify({ keys: [portal.issuer.key().publicJwk] }))),
  );
  const before = portal.issuer.keyFetches();
  const provider = connectIdentityProvider(portal.parts.config);
  const cold = await createPortal({ ...portal.parts, provider });
  onTestFinished(async () => {
    provider.close();
    await cold.close();
  });
  const askAll = () => Promise.all(pairs.map((pair) => askWith({ ...portal, portal: cold }, pair)));

  const early = await askAll();
  expect(statusesOf(early)).toEqual([503]);
  expect(early[0]!.headers['retry-after']).toBe('2');
  expect((await cold.inject('/readyz')).statusCode).toBe(503);
  expect((await cold.inject('/')).statusCode).toBe(503);
  expect((await cold.inject('/healthz')).statusCode).toBe(200);
  await expect.poll(() => portal.issuer.keyFetches() - before).toBe(1);
  answerNow();
  await provider.ready;
  expect((await cold.inject('/readyz')).statusCode).toBe(200);
  expect(statusesOf(await askAll())).toEqual([200]);
  expect(portal.issuer.keyFetches() - before).toBe(1);
});
