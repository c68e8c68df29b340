import type { DeskEntry, DeskQuestion, EntryState } from '@portico/contracts/studio/formsDesk';
import type { StatusTone } from '@portico/ui/StatusLabel';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';

export const stateTexts: Record<EntryState, TextKey> = {
  New: 'formsDesk.stateNew',
  InWork: 'formsDesk.stateInWork',
  Done: 'formsDesk.stateDone',
  Returned: 'formsDesk.stateReturned',
};
export const entryStates = Object.keys(stateTexts) as EntryState[];
/** Returning needs a text, so it is not among the states to choose. */
export const choosableStates = entryStates.filter((state) => state !== 'Returned');

export const stateTones: Record<EntryState, StatusTone> = {
  New: 'accent',
  InWork: 'warning',
  Done: 'neutral',
  Returned: 'info',
};

export const senderLabel = ({ person }: Pick<DeskEntry, 'person'>): string =>
  person.name || person.email || t('formsDesk.nameless');

export const whenLabel = (instant: string): string =>
  t('formsDesk.when', { day: newsDateLabel(instant), time: timeLabel(instant) });

/** A question, with a note if the form doesn’t ask it anymore. */
export const questionLabel = ({ label, isGone }: DeskQuestion): string =>
  isGone ? t('formsDesk.goneQuestion', { label }) : label;

/** The answers that a question can be filtered by; empty for one that takes any text. */
export function answerOptions({ type, options }: DeskQuestion): Array<{ value: string; label: string }> {
  if (type === 'Checkbox')
    return [
      { value: 'true', label: t('formsDesk.yes') },
      { value: 'false', label: t('formsDesk.no') },
    ];
  return options ?? [];
}

/** An answer as one line; empty without an answer. */
export function answerLabel(question: DeskQuestion, { values, files }: Pick<DeskEntry, 'values' | 'files'>): string {
  const value = values[question.alias];
  if (value === undefined) return '';
  const labelOf = (one: string) =>
    answerOptions(question).find((option) => option.value === one)?.label ??
    files.find((file) => file.id === one)?.fileName ??
    one;
  return (Array.isArray(value) ? value : [String(value)]).map(labelOf).join(', ');
}
