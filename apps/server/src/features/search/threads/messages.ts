import type { ErrorCode } from '@portico/contracts/errors';
import type { SearchQuery } from '@portico/contracts/search';
import type { AnswerBasis } from '../../../search/index/searchState.ts';
import type { Reader } from '../../../visibility/visibility.ts';

export interface SearchRequest {
  reader: Reader;
  query: SearchQuery;
  acceptsBrotli: boolean;
}

/** What a thread is started with. */
export interface ThreadSettings {
  databaseUrl: string;
  prepare: boolean;
  /** Searches that one thread answers at a time: one computes while the other waits for the database. */
  searchesAtOnce: number;
  /** Whether rows are compared with their schemas, as in tests. */
  areRowsChecked: boolean;
}

export type ToThread<Request> = { id: number; request: Request } | { id: number; isCanceled: true } | 'close';

/** `body` is JSON in UTF-8, or that compressed. */
export interface Answered {
  id: number;
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  isBrotli: boolean;
  /** Absent when nobody waits for the answer. */
  basis?: AnswerBasis;
}

export type FromThread = Answered | { id: number; failure: Failure };

/** An error without its class, which is lost between threads. */
export interface Failure {
  name: string;
  message: string;
  stack: string | undefined;
  code: unknown;
  /** Of a PortalError. */
  problem?: { code: ErrorCode; retryAfter: number | undefined; cause: Failure | undefined };
}
