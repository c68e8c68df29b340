import { HOUR_S } from '@portico/contracts/durations';
/** The longest of our own delays, so that a receiver cannot postpone a delivery until the webhook is given up. */
export const MAX_RETRY_DELAY_S = 20 * HOUR_S;

/** HTTP dates in the format that senders must use. Source: RFC 9110, section 5.6.7. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * When a receiver wants to be called again, at most 20 hours from now; undefined if it says nothing that can be
 * understood. Source: RFC 9110, section 10.2.3.
 */
export function retryAfterOf(header: string | undefined, now: Date): Date | undefined {
  const text = header?.trim() ?? '';
  const delayMs = /^\d{1,10}$/.test(text)
    ? Number(text) * 1000
    : HTTP_DATE.test(text)
      ? Date.parse(text) - now.getTime()
      : NaN;
  if (!(delayMs > 0)) return undefined;
  return new Date(now.getTime() + Math.min(delayMs, MAX_RETRY_DELAY_S * 1000));
}
