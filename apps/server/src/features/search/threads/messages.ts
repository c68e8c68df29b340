import type { ErrorCode } from '@portico/contracts/errors';
import type { SearchQuery } from '@portico/contracts/search';
import type { AnswerBasis } from '../../../search/index/searchState.ts';
import type { Reader } from '../../../visibility/visibility.ts';

export interface SearchRequest {
  reader: Reader;
  query: SearchQuery;
  acceptsBrotli: boolean;
}

/** The data with which a thread starts. */
export interface ThreadSettings {
  databaseUrl: string;
  prepare: boolean;
  /** Concurrent searches per thread: one computes while the other waits for the database. */
  searchesPerThread: number;
  /** Longest time that a statement may take, in milliseconds. */
  timeoutMs: number;
  /** Whether rows are validated against their schemas, as in tests. */
  areRowsChecked: boolean;
}

export type ToThread<Request> = { id: number; request: Request } | { id: number; isCanceled: true } | 'close';

/** `body` is JSON in UTF-8, possibly compressed. */
export interface Answered {
  id: number;
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  isBrotli: boolean;
  /** Absent when nobody is waiting for the answer. */
  basis?: AnswerBasis;
  /** Whether a search found anything. */
  hasResults?: boolean;
}

export type FromThread = Answered | { id: number; failure: Failure };

/** An error without its class, which cannot be passed between threads. */
export interface Failure {
  name: string;
  message: string;
  stack: string | undefined;
  code: unknown;
  /** Only for a PortalError. */
  problem?: { code: ErrorCode; retryAfter: number | undefined; cause: Failure | undefined };
}
