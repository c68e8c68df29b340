import {
  ACTING_FOR_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  type CallInput,
  type CallResult,
  type Endpoint,
} from '@portico/contracts/endpoint';
import type { Problem } from '@portico/contracts/errors';
import { ApiError } from './ApiError.ts';

export interface Tokens {
  idToken: string;
  accessToken: string;
  /** The id of the person for whom the owner of the tokens acts. */
  actingFor?: string | undefined;
}

/** The headers that say who calls, and for whom. */
export const tokenHeaders = ({ idToken, accessToken, actingFor }: Tokens): Record<string, string> => ({
  Authorization: `Bearer ${accessToken}`,
  'Id-Token': idToken,
  ...(actingFor && { [ACTING_FOR_HEADER]: actingFor }),
});

export interface ClientOptions {
  /** Origin of the API, e.g. `https://portal.example`; empty for the page's own. */
  baseUrl: string;
  /** Called before every call; undefined while signed out. */
  tokens: () => Tokens | undefined;
  /** Called once for each pair of tokens that is missing or rejected, however many calls fail because of it. */
  onUnauthorized: (error: ApiError) => void;
  /**
   * `include` also sends cookies to another origin, which only the account calls need. By default, cookies are sent
   * only to the page's own origin.
   */
  credentials?: RequestCredentials;
  fetch?: typeof fetch;
  /** Longer calls are aborted; 0, the default, means no limit. Source: spec §9. */
  timeoutMs?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The call continues when the page is closed. */
  keepalive?: boolean;
  /** For an idempotent call: retries with the same key take effect once. */
  idempotencyKey?: string;
}

interface Input {
  params?: Record<string, string | number | undefined>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
) => Promise<CallResult<E>>;

/**
 * The typed client of the API. `call(endpoint, input)` sends both tokens and returns the endpoint's response
 * (undefined for 204). Throws ApiError. A 401 is retried once if the tokens were renewed in the meantime. Source: spec
 * §7.
 */
export function createClient({
  baseUrl,
  tokens,
  onUnauthorized,
  credentials = 'same-origin',
  fetch: send,
  timeoutMs = 0,
}: ClientOptions): { call: Call } {
  let reported: string | undefined;

  function reportUnauthorized(error: ApiError, used: Tokens | undefined): void {
    const key = used?.accessToken ?? '';
    if (reported === key) return;
    reported = key;
    onUnauthorized(error);
  }

  async function attempt(
    endpoint: Endpoint,
    input: Input,
    used: Tokens | undefined,
    { signal, keepalive = false, idempotencyKey }: CallOptions,
  ): Promise<unknown> {
    const address = baseUrl + addressOf(endpoint.path, input);
    const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined;
    const signals = [signal, timeout].filter((each) => each !== undefined);
    const headers = headersOf(used, input.body !== undefined);
    if (idempotencyKey !== undefined) headers.set(IDEMPOTENCY_KEY_HEADER, idempotencyKey);
    const request: RequestInit = {
      method: endpoint.method,
      headers,
      credentials,
      keepalive,
      ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    };
    if (input.body !== undefined) request.body = JSON.stringify(input.body);
    try {
      const response = await (send ?? globalThis.fetch)(address, request);
      return await readAnswer(response);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      signal?.throwIfAborted();
      if (timeout?.aborted)
        throw new ApiError({
          status: 0,
          code: 'timeout',
          detail: 'The portal took too long to respond.',
          cause: error,
        });
      throw new ApiError({ status: 0, code: 'network', detail: 'We can’t reach the portal.', cause: error });
    }
  }

  async function call(endpoint: Endpoint, input: Input, options: CallOptions = {}): Promise<unknown> {
    const used = tokens();
    if (used === undefined && endpoint.access !== 'anyone') {
      const error = new ApiError({ status: 401, code: 'not_signed_in', detail: 'Sign-in is required.' });
      reportUnauthorized(error, used);
      throw error;
    }
    try {
      return await attempt(endpoint, input, used, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      const renewed = tokens();
      if (used !== undefined && renewed !== undefined && renewed.accessToken !== used.accessToken) {
        return await call(endpoint, input, options);
      }
      reportUnauthorized(error, used);
      throw error;
    }
  }

  return { call: call as Call };
}

function headersOf(tokens: Tokens | undefined, hasBody: boolean): Headers {
  const headers = new Headers({ Accept: 'application/json', ...(tokens && tokenHeaders(tokens)) });
  if (hasBody) headers.set('Content-Type', 'application/json');
  return headers;
}

/**
 * The path with its parameters filled in, then the query. An array becomes a repeated parameter; undefined is omitted.
 */
function addressOf(path: string, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`The call to ${path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one));
    }
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '');
  const text = await response.text();
  let body: unknown;
  try {
    body = isJson ? JSON.parse(text) : undefined;
  } catch (cause) {
    throw unexpected(response, cause);
  }
  if (response.ok && isJson) return body;
  const problem = body as Partial<Problem> | null | undefined;
  if (response.ok || typeof problem?.code !== 'string') throw unexpected(response);
  throw new ApiError({
    status: response.status,
    code: problem.code,
    detail: problem.detail ?? problem.title ?? 'Something went wrong.',
    requestId: problem.requestId,
    issues: problem.issues,
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
  });
}

function unexpected(response: Response, cause?: unknown): ApiError {
  return new ApiError({
    status: response.status,
    code: 'unexpected_answer',
    detail: 'The portal’s response couldn’t be read.',
    requestId: response.headers.get('x-request-id') ?? undefined,
    cause,
  });
}
