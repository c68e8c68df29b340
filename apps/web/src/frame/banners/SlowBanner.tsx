import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../../locale/text.ts';

/** Before this, the page's own placeholders are enough. */
export const SLOW_AFTER_MS = 10_000;

/**
 * A note that loading part of the page, or saving a change, is slow. No request is canceled: a response shows whenever
 * it arrives, and people can retry what the page is missing. Source: spec §9, HTTP client timeout 0.
 */
export function SlowBanner() {
  const cache = useQueryClient();
  const slow = useSlowCalls(cache);
  if (slow === undefined) return null;
  const retry = async () => {
    const isMissing = { predicate: isAwaited };
    await cache.cancelQueries(isMissing);
    await cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined });
  };
  return (
    <Banner
      tone="info"
      isLive
      action={
        slow === 'load' && (
          <Button size="small" onPress={() => void retry()}>
            {t('shared.tryAgain')}
          </Button>
        )
      }
    >
      {t(slow === 'load' ? 'shared.slowLoad' : 'shared.slowChange')}
    </Banner>
  );
}

/** True for a pending query that something on the page uses and that has no older data to show in the meantime. */
const isAwaited = (query: Query): boolean =>
  query.state.fetchStatus === 'fetching' && query.state.data === undefined && query.getObserversCount() > 0;

/** Whether a load, or otherwise a change, has taken longer than ten seconds. */
function useSlowCalls(cache: QueryClient): 'load' | 'change' | undefined {
  const [slow, setSlow] = useState<'load' | 'change'>();
  useEffect(() => {
    const begun = new Map<string, number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      const now = performance.now();
      const awaited = cache.getQueryCache().findAll({ predicate: isAwaited });
      const hashes = new Set(awaited.map(({ queryHash }) => queryHash));
      for (const hash of hashes) if (!begun.has(hash)) begun.set(hash, now);
      for (const hash of begun.keys()) if (!hashes.has(hash)) begun.delete(hash);
      const changes = cache
        .getMutationCache()
        .findAll({ status: 'pending' })
        .map(({ state }) => now - (Date.now() - state.submittedAt));
      const isSlow = (since: number) => now - since >= SLOW_AFTER_MS;
      const loads = [...begun.values()];
      setSlow(loads.some(isSlow) ? 'load' : changes.some(isSlow) ? 'change' : undefined);
      const next = Math.min(...[...loads, ...changes].filter((since) => !isSlow(since)).map((since) => since - now));
      if (Number.isFinite(next)) timer = setTimeout(check, SLOW_AFTER_MS + next);
    };
    // The caches notify during rendering, when no state may be set.
    const checkSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(check, 0);
    };
    check();
    const subscriptions = [cache.getQueryCache().subscribe(checkSoon), cache.getMutationCache().subscribe(checkSoon)];
    return () => {
      clearTimeout(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
    };
  }, [cache]);
  return slow;
}
