import type { StudioKind } from '@portico/contracts/studio/draft';
import type { StudioState } from '@portico/contracts/studio/studio';
import type { StatusTone } from '@portico/ui/StatusLabel';
import { t } from '../locale/text.ts';

/** Display names of the kinds of items. */
export const itemKindLabel = (kind: StudioKind): string =>
  ({
    news: t('studio.itemNews'),
    event: t('studio.itemEvent'),
    resource: t('studio.itemResource'),
    document: t('studio.itemDocument'),
    page: t('studio.itemPage'),
    home: t('studio.itemHome'),
  })[kind];

/** Label for the kind of a link's target: an item, or an application that the portal launches. */
export const linkKindLabel = (kind: string): string =>
  kind === 'application' ? t('studio.linkApplication') : itemKindLabel(kind as StudioKind);

export const stateLabel = (state: StudioState): string =>
  ({
    Draft: t('studio.stateDraft'),
    InReview: t('studio.stateInReview'),
    Approved: t('studio.stateApproved'),
    Scheduled: t('studio.stateScheduled'),
    Published: t('studio.statePublished'),
    Expired: t('studio.stateExpired'),
    Archived: t('studio.stateArchived'),
  })[state];

export function stateTone(state: StudioState): StatusTone {
  if (state === 'Published') return 'accent';
  return state === 'InReview' || state === 'Approved' ? 'info' : 'neutral';
}
