import { getVersion } from '@portico/contracts/version';

const TIMEOUT_MS = 5000;

/**
 * Whether the server sends any response, even an error. `navigator.onLine === false` is only a reason to ask, because
 * browsers also report it on working connections, for example behind some VPNs.
 */
export const isReachable = (): Promise<boolean> =>
  fetch(getVersion.path, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );
