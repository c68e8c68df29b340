import { MAX_TASK_NOTE, MAX_TASK_TITLE } from '@portico/contracts/todo';
import { hasVisibleText } from '@portico/kinds/typedText';
import { t } from '../../../locale/text.ts';

/** Titles of this length or longer show the number of characters left. */
const MIN_LENGTH_TO_SHOW_ROOM = MAX_TASK_TITLE - 40;

/** Why a title can't be saved, as a sentence; undefined when it can. */
export function titleProblem(title: string): string | undefined {
  const { length } = title.trim();
  if (!hasVisibleText(title)) return t('widgets.titleMissing');
  return tooLong(length, MAX_TASK_TITLE);
}

/** Why a note can't be saved, as a sentence; undefined when it can. */
export const noteProblem = (note: string): string | undefined => tooLong(note.length, MAX_TASK_NOTE);

const tooLong = (length: number, max: number): string | undefined =>
  length > max ? t('widgets.tooLong', { max, count: length - max }) : undefined;

/** How many characters are left, as a label. Undefined for a short title and for one over the limit. */
export function titleLengthLeft(title: string): string | undefined {
  const { length } = title.trim();
  return length >= MIN_LENGTH_TO_SHOW_ROOM && length <= MAX_TASK_TITLE
    ? t('widgets.titleLeft', { count: MAX_TASK_TITLE - length })
    : undefined;
}
