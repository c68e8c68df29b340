import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTHeaderParameters, type JWTVerifyGetKey } from 'jose';
import { PortalError } from '../errors.ts';
import { getText } from '../http/outbound/getText.ts';
import { inSpan, serverAttributes, traceHeaders } from '../telemetry/spans.ts';

const FETCH_TIMEOUT_MS = 4000;
/** The most that is read of a provider's discovery document or keys. */
export const MAX_PROVIDER_BYTES = 256 * 1024;
/**
 * The maximum age of the keys: a key that the provider has removed is rejected after this time at the latest. Source:
 * TRUST T8.
 */
const REFRESH_INTERVAL_MS = 5 * 60_000;
/** Unknown key ids can cause this many immediate fetches, plus one more per interval. Source: TRUST T9. */
const EXTRA_FETCHES = 2;
const EXTRA_FETCH_INTERVAL_MS = 30_000;
/** The usual characters of key ids. Any other id must not use up the last fetch, which a real rotation needs. */
const ORDINARY_KEY_ID = /^(?!\/|.*\.\.)[\w.~+/=-]{1,128}$/;
/** How long a key id that the provider did not know causes no further fetch. */
const UNKNOWN_KEY_MS = 30_000;

export interface KeyStore {
  /** The verification key for a token's header, for jose. Throws PortalError `token_signature` or `unavailable`. */
  keyFor: JWTVerifyGetKey;
  /** True once keys have been fetched. The last good ones stay in use while the provider is down. */
  isReady(): boolean;
  /** Seconds since the keys were last fetched; infinite before the first time. */
  ageSeconds(): number;
  /** A number that changes with the keys: anything verified with another generation must be verified again. */
  generation(): number;
  /** Fetches the keys now. Throws if that fails. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * The provider's signing keys. They are only ever fetched from `jwksUri`; a token cannot name another source. Keys are
 * fetched again on a timer, and immediately for an unknown key id, with a single fetch for all waiting requests.
 */
export function createKeyStore(options: {
  jwksUri: string;
  /** Monotonic clock in ms. */
  clock?: () => number;
  onRefreshFailed?: (error: unknown) => void;
}): KeyStore {
  const { jwksUri, clock = () => performance.now(), onRefreshFailed = () => {} } = options;
  let local: ReturnType<typeof createLocalJWKSet> | undefined;
  let current = '';
  let generation = 0;
  let lastFetchFailed = false;
  let fetchedAt = -Infinity;
  let running: Promise<void> | undefined;
  let allowance = EXTRA_FETCHES;
  let allowanceAt = clock();
  /** When a fetch last failed to find a key id. The allowance limits its size. */
  const unknownKeys = new Map<string | undefined, number>();

  async function fetchKeys(): Promise<void> {
    try {
      const keySet = await readKeySet(jwksUri);
      const text = JSON.stringify(keySet);
      if (text !== current) {
        local = createLocalJWKSet(keySet);
        current = text;
        generation += 1;
      }
      lastFetchFailed = false;
      fetchedAt = clock();
    } catch (error) {
      lastFetchFailed = true;
      onRefreshFailed(error);
      throw error;
    }
  }

  const refresh = (): Promise<void> => (running ??= fetchKeys().finally(() => (running = undefined)));

  function mayFetchFor(keyId: string | undefined): boolean {
    const now = clock();
    for (const [unknown, since] of unknownKeys) if (now - since > UNKNOWN_KEY_MS) unknownKeys.delete(unknown);
    if (unknownKeys.has(keyId)) return false;
    allowance = Math.min(EXTRA_FETCHES, allowance + (now - allowanceAt) / EXTRA_FETCH_INTERVAL_MS);
    allowanceAt = now;
    const isOrdinary = keyId === undefined || (ORDINARY_KEY_ID.test(keyId) && !(keyId in {}));
    if (allowance < (isOrdinary ? 1 : EXTRA_FETCHES)) return false;
    allowance -= 1;
    return true;
  }

  async function find(header: JWTHeaderParameters): Promise<CryptoKey | undefined> {
    try {
      return await local?.(header);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return undefined;
      throw new PortalError('token_signature', 'A token doesn’t name a usable key.', { cause: error });
    }
  }

  const timer = setInterval(() => void refresh().catch(() => {}), REFRESH_INTERVAL_MS);
  timer.unref();

  return {
    async keyFor(header) {
      const known = await find(header);
      if (known) return known;
      const isCause = !running && mayFetchFor(header.kid);
      if (running || isCause) await refresh().catch(() => {});
      const fetched = await find(header);
      if (fetched) return fetched;
      if (lastFetchFailed)
        throw new PortalError('unavailable', 'Your sign-in can’t be verified right now. Please try again.', {
          retryAfter: 5,
        });
      if (isCause) unknownKeys.set(header.kid, clock());
      throw new PortalError('token_signature', 'A token is signed with a key that is not our identity provider’s.');
    },
    isReady: () => local !== undefined,
    ageSeconds: () => (clock() - fetchedAt) / 1000,
    generation: () => generation,
    refresh,
    close: () => clearInterval(timer),
  };
}

/** The signing keys of a provider. Throws if there are none. */
export async function readKeySet(jwksUri: string): Promise<JSONWebKeySet> {
  const text = await readText(jwksUri);
  const body: unknown = JSON.parse(text);
  const keys = (body as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) throw new Error('the key set has no keys');
  const usable = (keys as JSONWebKeySet['keys']).filter(
    (key) => (key?.kty === 'RSA' || key?.kty === 'EC') && key.use !== 'enc',
  );
  if (usable.length === 0) throw new Error('the key set has no signing key');
  return { keys: usable };
}

/** Reads a small document from the provider: no redirects, at most 4 s, at most 256 KiB. */
export function readText(url: string): Promise<string> {
  const attributes = { 'http.request.method': 'GET', ...serverAttributes(url) };
  return inSpan('GET', { kind: 'client', measure: 'http.client.request.duration', attributes }, async () => {
    const headers = { accept: 'application/json', ...traceHeaders() };
    return (await getText(url, { headers, timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_PROVIDER_BYTES })).text;
  });
}
