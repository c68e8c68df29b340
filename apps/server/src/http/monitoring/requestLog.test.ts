import { Writable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../config.ts';
import { createPortal } from '../../app.ts';
import { listen } from '../../testing/rawHttp.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { askWith, tokenPair } from '../../testing/tokenPairs.ts';
import { PortalError } from '../../errors.ts';
import { createLogger } from './requestLog.ts';

const shared = sharedPortal({
  extend(portal) {
    const open = { config: { access: 'anyone' as const } };
    portal.get('/test/bug', open, () =>
      Promise.reject(
        Object.assign(new TypeError('x is not a function'), {
          detail: 'Key (email)=(bo@portico.test) exists',
          query: 'secret words',
        }),
      ),
    );
    portal.get('/test/text', open, () => Promise.reject('a text with bo@portico.test' as unknown as Error));
    const odd: unknown[] = [
      new DOMException('timed out', 'TimeoutError'),
      null,
      undefined,
      7,
      { code: 22 },
      { code: null, message: {}, statusCode: 'x' },
      Object.create(null),
      new AggregateError([], 'several'),
    ];
    odd.forEach((error, index) => portal.get(`/test/odd/${index}`, open, () => Promise.reject(error as Error)));
    portal.get('/test/busy', open, () =>
      Promise.reject(new PortalError('unavailable', 'Busy.', { cause: new Error('the pool is full'), retryAfter: 1 })),
    );
  },
});
const linesOf = (requestId: unknown) => shared().logged.filter((line) => line['reqId'] === requestId);

test('every request is logged on one line with time, id, person, route, status and duration [L2]', async () => {
  const { portal, as, db } = shared();
  const headers = await as('ana').headers();
  const answer = await portal.inject({ url: '/api/v1/news?page=1', headers });
  const lines = linesOf(answer.headers['x-request-id']);
  const { id } = await db.selectFrom('users').select('id').where('subject', '=', 'ana').executeTakeFirstOrThrow();
  expect(lines).toEqual([
    {
      level: 'info',
      msg: 'request',
      reqId: answer.headers['x-request-id'],
      route: 'GET /api/v1/news',
      status: 200,
      userId: id,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      ms: expect.any(Number) as number,
    },
  ]);
  const news = await portal.inject({ url: '/api/v1/news/00000000-0000-4000-8000-000000000000', headers });
  expect(linesOf(news.headers['x-request-id'])).toMatchObject([{ route: 'GET /api/v1/news/:newsId', status: 404 }]);
  for (const url of ['/nothing.js', '/%zz', '/', '/assets/main.js']) {
    const { 'x-request-id': requestId } = (await portal.inject(url)).headers;
    expect(
      linesOf(requestId).filter((line) => line['msg'] === 'request'),
      url,
    ).toHaveLength(1);
  }
});

test('tokens, cookies, typed text, email addresses and names never appear in the log [L1]', async () => {
  const { portal, as, logged } = shared();
  const { authorization = '', 'id-token': idToken = '' } = await as('ana').headers();
  const typed = 'very-private-words';
  const requests = [
    { url: `/api/v1/news?category=${typed}&q=${typed}`, headers: { authorization, 'id-token': idToken } },
    { url: `/api/v1/news?page=${typed}`, headers: { authorization, 'id-token': idToken } },
    { url: `/api/v1/news/${typed}`, headers: { authorization, 'id-token': idToken } },
    { url: `/${typed}/bo@portico.test?access_token=${authorization.slice(7)}` },
    { url: `/${typed}.js` },
    { url: `/%zz${typed}` },
    { url: `/auth/callback?code=${typed}&state=${typed}` },
    {
      url: '/api/v1/home',
      headers: {
        authorization: `Bearer ${typed}`,
        'id-token': typed,
        cookie: `id_token=${typed}`,
        'user-agent': typed,
        referer: `https://x.test/${typed}`,
        'x-forwarded-for': typed,
        'x-request-id': typed,
      },
    },
    {
      url: '/media/00000000-0000-4000-8000-000000000000/320.webp',
      headers: { cookie: `id_token=${idToken}; access_token=${authorization.slice(7)}` },
    },
    {
      method: 'POST' as const,
      url: '/api/v1/csp-reports',
      headers: { 'content-type': 'application/json' },
      payload: `{"${typed}":"${typed}"}`,
    },
    {
      method: 'POST' as const,
      url: '/api/v1/csp-reports',
      headers: { 'content-type': 'application/json' },
      payload: `{"${typed}`,
    },
    { url: '/test/bug' },
    { url: '/test/text' },
  ];
  for (const request of requests) await portal.inject(request);
  await askWith(
    shared(),
    await tokenPair(shared(), {
      both: { sub: 'subject-of-bo' },
      id: { email: 'bo@portico.test', given_name: 'Bonifatius' },
    }),
  );
  await askWith(
    shared(),
    await tokenPair(shared(), { both: { sub: 'subject-of-bo', iss: 'x' }, id: { email: 'bo@portico.test' } }),
  );
  const log = JSON.stringify(logged);
  for (const secret of [
    typed,
    'bo@portico.test',
    'Bonifatius',
    'subject-of-bo',
    'secret words',
    authorization.slice(7, 60),
    authorization.slice(-60),
    idToken.slice(-60),
  ])
    expect(log).not.toContain(secret);
  expect(logged.length).toBeGreaterThan(requests.length);
});

test('line breaks and quotes in a request cannot forge log lines: each is JSON with our own request id [L2]', async () => {
  const lines: string[] = [];
  const { parts } = shared();
  const sink = new Writable({
    write: (chunk, _encoding, done) => (lines.push(...String(chunk).split('\n').slice(0, -1)), done()),
  });
  const portal = await createPortal({ ...parts, logger: createLogger(parts.config, sink) });
  onTestFinished(() => portal.close());
  const port = await listen(portal);
  const forged = '%0d%0a{"level":"info","msg":"forged"}';
  for (const path of [
    `/${forged}`,
    `/api/v1/news?category=${forged}`,
    `/api/v1/news/%22%7d%0a${forged}`,
    `/x.js?${forged}`,
  ])
    await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'x-request-id': 'mine', 'user-agent': '"}{"msg":"forged"}' },
    });
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(4);
  for (const line of lines) {
    const entry = JSON.parse(line) as Record<string, unknown>;
    expect(entry['msg']).not.toBe('forged');
    expect(entry['reqId']).not.toBe('mine');
  }
});

describe('an error', () => {
  test.for([
    ['/test/bug', 500, 'internal', 'unhandled error'],
    ['/test/text', 500, 'internal', 'unhandled error'],
    ['/test/busy', 503, 'unavailable', 'not available'],
  ] as const)(
    'answered by %s has the id under which details are logged once, and the process survives [L7, ERROR-008]',
    async ([url, status, code, message]) => {
      const answer = await shared().portal.inject(url);
      expect(answer.json()).toMatchObject({ status, code, requestId: answer.headers['x-request-id'] });
      expect(answer.body).not.toMatch(/is not a function|bo@portico|stack|pool/);
      expect(linesOf(answer.headers['x-request-id']).filter((line) => line['msg'] === message)).toHaveLength(1);
      expect((await shared().portal.inject('/healthz')).statusCode).toBe(200);
    },
  );

  test('of any kind results in problem details [L7, D1]', async () => {
    for (let index = 0; index < 8; index += 1) {
      const answer = await shared().portal.inject(`/test/odd/${index}`);
      expect(answer.json(), String(index)).toMatchObject({
        status: 500,
        code: 'internal',
        detail: 'Something went wrong on our side.',
      });
    }
  });

  test('of the server is logged with its stack and without row data from the database [L1, L7]', async () => {
    const answer = await shared().portal.inject('/test/bug');
    const line = linesOf(answer.headers['x-request-id']).find((one) => one['msg'] === 'unhandled error');
    expect(line).toMatchObject({
      level: 'error',
      route: 'GET /test/bug',
      error: {
        type: 'TypeError',
        message: 'x is not a function',
        stack: expect.stringContaining('requestLog.test.ts') as string,
      },
    });
    expect(JSON.stringify(line)).not.toMatch(/email|secret/);
  });

  test('of the caller is logged with its reason if sign-in was rejected [L3]', async () => {
    const answer = await shared().portal.inject('/api/v1/home');
    expect(linesOf(answer.headers['x-request-id'])).toMatchObject([
      { msg: 'refused', reason: 'token_missing' },
      { msg: 'request', status: 401 },
    ]);
  });
});

test('the log level can be set, down to silent', () => {
  const written = (level: string) => {
    const lines: string[] = [];
    const logger = createLogger(
      loadConfig({ DATABASE_URL: 'postgres://x/y', OIDC_ISSUER: 'http://x', OIDC_CLIENT_ID: 'x', LOG_LEVEL: level }),
      { write: (line: string) => void lines.push(line) },
    );
    logger.info('one');
    logger.warn('two');
    return lines.length;
  };
  expect([written('info'), written('warn'), written('silent')]).toEqual([2, 1, 0]);
});
