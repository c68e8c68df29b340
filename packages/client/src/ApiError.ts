import type { ErrorCode, Problem } from '@portico/contracts/errors';

/**
 * Codes for calls that got no response from our server: `network` (the server could not be reached), `timeout`,
 * `unexpected_answer` (a proxy responded, or the response is not JSON), `not_signed_in` (no tokens, so nothing was
 * sent).
 */
export type LocalErrorCode = 'network' | 'timeout' | 'unexpected_answer' | 'not_signed_in';

interface Details {
  /** HTTP status; 0 when there was no response. */
  status: number;
  code: ErrorCode | LocalErrorCode;
  /** Safe to show to people. */
  detail: string;
  /** Identifies the call in the server's log; undefined when the server was not reached. */
  requestId?: string | undefined;
  issues?: Problem['issues'];
  /** Seconds after which the server asks to retry; undefined if it didn't. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** Thrown by `call()` for every failure except an aborted call, which throws the signal's reason. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | LocalErrorCode;
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly issues: Problem['issues'];
  readonly retryAfter: number | undefined;

  constructor({ status, code, detail, requestId, issues, retryAfter, cause }: Details) {
    super(`${code}: ${detail}`, { cause });
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}
