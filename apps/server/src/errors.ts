import type { ErrorCode, Problem } from '@portico/contracts/errors';

/**
 * What the limit behind a 429 counts: calls of a person, a token or an address, files, one route, or failed sign-ins.
 */
export type Limiter = 'person' | 'token' | 'address' | 'files' | 'route' | 'signIn';

/** An error that callers may see: `message` is safe to show, `cause` only goes to the log. */
export class PortalError extends Error {
  override name = 'PortalError';
  readonly code: ErrorCode;
  readonly issues: Problem['issues'];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  readonly limiter: Limiter | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; issues?: Problem['issues']; retryAfter?: number; limiter?: Limiter } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.issues = options.issues;
    this.retryAfter = options.retryAfter;
    this.limiter = options.limiter;
  }
}

/** The value, or `not_found` with a message that names what is missing. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new PortalError('not_found', `The ${what} was not found.`);
  return value;
}

/** An error as text: an AggregateError has no message of its own, and fetch puts the reason into the cause. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause);
}
