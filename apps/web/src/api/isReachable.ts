import { getVersion } from '@portico/contracts/version';

const TIMEOUT_MS = 5000;

/**
 * Whether the server responds at all, in whatever way. Browsers also say that they are offline on working connections,
 * for example behind some VPNs, so `navigator.onLine === false` is only a reason to ask.
 */
export const isReachable = (): Promise<boolean> =>
  fetch(getVersion.path, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );
