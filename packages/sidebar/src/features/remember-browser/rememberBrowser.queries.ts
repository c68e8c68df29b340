import { queryOptions } from '@tanstack/react-query';
import type { Call } from '@portico/client/createClient';
import { getRememberedBrowserStatus, rotateBrowserId } from '@portico/contracts/account';
import { readRememberedCookie, writeRememberedCookie } from './rememberedCookie.ts';

const LOCK = 'portico-remembered-browser';

interface RememberOffer {
  isOffered: boolean;
  /** Whether the dialog has opened. */
  wasShown?: boolean;
}

/**
 * Whether to offer to remember this browser, checked once per start: only if it isn't remembered and the user hasn't
 * chosen "Not Now". A remembered browser is renewed. Source: spec §4.
 */
export const rememberOfferQuery = (call: Call) =>
  queryOptions({
    queryKey: ['remember-browser'],
    queryFn: ({ signal }): Promise<RememberOffer> =>
      oneTabAtATime(async () => {
        const { isRemembered } = await call(getRememberedBrowserStatus, {}, { signal });
        if (isRemembered) await rotate(call);
        return { isOffered: !isRemembered && readRememberedCookie() !== false };
      }),
    staleTime: Infinity,
    gcTime: Infinity,
    throwOnError: false,
    meta: { isFrame: true },
  });

/** Remembers this browser; sets the cookie after the server has confirmed. Throws ApiError. */
export async function remember(call: Call): Promise<void> {
  await oneTabAtATime(() => rotate(call));
}

async function rotate(call: Call): Promise<void> {
  const { isRemembered } = await call(rotateBrowserId, {}, { keepalive: true });
  if (isRemembered) writeRememberedCookie(true);
}

/** Each rotation invalidates the previous id: two tabs that start together must not send the same one. */
async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request(LOCK, work) : await work();
}
