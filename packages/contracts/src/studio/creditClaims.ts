import { z } from 'zod/mini';
import { cleanText } from '@portico/kinds/typedText';
import { endpoint } from '../base/endpoint.ts';
import { ListText, MAX_PAGE, page, queryInt } from '../base/paging.ts';
import { ClaimStatus, CreditClaim } from '../creditClaims.ts';
import { MAX_CLAIM_REASON } from '../creditClaimLimits.ts';

const overseers = { access: 'overseer', isHidden: true } as const;

export const CLAIMS_PAGE_SIZE = 50;

export const ClaimFilters = z.object({ status: z.optional(ClaimStatus), text: z.optional(ListText) });
export type ClaimFilters = z.infer<typeof ClaimFilters>;

/** A claim with whose it is. */
export const PersonClaim = z.extend(CreditClaim, {
  person: z.object({ id: z.uuid(), name: z.string(), email: z.nullable(z.string()) }),
  /** False for the caller's own claims. */
  mayDecide: z.boolean(),
});
export type PersonClaim = z.infer<typeof PersonClaim>;

/** Those that wait first, the one that waits longest at the top; then the latest. */
export const listPersonClaims = endpoint({
  method: 'GET',
  path: '/api/v1/studio/credits/claims',
  summary: 'Credits that people have earned elsewhere, to check',
  ...overseers,
  query: z.extend(ClaimFilters, { page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: z.extend(page(PersonClaim), {
    /** Of everybody, whatever the filters. */
    counts: z.object({
      Waiting: z.int(),
      Accepted: z.int(),
      Returned: z.int(),
      Rejected: z.int(),
      Withdrawn: z.int(),
    }),
  }),
});

/** `Waiting` takes a decision back. */
export const ClaimDecision = z.enum(['Accepted', 'Returned', 'Rejected', 'Waiting']);
export type ClaimDecision = z.infer<typeof ClaimDecision>;

/**
 * Needs a reason to return or reject. Throws `conflict` if the claim has changed since or is decided, `forbidden` for
 * the caller's own.
 */
export const decideCreditClaim = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/credits/claims/:claimId/decision',
  summary: 'Accepts, returns or rejects credits that somebody has earned elsewhere, or takes that back',
  ...overseers,
  params: z.object({ claimId: z.uuid() }),
  body: z
    .object({
      version: z.int(),
      decision: ClaimDecision,
      reason: z.string().check(z.maxLength(MAX_CLAIM_REASON), z.overwrite(cleanReason)),
    })
    .check(
      z.refine(({ decision, reason }) => (reason !== '') === (decision === 'Returned' || decision === 'Rejected'), {
        error: 'Give a reason to return or reject, and none otherwise',
        path: ['reason'],
      }),
    ),
  response: PersonClaim,
});

/** Keeps its line breaks. */
function cleanReason(reason: string): string {
  return reason.split('\n').map(cleanText).join('\n').trim();
}

/** The filtered list as a file; `filters` is a query string. */
export const claimsExportPath = (format: 'csv' | 'xlsx', filters = ''): string =>
  `/api/v1/studio/credits/claims.${format}${filters}`;
