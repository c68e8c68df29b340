import { createHmac, randomBytes } from 'node:crypto';

/** Symmetric keys are `whsec_` followed by base64. Source: Standard Webhooks. */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/**
 * The headers of one attempt. Receivers accept any of the signatures, so that a secret can be replaced without a gap.
 * Source: Standard Webhooks.
 */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  secrets: string[],
  now: Date,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
