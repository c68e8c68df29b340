import { MAX_NOTICE_DESCRIPTION } from '@portico/contracts/notifications';
import { isSafeHref } from '@portico/contracts/richText';
import { type AdvisorType, advisorTypeLabels, advisorTypes } from '@portico/contracts/users';
import { t } from '../../locale/text.ts';
import { personalStorage } from '../../sign-in/personalStorage.ts';

/** A notice while it is written. `audience` holds labels of advisor types and counts only for `some`. */
export interface NoticeDraft {
  /** The notice will have it: sending the same draft twice sends once. */
  id: string;
  title: string;
  description: string;
  link: string;
  reach: 'everybody' | 'some';
  audience: string[];
}

export type NoticeProblems = Partial<Record<'title' | 'description' | 'link' | 'audience', string>>;

const NAME = 'notice-draft';
export const MAX_TITLE = 120;

/** The labels that people know advisor types by, each once: two types may share one. */
export const audienceLabels = [...new Set(Object.values(advisorTypeLabels))];

/** The advisor types that have one of these labels. */
export const typesOf = (labels: readonly string[]): AdvisorType[] =>
  advisorTypes.filter((type) => labels.includes(advisorTypeLabels[type]));

/** Labels of advisor types, each once, in their usual order. */
export const labelsOf = (types: readonly AdvisorType[]): string[] =>
  audienceLabels.filter((label) => types.some((type) => advisorTypeLabels[type] === label));

export const newNoticeDraft = (): NoticeDraft => ({
  id: crypto.randomUUID(),
  title: '',
  description: '',
  link: '',
  reach: 'everybody',
  audience: [],
});

/** What this person has written and not sent, in whatever tab. */
export function readNoticeDraft(): NoticeDraft | undefined {
  const kept = personalStorage.read(NAME) as Partial<NoticeDraft> | undefined;
  if (typeof kept?.id !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id: kept.id,
    title: text(kept.title),
    description: text(kept.description),
    link: text(kept.link),
    reach: kept.reach === 'some' ? 'some' : 'everybody',
    audience: Array.isArray(kept.audience) ? kept.audience.filter((label) => typeof label === 'string') : [],
  };
}

export const saveNoticeDraft = (draft: NoticeDraft): void => void personalStorage.write(NAME, draft);
export const clearNoticeDraft = (): void => personalStorage.remove(NAME);

/** What keeps a draft from being sent, by field; undefined when nothing does. The server judges again. */
export function noticeProblems({ title, description, link, reach, audience }: NoticeDraft): NoticeProblems | undefined {
  const problems: NoticeProblems = {};
  if (title.trim() === '') problems.title = t('notifications.titleMissing');
  else if (title.trim().length > MAX_TITLE)
    problems.title = t('notifications.tooLongBy', { count: title.trim().length - MAX_TITLE });
  if (description.trim().length > MAX_NOTICE_DESCRIPTION)
    problems.description = t('notifications.tooLongBy', { count: description.trim().length - MAX_NOTICE_DESCRIPTION });
  if (link.trim() !== '' && !isSafeHref(link.trim())) problems.link = t('notifications.linkWrong');
  if (reach === 'some' && typesOf(audience).length === 0) problems.audience = t('notifications.audienceMissing');
  return Object.keys(problems).length > 0 ? problems : undefined;
}
