import { allowedActions, type ItemStanding } from '@portico/authoring/mayDo';
import type { StudioReview } from '@portico/contracts/studio/reviews';
import { itemRoles, type ItemRole } from '@portico/contracts/studio/roles';
import { expect, test } from 'vitest';
import { approvalSentence, turnSentence } from './reviewTexts.ts';

const someone: ItemStanding = {
  isLive: false,
  hasChanges: true,
  departments: ['Operations'],
  needsApproval: false,
  review: null,
  authors: ['writer'],
};
const reviewed = (state: 'Requested' | 'Approved', purpose: 'Publish' | 'Archive' = 'Publish') => ({
  review: { state, purpose, requestedBy: 'writer' },
});

/** Every state of an item, without and with a rule that requires an approval. */
const states: Record<string, { standing: Partial<ItemStanding>; review?: StudioReview['state'] }> = {
  draft: { standing: {} },
  'draft that needs approval': { standing: { needsApproval: true } },
  published: { standing: { isLive: true, hasChanges: false } },
  'published, with changes that need approval': { standing: { isLive: true, needsApproval: true } },
  'in review': { standing: { needsApproval: true, ...reviewed('Requested') }, review: 'Requested' },
  approved: { standing: { needsApproval: true, ...reviewed('Approved') }, review: 'Approved' },
  'approved for archiving': {
    standing: { isLive: true, hasChanges: false, needsApproval: true, ...reviewed('Approved', 'Archive') },
    review: 'Approved',
  },
  'sent back': { standing: { needsApproval: true }, review: 'Returned' },
  'changed after approval': { standing: { needsApproval: true }, review: 'Voided' },
};

const free = 'This item can be published without approval. You can still request it.';
const freeOnly = 'This item can be published without approval.';
const byEditor = 'An editor can publish this item without approval. You can also request one.';
const needed = 'This item needs approval before readers can see it.';
const changes = 'Changes to this item need approval before readers can see them.';
const yours = (what: string) => `Approved by Abe Stone. It’s your turn: ${what} it.`;
const waits = (what: string) => `Approved by Abe Stone. Waiting for an editor or approver to ${what} it.`;
const asked = 'Aud Stone asked for approval. It’s your turn: approve it, or send it back.';
const waitsForApproval = 'Waiting for someone else’s approval.';
const again = 'Sent back by Abe Stone. It’s your turn: make the changes, then request approval again.';
const waitsForChanges = 'Sent back by Abe Stone. Waiting for changes by its authors.';
const changed = 'It was changed after it was approved. Request approval again when it’s ready.';
const voided = 'It was changed after it was approved, so that approval no longer counts.';

type Texts = [approval: string | undefined, turn: string | undefined];
const sentences: Record<string, Record<ItemRole, Texts>> = {
  draft: {
    author: [byEditor, undefined],
    editor: [free, undefined],
    approver: [undefined, undefined],
    administrator: [free, undefined],
  },
  'draft that needs approval': {
    author: [needed, undefined],
    editor: [needed, undefined],
    approver: [needed, undefined],
    administrator: [needed, undefined],
  },
  published: {
    author: [undefined, undefined],
    editor: [freeOnly, undefined],
    approver: [undefined, undefined],
    administrator: [freeOnly, undefined],
  },
  'published, with changes that need approval': {
    author: [changes, undefined],
    editor: [changes, undefined],
    approver: [changes, undefined],
    administrator: [changes, undefined],
  },
  'in review': {
    author: [needed, waitsForApproval],
    editor: [needed, waitsForApproval],
    approver: [needed, asked],
    administrator: [needed, asked],
  },
  approved: {
    author: [needed, waits('publish')],
    editor: [needed, yours('publish')],
    approver: [needed, yours('publish')],
    administrator: [needed, yours('publish')],
  },
  'approved for archiving': {
    author: [changes, waits('archive')],
    editor: [changes, yours('archive')],
    approver: [changes, yours('archive')],
    administrator: [changes, yours('archive')],
  },
  'sent back': {
    author: [needed, again],
    editor: [needed, again],
    approver: [needed, waitsForChanges],
    administrator: [needed, again],
  },
  'changed after approval': {
    author: [needed, changed],
    editor: [needed, changed],
    approver: [needed, voided],
    administrator: [needed, changed],
  },
};

const table = Object.keys(states).flatMap((state) => itemRoles.map((role) => ({ state, role })));

test.each(table)('an item that is $state tells an $role what is true for them [STUDIO-347]', ({ state, role }) => {
  const { standing, review } = states[state]!;
  const item = { ...someone, ...standing };
  const allowed = allowedActions({ id: 'reader', grants: [{ role, department: 'Operations' }] }, item);
  const purpose = item.review?.purpose ?? 'Publish';
  const facts: StudioReview | null = review
    ? {
        state: review,
        purpose,
        note: '',
        dueOn: null,
        requestedBy: 'Aud Stone',
        requestedAt: '2026-11-20T14:00:00.000Z',
        decidedBy: 'Abe Stone',
        decidedAt: null,
        comment: '',
      }
    : null;
  const shown = { needsApproval: item.needsApproval, isLive: item.isLive, allowed, review: facts };
  expect([approvalSentence(shown), turnSentence(shown)]).toEqual(sentences[state]![role]);
});
