import type { ReleaseState } from '@portico/contracts/studio/releases';
import { eventInfoDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';

/** "Mon, Nov 30, 9:00 am" */
export const whenLabel = (instant: string): string =>
  t('releases.dayTime', { day: eventInfoDateLabel(instant), time: timeLabel(instant) });

export const releaseStateLabel = (state: ReleaseState): string => t(stateLabels[state]);

const stateLabels: Record<ReleaseState, TextKey> = {
  Planned: 'releases.statePlanned',
  Scheduled: 'releases.stateScheduled',
  Live: 'releases.stateLive',
  Undone: 'releases.stateUndone',
};
