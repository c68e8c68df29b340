import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';

/** The day by which a decision is due. Uses noon UTC so that no time zone shifts it to another day. */
export const dueLabel = (dueOn: string): string => t('studio.dueOn', { day: newsDateLabel(`${dueOn}T12:00:00.000Z`) });
