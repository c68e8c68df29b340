import { hasVisibleText, MAX_TASK_NOTE, MAX_TASK_TITLE } from '@portico/contracts/todo';
import { t } from '../../../locale/text.ts';

/** From so many characters on, people are told how many are left. */
const NEAR_THE_END = MAX_TASK_TITLE - 40;

/** What is wrong with a title, as a sentence; undefined when it can be saved. */
export function titleProblem(title: string): string | undefined {
  const { length } = title.trim();
  if (!hasVisibleText(title)) return t('widgets.titleMissing');
  return tooLong(length, MAX_TASK_TITLE);
}

/** The same of a note. */
export const noteProblem = (note: string): string | undefined => tooLong(note.length, MAX_TASK_NOTE);

const tooLong = (length: number, most: number): string | undefined =>
  length > most ? t('widgets.tooLong', { most, count: length - most }) : undefined;

/** How much may still be typed, close to the end; undefined before and beyond. */
export function titleRoom(title: string): string | undefined {
  const { length } = title.trim();
  return length >= NEAR_THE_END && length <= MAX_TASK_TITLE
    ? t('widgets.titleLeft', { count: MAX_TASK_TITLE - length })
    : undefined;
}
