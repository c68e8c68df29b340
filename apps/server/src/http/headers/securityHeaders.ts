import { randomBytes } from 'node:crypto';
import { VIDEO_FRAME_ORIGINS } from '@portico/kinds/embeddedVideo';
import type { Config } from '../../config.ts';
import type { IdentityProvider } from '../../sign-in/identityProvider.ts';

const HSTS_SECONDS = 2 * 365 * 24 * 3600;
const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');
export const REPORTS_PATH = '/api/v1/csp-reports';

/** For responses that must not do anything in a browser. */
const INERT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** For our workers: they can load our own scripts and nothing else. Browsers do not run a worker with `sandbox`. */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of every response. Anything but a page is inert in a browser; pages get their own policy from
 * `pagePolicy`. Source: TRUST H1-H5.
 */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy': INERT_POLICY,
    ...(config.PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': strictTransport(config) } : {}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS,
    'x-dns-prefetch-control': 'off',
    'x-permitted-cross-domain-policies': 'none',
  };
}

function strictTransport({ HSTS_INCLUDE_SUBDOMAINS, HSTS_PRELOAD }: Config): string {
  return [`max-age=${HSTS_SECONDS}`, HSTS_INCLUDE_SUBDOMAINS && 'includeSubDomains', HSTS_PRELOAD && 'preload']
    .filter(Boolean)
    .join('; ');
}

export const createNonce = (): string => randomBytes(16).toString('base64');

/**
 * The policy of a page: nothing inline, and from other origins only what sign-in, profile pictures, videos and the
 * configured analytics need. Source: TRUST H2, H3, X3.
 */
export function pagePolicy(
  config: Config,
  provider: Pick<IdentityProvider, 'signInSettings'>,
  page: { nonce: string; frameAncestors: "'none'" | "'self'" },
): string {
  const settings = provider.signInSettings();
  const providerOrigins = [
    ...new Set(
      [settings?.authorizationEndpoint, settings?.tokenEndpoint, settings?.jwksUri]
        .filter((address) => address !== undefined)
        .map((address) => new URL(address).origin),
    ),
  ];
  const analytics =
    config.ANALYTICS_ID !== undefined && config.ANALYTICS_SCRIPT_URL !== undefined
      ? [new URL(config.ANALYTICS_SCRIPT_URL).origin]
      : [];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${page.nonce}'`, ...analytics],
    'style-src': ["'self'", `'nonce-${page.nonce}'`],
    'img-src': ["'self'", ...config.IMAGE_ORIGINS],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...providerOrigins, ...analytics],
    'media-src': ["'self'"],
    'frame-src': ["'self'", ...providerOrigins, ...VIDEO_FRAME_ORIGINS],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [page.frameAncestors],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['portico'],
    'report-to': ['csp'],
    ...(config.PUBLIC_URL.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}
