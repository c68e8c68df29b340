import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, page, queryInt } from '../base/paging.ts';

/** `refused` counts rejected sign-ins and missing permissions, `limited` counts calls beyond a rate limit. */
export const RefusalKind = z.enum(['refused', 'limited']);
export type RefusalKind = z.infer<typeof RefusalKind>;

/** What one process rejected within one minute. */
export const Refusal = z.object({
  id: z.string(),
  kind: RefusalKind,
  since: z.iso.datetime(),
  /** Whose calls were rejected, if known. */
  person: z.nullable(z.string()),
  /** Number of distinct addresses; the addresses themselves are not recorded. */
  addresses: z.int(),
  /** Keyed by error code, or by limiter. */
  counts: z.record(z.string(), z.int()),
});
export type Refusal = z.infer<typeof Refusal>;

export const listRefusals = endpoint({
  method: 'GET',
  path: '/api/v1/admin/refusals',
  summary: 'Rejected sign-ins and calls by minute and process, page by page, newest first',
  access: 'admin',
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)), kind: z.optional(RefusalKind) }),
  response: page(Refusal),
});
