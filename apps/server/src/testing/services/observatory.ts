/** A response as an external scanner sees it, over https. */
export interface ScannedAnswer {
  headers: Record<string, unknown>;
  /** Empty for anything that is not a page. */
  html: string;
}

const SIX_MONTHS_SECONDS = 15_768_000;
const PRIVATE_REFERRERS = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
/** Bonus points count only from this score on. */
const MIN_BONUS_SCORE = 90;

type Rule = (answer: ScannedAnswer) => number;

const policyOf = ({ headers }: ScannedAnswer): Map<string, string[]> =>
  new Map(
    String(headers['content-security-policy'] ?? '')
      .split(';')
      .map((one) => one.trim().split(/\s+/))
      .filter(([name]) => name !== '')
      .map(([name = '', ...values]) => [name.toLowerCase(), values.map((value) => value.toLowerCase())]),
  );

/** Sources of a directive as a browser interprets them: `unsafe-inline` is ignored next to a nonce or a hash. */
function sourcesOf(policy: Map<string, string[]>, name: string): string[] {
  const sources = policy.get(name) ?? policy.get('default-src') ?? ['*'];
  return sources.some((source) => /^'(?:nonce|sha\d+)-/.test(source))
    ? sources.filter((source) => source !== "'unsafe-inline'")
    : sources;
}

const contentSecurityPolicy: Rule = (answer) => {
  if (answer.headers['content-security-policy'] === undefined) return -25;
  const policy = policyOf(answer);
  const [scripts, objects, styles] = [
    sourcesOf(policy, 'script-src'),
    sourcesOf(policy, 'object-src'),
    sourcesOf(policy, 'style-src'),
  ];
  const isOpen = (sources: string[]) =>
    sources.some((source) => ["'unsafe-inline'", '*', 'data:', 'http:', 'https:', 'ftp:'].includes(source));
  if (isOpen(scripts) || isOpen(objects)) return -20;
  const active = [
    ...scripts,
    ...styles,
    ...objects,
    ...sourcesOf(policy, 'connect-src'),
    ...sourcesOf(policy, 'frame-src'),
  ];
  if (active.some((source) => source.startsWith('http://') || source.startsWith('ws://'))) return -20;
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10;
  if (isOpen(styles)) return 0;
  if (sourcesOf(policy, 'img-src').some((source) => source.startsWith('http:'))) return -10;
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5;
};

/** Each Set-Cookie must be Secure; a name that looks like a session cookie also requires HttpOnly. */
const cookies: Rule = ({ headers }) => {
  const set = [headers['set-cookie'] ?? []].flat().map(String);
  if (set.length === 0) return 0;
  const has = (cookie: string, attribute: string) => new RegExp(`;\\s*${attribute}`, 'i').test(cookie);
  const isSession = (cookie: string) => /login|sess|token/i.test(cookie.split('=')[0]!);
  if (set.some((cookie) => isSession(cookie) && !has(cookie, 'secure'))) return -40;
  if (set.some((cookie) => isSession(cookie) && !has(cookie, 'httponly'))) return -30;
  if (set.some((cookie) => !has(cookie, 'secure'))) return -20;
  return set.every((cookie) => has(cookie, 'samesite=(?:lax|strict)'))
    ? 5
    : set.some((cookie) => has(cookie, 'samesite=none'))
      ? -20
      : 0;
};

const crossOriginSharing: Rule = ({ headers }) => {
  const origin = headers['access-control-allow-origin'];
  return origin !== undefined && origin !== '*' && headers['access-control-allow-credentials'] === 'true' ? -50 : 0;
};

const strictTransport: Rule = ({ headers }) => {
  const seconds = /max-age=(\d+)/.exec(String(headers['strict-transport-security'] ?? ''))?.[1];
  if (seconds === undefined) return -20;
  return Number(seconds) >= SIX_MONTHS_SECONDS ? 0 : -10;
};

const referrer: Rule = ({ headers }) => {
  const policy = headers['referrer-policy'];
  if (policy === undefined) return 0;
  return PRIVATE_REFERRERS.includes(String(policy)) ? 5 : -5;
};

const foreignScripts: Rule = ({ html }) => {
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)].filter(([, src = '']) =>
    /^(?:[a-z]+:)?\/\//i.test(src),
  );
  if (tags.length === 0) return 0;
  if (tags.some(([, src = '']) => !src.startsWith('https:'))) return -50;
  return tags.every(([tag]) => tag.includes('integrity="')) ? 5 : -5;
};

const contentTypeOptions: Rule = ({ headers }) => (headers['x-content-type-options'] === 'nosniff' ? 0 : -5);

const framing: Rule = (answer) => {
  const ancestors = policyOf(answer).get('frame-ancestors');
  if (ancestors && !ancestors.includes('*')) return 5;
  return /^(?:deny|sameorigin)$/i.test(String(answer.headers['x-frame-options'] ?? '')) ? 0 : -20;
};

const resourcePolicy: Rule = ({ headers }) =>
  ['same-origin', 'same-site'].includes(String(headers['cross-origin-resource-policy'])) ? 10 : 0;

/**
 * The points that a response gets by the published rules of the HTTP Observatory: 100 to begin with, minus the worst of
 * each subject, with a bonus only for those that have lost little. Left out is what a server cannot show on its own:
 * the redirect from http (0 if there is one) and being on the preload list (up to 5 more). Source:
 * developer.mozilla.org/observatory, tests and scoring; TRUST H1.
 */
export function observatoryScore(answer: ScannedAnswer): number {
  const points = [
    contentSecurityPolicy,
    cookies,
    crossOriginSharing,
    strictTransport,
    referrer,
    foreignScripts,
    contentTypeOptions,
    framing,
    resourcePolicy,
  ].map((rule) => rule(answer));
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const score = 100 + sum(points.filter((one) => one < 0));
  return Math.max(0, score >= MIN_BONUS_SCORE ? score + sum(points.filter((one) => one > 0)) : score);
}
