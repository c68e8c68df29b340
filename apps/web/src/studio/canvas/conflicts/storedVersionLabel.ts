import { newsDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { t } from '../../../locale/text.ts';
import type { OpenConflict } from '../../session/sessionState.ts';

/** Whose version is stored, and since when if that is known. */
export function storedVersionLabel({ by, at }: Pick<OpenConflict, 'by' | 'at'>): string {
  const name = by || t('studio.someoneElse');
  if (at === undefined) return t('studio.versionOf', { name });
  return t('studio.versionOfAt', { name, when: `${newsDateLabel(at)}, ${timeLabel(at)}` });
}
