import type { FastifyInstance } from 'fastify';
import { HOUR_S } from '@portico/contracts/durations';
import { getRememberedBrowserStatus, rotateBrowserId } from '@portico/contracts/account';
import { closeNotificationBannerPreview } from '@portico/contracts/home';
import { countAudience, countItemReaders, includesPerson } from '@portico/contracts/studio/audience';
import type { Db } from '../../db/pool.ts';
import { readReadOnlyMode } from '../../db/readOnlyMode.ts';
import { shareRuns } from '../../db/shareRuns.ts';
import { PortalError } from '../../errors.ts';

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const DEFAULT_RETRY_S = 60;
const MAX_RETRY_S = HOUR_S;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler itself rejects changes while the portal is read-only, in a statement that it needs anyway. */
    checksReadOnly?: boolean;
  }
}

/** What signing in needs, and calls that change nothing despite their method. */
const allowedWhileReadOnly = new Set(
  [
    getRememberedBrowserStatus,
    rotateBrowserId,
    closeNotificationBannerPreview,
    countAudience,
    countItemReaders,
    includesPerson,
  ].map(({ method, path }) => `${method} ${path}`),
);

/**
 * Rejects changes with `read_only` while the portal is read-only, before their body is read. Reading, signing in and
 * the administration continue to work. No change relies on what was read before it arrived, so that the setting takes
 * effect in all processes at once; changes that arrive together share a query. Register it after the sign-in check.
 */
export function rejectWritesWhileReadOnly(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  const readMode = shareRuns(() => readReadOnlyMode(db));
  portal.addHook('onRequest', async (request) => {
    const { url = '', config } = request.routeOptions;
    if (config.access === 'anyone' || config.access === 'admin' || config.checksReadOnly === true) return;
    if (SAFE_METHODS.has(request.method) || allowedWhileReadOnly.has(`${request.method} ${url}`) || request.is404)
      return;
    const { isReadOnly, until } = await readMode();
    if (isReadOnly) throw readOnlyError(until, now());
  });
}

/** The error of a change while the portal is read-only. `until` is when that ends, if it is known. */
export const readOnlyError = (until: string | null, now: Date): PortalError =>
  new PortalError(
    'read_only',
    'Changes can’t be saved while the portal is read-only for maintenance. Please try again later.',
    { retryAfter: secondsUntil(until, now) },
  );

function secondsUntil(until: string | null, now: Date): number {
  const seconds = until === null ? 0 : Math.ceil((Date.parse(until) - now.getTime()) / 1000);
  return seconds > 0 ? Math.min(seconds, MAX_RETRY_S) : DEFAULT_RETRY_S;
}
