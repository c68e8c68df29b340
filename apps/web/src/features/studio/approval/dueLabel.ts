import { newsDateLabel } from '../../../dates/dateLabels.ts';
import { t } from '../../../locale/text.ts';

/** The day by which an answer is needed. Noon, so that no zone makes it another day. */
export const dueLabel = (dueOn: string): string => t('studio.dueOn', { day: newsDateLabel(`${dueOn}T12:00:00.000Z`) });
