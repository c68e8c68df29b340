import { z } from 'zod/mini';
import { CreditTopic, Hours } from '@portico/kinds/creditSchemas';
import { cleanText } from '@portico/kinds/typedText';
import { DayInput } from './base/dayInputs.ts';
import { endpoint } from './base/endpoint.ts';
import { MAX_CLAIM_TEXT } from './creditClaimLimits.ts';
import { HoursText } from './credits.ts';

export const ClaimStatus = z.enum(['Waiting', 'Accepted', 'Returned', 'Rejected', 'Withdrawn']);
export type ClaimStatus = z.infer<typeof ClaimStatus>;

/** `TakenBack` is a decision that an officer took back. */
export const ClaimAction = z.enum([
  'Submitted',
  'Corrected',
  'Withdrawn',
  'Accepted',
  'Returned',
  'Rejected',
  'TakenBack',
]);
export type ClaimAction = z.infer<typeof ClaimAction>;

const shortText = z.string().check(z.maxLength(MAX_CLAIM_TEXT));

/** Credits that somebody earned elsewhere, as they enter them. */
export const ClaimedCredits = z
  .extend(CreditTopic, {
    /** Of the course. */
    title: shortText,
    provider: shortText,
    hours: Hours,
    day: DayInput,
    /** The certificate, uploaded before. */
    fileId: z.uuid(),
  })
  .check(
    z.overwrite((claim) => ({
      ...claim,
      title: cleanText(claim.title),
      provider: cleanText(claim.provider),
      program: cleanText(claim.program),
      state: cleanText(claim.state),
      subject: cleanText(claim.subject),
    })),
    z.refine((claim) => claim.title !== '', { error: 'Must not be empty', path: ['title'] }),
    z.refine((claim) => claim.provider !== '', { error: 'Must not be empty', path: ['provider'] }),
    z.refine((claim) => claim.program !== '', { error: 'Must not be empty', path: ['program'] }),
  );
export type ClaimedCredits = z.infer<typeof ClaimedCredits>;

export const CreditFile = z.object({ id: z.uuid(), fileName: z.string(), bytes: z.int() });
export type CreditFile = z.infer<typeof CreditFile>;

export const CreditClaim = z.extend(CreditTopic, {
  id: z.uuid(),
  version: z.int(),
  status: ClaimStatus,
  title: z.string(),
  provider: z.string(),
  hours: HoursText,
  /** The day on which they were earned. */
  day: z.iso.date(),
  file: CreditFile,
  /** Why it was returned or rejected. */
  reason: z.nullable(z.string()),
  /** What happened to it, the latest first. */
  steps: z.array(
    z.object({
      action: ClaimAction,
      /** The name of who did it. */
      by: z.nullable(z.string()),
      at: z.iso.datetime(),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type CreditClaim = z.infer<typeof CreditClaim>;

const OwnClaims = z.object({
  /** The days that can be entered now, in the firm's time zone. */
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  /** By day, the latest first. */
  items: z.array(CreditClaim),
});

export const listCreditClaims = endpoint({
  method: 'GET',
  path: '/api/v1/duties/credits/claims',
  summary: 'The credits that the reader has earned elsewhere and entered',
  response: OwnClaims,
});

const ClaimParams = z.object({ claimId: z.uuid() });

/**
 * `version` is null for a new claim; sent again, it changes nothing. A claim that is waiting, returned or withdrawn can
 * be corrected, and then waits. Throws `conflict` if it has changed since, was decided, or there are too many in its
 * year, `invalid_input` for a day that can't be entered or a file that is not the reader's.
 */
export const saveCreditClaim = endpoint({
  method: 'PUT',
  path: '/api/v1/duties/credits/claims/:claimId',
  summary: 'Enters or corrects credits that the reader has earned elsewhere',
  params: ClaimParams,
  body: z.object({ version: z.nullable(z.int()), claim: ClaimedCredits }),
  response: OwnClaims,
});

/** `isWithdrawn: false` takes the withdrawal back. Throws `conflict` if it has changed since or was decided. */
export const withdrawCreditClaim = endpoint({
  method: 'PUT',
  path: '/api/v1/duties/credits/claims/:claimId/withdrawn',
  summary: 'Withdraws credits that the reader has entered, or takes that back',
  params: ClaimParams,
  body: z.object({ version: z.int(), isWithdrawn: z.boolean() }),
  response: OwnClaims,
});

/** Where a certificate is uploaded, as the body of a request. The response is a `CreditFile`. */
export const creditFilesPath = '/api/v1/duties/credits/files';
export const creditFilePath = (id: string): string => `${creditFilesPath}/${id}`;
