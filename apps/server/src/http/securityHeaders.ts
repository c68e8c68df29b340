import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { IdentityProvider } from '../sign-in/identityProvider.ts';

const HSTS_SECONDS = 2 * 365 * 24 * 3600;
const PERMISSIONS = ['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'microphone', 'midi', 'payment', 'usb']
  .map((feature) => `${feature}=()`).join(', ');
export const REPORTS_PATH = '/api/v1/csp-reports';

/**
 * Headers that every answer carries. What is not a page may do nothing at all in a browser; pages get their own policy
 * from `pagePolicy`. Source: TRUST H1-H5.
 */
export async function addSecurityHeaders(portal: FastifyInstance, config: Config): Promise<void> {
  const isTls = config.PUBLIC_URL.startsWith('https:');
  await portal.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"], sandbox: [] } },
    strictTransportSecurity: isTls ? { maxAge: HSTS_SECONDS, includeSubDomains: true, preload: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  portal.addHook('onRequest', async (_request, reply) => {
    void reply.header('permissions-policy', PERMISSIONS);
  });
}

export const createNonce = (): string => randomBytes(16).toString('base64');

/** The policy of a page: nothing inline, nothing from elsewhere but what signing in and profile pictures need. Source: TRUST H2, H3. */
export function pagePolicy(config: Config, provider: IdentityProvider, page: { nonce: string; frameAncestors: "'none'" | "'self'" }): string {
  const settings = provider.signInSettings();
  const providerOrigins = [...new Set([settings?.authorizationEndpoint, settings?.tokenEndpoint, settings?.jwksUri]
    .filter((address) => address !== undefined).map((address) => new URL(address).origin))];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${page.nonce}'`],
    'style-src': ["'self'", `'nonce-${page.nonce}'`],
    'img-src': ["'self'", ...config.IMAGE_ORIGINS],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...providerOrigins],
    'frame-src': ["'self'", ...providerOrigins],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [page.frameAncestors],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['portico'],
    'report-to': ['csp'],
    ...(config.PUBLIC_URL.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives).map(([name, values]) => [name, ...values].join(' ')).join('; ');
}
