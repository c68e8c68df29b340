import { describe, expect, test } from 'vitest';
import { observatoryScore, type ScannedAnswer } from '../../testing/services/observatory.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

/** The score required for A+. */
const A_PLUS_SCORE = 130;

const shared = sharedPortal({
  env: { PUBLIC_URL: 'https://portal.example.com', OIDC_ISSUER: 'https://id.example.com' },
  issuer: {
    issuer: 'https://id.example.com',
    discovery: {
      authorization_endpoint: 'https://id.example.com/auth',
      token_endpoint: 'https://tokens.example.com/token',
    },
  },
});

async function scan(url: string): Promise<ScannedAnswer> {
  const { headers, body } = await shared().portal.inject(url);
  // The test provider serves its keys from this machine over plain http; a real one does not.
  const policy = String(headers['content-security-policy']).replaceAll(/ http:\/\/(?:localhost|127\.0\.0\.1):\d+/g, '');
  return {
    headers: { ...headers, 'content-security-policy': policy },
    html: String(headers['content-type']).startsWith('text/html') ? body : '',
  };
}

test.for([
  '/',
  '/news',
  '/auth/callback?code=x&state=y',
  '/auth/silent',
  '/logout',
  '/forbidden',
  '/api/docs',
  '/assets/main.js',
  '/api/v1/version',
  '/api/v1/home',
  '/x.js',
  '/healthz',
])('behind TLS, %s scores at least 130 points, which is A+ [H1]', async (url) => {
  expect(observatoryScore(await scan(url))).toBeGreaterThanOrEqual(A_PLUS_SCORE);
});

describe('the score falls with', () => {
  const without =
    (name: string, value?: string) =>
    ({ headers }: ScannedAnswer): ScannedAnswer => ({ headers: { ...headers, [name]: value }, html: '' });
  const policy =
    (from: string | RegExp, to: string) =>
    ({ headers, html }: ScannedAnswer) => ({
      headers: { ...headers, 'content-security-policy': String(headers['content-security-policy']).replace(from, to) },
      html,
    });
  test.for<[string, (answer: ScannedAnswer) => ScannedAnswer, number]>([
    ['no policy', without('content-security-policy'), 75],
    ['inline scripts', policy(/script-src [^;]+/, "script-src 'self' 'unsafe-inline'"), 80],
    ['eval', policy("script-src 'self'", "script-src 'self' 'unsafe-eval'"), 90 + 20],
    ['scripts from anywhere', policy("script-src 'self'", 'script-src https:'), 80],
    ['inline styles', policy(/style-src [^;]+/, "style-src 'unsafe-inline'"), 120],
    ["a policy that does not start from 'none'", policy("default-src 'none'", "default-src 'self'"), 125],
    ['a connection in the clear', policy("connect-src 'self'", 'connect-src http://x.test'), 80],
    ['framing by anybody', policy("frame-ancestors 'none'", 'frame-ancestors *'), 125],
    ['no HSTS', without('strict-transport-security'), 80],
    ['a short HSTS', without('strict-transport-security', 'max-age=86400'), 90 + 30],
    ['no nosniff', without('x-content-type-options'), 125],
    ['a telling referrer', without('referrer-policy', 'unsafe-url'), 95 + 25],
    ['no resource policy', without('cross-origin-resource-policy'), 120],
    ['a session cookie that scripts can read', without('set-cookie', 'id_token=x; Secure; SameSite=Lax'), 70],
    ['a cookie in the clear', without('set-cookie', 'theme=dark; SameSite=Lax'), 80],
    ['a cookie for every site', without('set-cookie', 'theme=dark; Secure; SameSite=None'), 80],
    ['foreign scripts', ({ headers }) => ({ headers, html: '<script src="https://cdn.test/x.js"></script>' }), 125],
    [
      'credentials for other origins',
      ({ headers }) => ({
        headers: {
          ...headers,
          'access-control-allow-origin': 'https://x.test',
          'access-control-allow-credentials': 'true',
        },
        html: '',
      }),
      50,
    ],
  ])('%s', async ([, weaken, score]) => expect(observatoryScore(weaken(await scan('/')))).toBe(score));
});
