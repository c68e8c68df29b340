import { eventDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';

/** When somebody confirmed, and which delegate did it for them. */
export function confirmedLabel(instant: string, by: string | undefined): string {
  const when = `${eventDateLabel(instant)}, ${timeLabel(instant)}`;
  return by === undefined ? t('duties.confirmedOn', { when }) : t('duties.confirmedOnBy', { when, name: by });
}
