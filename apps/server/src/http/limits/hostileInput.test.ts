import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { Problem } from '@portico/contracts/errors';
import { z } from 'zod/mini';
import { sharedPortal } from '../../testing/testPortal.ts';
import { expectWithin } from '../../testing/expectWithin.ts';

const Body = z.object({ name: z.string(), nested: z.optional(z.object({ list: z.array(z.int()) })) });
const Name = z.object({ name: z.string() });
const Talk = z.extend(Name, { friends: z.array(Name), boss: z.nullable(Name) });
const shared = sharedPortal({
  // Each endpoint is called several times by one person.
  env: { RATE_LIMIT_PER_MINUTE: '0' },
  extend(portal) {
    portal.post('/test/body', { config: { access: 'anyone' }, schema: { body: Body } }, (request) =>
      Promise.resolve({ got: request.body }),
    );
    portal.get('/test/talkative', { config: { access: 'anyone' }, schema: { response: { 200: Talk } } }, () =>
      Promise.resolve({
        name: 'Ana',
        email: 'ana@portico.test',
        friends: [{ name: 'Bo', subject: 's', toString: 1 }],
        boss: null,
        roles: ['admin'],
      }),
    );
  },
});
let headers: Record<string, string>;
beforeAll(async () => {
  headers = await shared().as('ana').headers();
  await shared().make.news({ categories: ['Tax'] });
});

/** No server error, no internals revealed, and problem details for every rejection. */
function expectClean(answer: LightMyRequestResponse, what: string): void {
  expect(answer.statusCode, `${what}\n${answer.body}`).toBeLessThan(500);
  expect(answer.body, what).not.toMatch(
    /node_modules|\.ts:|\bat \w+ \(|syntax error|relation "|select .+ from|\/work\/|\/home\//i,
  );
  if (answer.statusCode >= 400) expect(z.safeParse(Problem, answer.json()).success, answer.body).toBe(true);
}

const nasty = [
  '\u0000',
  "'",
  '"',
  '\\',
  ';--',
  "' or '1'='1",
  '$1',
  '%',
  '%00',
  '__proto__',
  'constructor',
  '{}',
  '[]',
  'null',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '9'.repeat(400),
  '\ud800',
  '\u202e',
  '\r\nX: y',
  '../../etc/passwd',
  '<script>',
  '{{7*7}}',
  '${7*7}',
  "\\'; select pg_sleep(9);--",
  '(?:a+)+$',
  'a'.repeat(3000),
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-01-01T00:00:00+99:99',
];
const hostileText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
);
/** Percent-encoded text, sometimes invalid. */
const inAddress = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%2', '%zz', '%00', '%c0%ae', '%ed%a0%80', '%ff', '+', '%2b', '%2F', '..%2f'),
);

/** Every query is an object, but the type of an endpoint names only what it parses to. */
function namesIn(query: z.core.$ZodType): string[] {
  if (query instanceof z.ZodMiniObject) return Object.keys(query.shape);
  throw new Error('A query is no object.');
}

describe.for(Object.entries<Endpoint>(api))('%s', ([, endpoint]) => {
  const names = endpoint.query ? namesIn(endpoint.query) : [];
  const keyName = fc.oneof(
    fc.constantFrom(...names, 'x', '__proto__', '__proto__[polluted]', 'constructor[prototype][polluted]', 'toString'),
    names.length > 0
      ? fc
          .constantFrom(...names)
          .chain((name) => fc.constantFrom(`${name}[]`, `${name}[0]`, `${name}[__proto__]`, `${name}.x`))
      : fc.constant('y'),
    inAddress,
  );

  test('handles any parameter cleanly [D1, D2, D10]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(inAddress, { minLength: 2, maxLength: 2 }),
        fc.array(fc.tuple(keyName, inAddress), { maxLength: 6 }),
        async (values, query) => {
          let count = 0;
          const path = endpoint.path.replaceAll(/:\w+/g, () => values[count++ % values.length]!);
          const url = `${path}?${query.map(([key, value]) => `${key}=${value}`).join('&')}`;
          expectClean(await shared().portal.inject({ method: endpoint.method, url, headers }), url);
        },
      ),
      { numRuns: names.length > 0 || endpoint.path.includes(':') ? 150 : 25 },
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('an address', () => {
  const get = (url: string) => shared().portal.inject({ url, headers });

  test('can have at most a hundred parameters and 4096 characters [D3, D10]', async () => {
    const parameters = (count: number) => `/api/v1/version?${Array.from({ length: count }, () => 'a=b').join('&')}`;
    expect((await get(parameters(100))).statusCode).toBe(200);
    expect((await get(parameters(101))).json()).toMatchObject({ status: 400, code: 'malformed_request' });
    const long = (length: number) => `/api/v1/version?a=${'x'.repeat(length - '/api/v1/version?a='.length)}`;
    expect((await get(long(4096))).statusCode).toBe(200);
    expect((await get(long(4097))).json()).toMatchObject({ status: 400 });
  });

  test('is rejected if it repeats a parameter that may occur only once [D10]', async () => {
    for (const query of [
      'page=1&page=2',
      'sort=Ascending&sort=Descending',
      'pageSize[]=1',
      'page=',
      'from=2026-01-01T00:00:00Z&from=x',
    ]) {
      const answer = await get(`/api/v1/news?${query}`);
      expect([200, 400], query).toContain(answer.statusCode);
      if (!query.includes('[')) expect(answer.json()).toMatchObject({ code: 'invalid_input' });
    }
  });
});

describe('a body', () => {
  const post = (payload: string, type = 'application/json') =>
    shared().portal.inject({ method: 'POST', url: '/test/body', headers: { 'content-type': type }, payload });
  const nested = (depth: number) => `{"name":"x","deep":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const keyed = (count: number) => `{"name":"x"${Array.from({ length: count - 1 }, (_, i) => `,"k${i}":0`).join('')}}`;
  const sized = (bytes: number) => `{"name":"${'x'.repeat(bytes - '{"name":""}'.length)}"}`;

  test.for<[string, string, string]>([
    ['32 levels deep', nested(32), nested(33)],
    ['with 1,000 keys', keyed(1000), keyed(1001)],
    ['of 1 MiB', sized(1_048_576), sized(1_048_577)],
  ])('%s is accepted, and more is rejected [D3]', async ([, most, more]) => {
    expect((await post(most)).statusCode).toBe(200);
    expect((await post(more)).json()).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  test('is rejected quickly, before it is parsed, if it nests too deep [D3]', { tags: 'timed' }, async () => {
    const bomb = '['.repeat(500_000) + ']'.repeat(500_000);
    const durationsMs: number[] = [];
    // The fastest of several runs: other work on the machine delays some of them.
    for (let count = 0; count < 5; count += 1) {
      const started = performance.now();
      expect((await post(bomb)).statusCode).toBe(413);
      durationsMs.push(performance.now() - started);
    }
    expectWithin(250, Math.min(...durationsMs));
    expect((await post('{"name":"{{{{{{[[[[[::::::\\"{[:"}')).statusCode).toBe(200);
  });

  test.for([
    '{"name":"x","__proto__":{"polluted":1}}',
    '{"name":"x","constructor":{"prototype":{"polluted":1}}}',
    '{"name":"x","nested":{"list":[],"__proto__":{"polluted":1}}}',
    '{"name":"x","\\u005f_proto__":{"polluted":1}}',
  ])('%s pollutes nothing [D10]', async (payload) => {
    const answer = await post(payload);
    expectClean(answer, payload);
    expect(answer.statusCode).toBe(400);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('of the wrong type, content type or encoding is rejected with the location of the error [D1, D10]', async () => {
    for (const payload of [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '1',
      '{"name":1}',
      '{"name":null}',
      '{"name":["x"]}',
      '{"name":{"toString":"x"}}',
      '{"name":"x","nested":{"list":["1"]}}',
      '{"name":"x","nested":{"list":[1e999]}}',
      '\ufeff{"name":"x"',
      '{"name":"x"}x',
    ])
      expect((await post(payload)).statusCode, payload).toBe(400);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/html',
      'application/json-patch+json',
      'x',
      'application/xml',
    ])
      expect((await post('{"name":"x"}', type)).json()).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    expect((await post('{"name":1,"nested":{"list":[true]}}')).json()).toMatchObject({
      issues: [{ path: 'body.name' }, { path: 'body.nested.list.0' }],
    });
  });

  test('with any JSON gets a clean response [D1]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6, stringUnit: 'binary' }), async (payload) =>
        expectClean(await post(payload), payload),
      ),
      { numRuns: 100 },
    );
  });
});

test('reports of policy violations are accepted from anyone, with any content, up to their size limit [D1, D3]', async () => {
  const report = (payload: string, type = 'application/reports+json') =>
    shared().portal.inject({ method: 'POST', url: '/api/v1/csp-reports', headers: { 'content-type': type }, payload });
  const valid = [
    {
      type: 'csp-violation',
      body: {
        effectiveDirective: 'script-src\r\n{"level":"forged"}',
        blockedURL: 'https://evil.test/a?token=abc',
        documentURL: 'https://portal.test/?q=secret',
      },
    },
  ];
  expect((await report(JSON.stringify(valid))).statusCode).toBe(204);
  const line = shared().logged.find((one) => one['msg'] === 'a page violated its policy');
  expect(line).toMatchObject({ directive: 'script-srclevelforged', blocked: 'https://evil.test' });
  expect(JSON.stringify(line)).not.toMatch(/token|secret/);
  expect((await report(JSON.stringify([{ filler: 'x'.repeat(16 * 1024) }]))).statusCode).toBe(413);
  expect((await report('['.repeat(40))).statusCode).toBe(413);
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 4 }), async (payload) => expectClean(await report(payload), payload)),
    { numRuns: 50 },
  );
});

test('fields beyond the contract never leave the server [A7]', async () => {
  expect((await shared().portal.inject('/test/talkative')).json()).toEqual({
    name: 'Ana',
    friends: [{ name: 'Bo' }],
    boss: null,
  });
});
