import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, page, queryInt } from '../base/paging.ts';

/** `refused` are rejected sign-ins and missing rights, `limited` calls beyond a rate limit. */
export const RefusalKind = z.enum(['refused', 'limited']);
export type RefusalKind = z.infer<typeof RefusalKind>;

/** What one process rejected in a minute. */
export const Refusal = z.object({
  id: z.string(),
  kind: RefusalKind,
  since: z.iso.datetime(),
  /** Whose calls were rejected, if known. */
  person: z.nullable(z.string()),
  /** From how many addresses; the addresses are not recorded. */
  addresses: z.int(),
  /** By error code, or by limiter. */
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
