import type { ItemAction } from '@portico/contracts/studio/roles';
import type { StudioItem } from '@portico/contracts/studio/studio';
import { t } from '../../locale/text.ts';

/** What decides the texts about approval. */
type Approvable = Pick<StudioItem, 'needsApproval' | 'review' | 'allowed' | 'isLive'>;

/** Whether an item needs approval, and what that means for this person; undefined if they can do nothing about it. */
export function approvalSentence({ needsApproval, allowed, isLive }: Approvable): string | undefined {
  const can = (action: ItemAction) => allowed.includes(action);
  if (needsApproval) return t(isLive ? 'studio.changesNeedApproval' : 'studio.approvalNeeded');
  if (can('publish')) return t(can('requestReview') ? 'studio.approvalNotNeeded' : 'studio.approvalFree');
  return can('requestReview') ? t('studio.approvalByEditor') : undefined;
}

/** Whose turn it is with an item that was sent to review; undefined if nobody has to act. */
export function turnSentence({ review, allowed }: Approvable): string | undefined {
  const can = (action: ItemAction) => allowed.includes(action);
  const name = review?.decidedBy ?? t('studio.somebody');
  if (review?.state === 'Requested') {
    if (can('approve')) return t('studio.turnApprove', { name: review.requestedBy ?? t('studio.somebody') });
    return t('studio.turnWaitForApproval');
  }
  if (review?.state === 'Approved') {
    const isArchive = review.purpose === 'Archive';
    if (can(isArchive ? 'archive' : 'publish'))
      return t(isArchive ? 'studio.turnArchive' : 'studio.turnPublish', { name });
    return t(isArchive ? 'studio.turnWaitForArchiving' : 'studio.turnWaitForPublishing', { name });
  }
  if (review?.state === 'Returned')
    return t(can('requestReview') ? 'studio.turnChange' : 'studio.turnWaitForChanges', { name });
  if (review?.state === 'Voided') return t(can('requestReview') ? 'studio.turnRequestAgain' : 'studio.turnVoided');
  return undefined;
}
