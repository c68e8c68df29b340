import { z } from 'zod/mini';
import { DayInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';
import { isStorable } from '@portico/kinds/content';
import { StudioKind } from './draft.ts';

const MAX_NOTE = 2000;
const Note = z.string().check(z.trim(), z.maxLength(MAX_NOTE), z.refine(isStorable, 'Cannot be stored'));

/** What the requester wants to do after the approval. */
export const ReviewPurpose = z.enum(['Publish', 'Archive']);
export type ReviewPurpose = z.infer<typeof ReviewPurpose>;

/**
 * The latest approval request for an item, and its outcome. `Voided` means that the item was changed after it was
 * approved.
 */
export const StudioReview = z.object({
  state: z.enum(['Requested', 'Approved', 'Returned', 'Withdrawn', 'Voided', 'Done']),
  purpose: ReviewPurpose,
  note: z.string(),
  /** The day by which the requester needs a decision. */
  dueOn: z.nullable(z.iso.date()),
  requestedBy: z.nullable(z.string()),
  requestedAt: z.iso.datetime(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  /** The approver's comment. */
  comment: z.string(),
});
export type StudioReview = z.infer<typeof StudioReview>;

const studio = { access: 'studio', isHidden: true } as const;
const params = z.object({ itemId: z.uuid() });
/** The state that the caller has reviewed; `conflict` when it is no longer the latest. */
const seen = { version: z.int(), sequence: z.int() };

export const requestStudioReview = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/review',
  summary: 'Requests approval of the current draft',
  ...studio,
  params,
  body: z.object({ purpose: ReviewPurpose, note: Note, dueOn: z.nullable(DayInput) }),
});
export const withdrawStudioReview = endpoint({
  method: 'DELETE',
  path: '/api/v1/studio/items/:itemId/review',
  summary: 'Withdraws the request for approval',
  ...studio,
  params,
});
export const approveStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/review/approve',
  summary: 'Approves the draft exactly as it is now',
  ...studio,
  params,
  body: z.object({ ...seen, comment: Note }),
});
export const returnStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/review/return',
  summary: 'Sends an item back to the person who requested approval',
  ...studio,
  params,
  body: z.object({ comment: Note.check(z.minLength(1)) }),
});

/**
 * Something that is waiting for the caller: to approve it, to change it after it was returned, or to publish it after
 * it was approved.
 */
export const WaitingItem = z.object({
  id: z.uuid(),
  kind: StudioKind,
  title: z.string(),
  task: z.enum(['Approve', 'Change', 'Publish']),
  purpose: ReviewPurpose,
  /** The requester's note, or the approver's when the item was returned or approved. */
  note: z.string(),
  by: z.nullable(z.string()),
  since: z.iso.datetime(),
  dueOn: z.nullable(z.iso.date()),
  isOverdue: z.boolean(),
});
export type WaitingItem = z.infer<typeof WaitingItem>;
export const listWaitingItems = endpoint({
  method: 'GET',
  path: '/api/v1/studio/waiting',
  summary: 'What is waiting for the caller, most urgent first',
  ...studio,
  response: z.object({ items: z.array(WaitingItem) }),
});
