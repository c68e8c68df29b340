import { isEmptyRule, isForEveryone } from '@portico/authoring/audience';
import type { Audience } from '@portico/kinds/audience';
import { MAX_NOTICE_DESCRIPTION } from '@portico/contracts/notifications';
import { isSafeHref } from '@portico/kinds/safeHref';
import { type AdvisorType, advisorTypeLabels, advisorTypes } from '@portico/kinds/advisorType';
import { cleanText } from '@portico/kinds/typedText';
import { t } from '../../locale/text.ts';
import { personalStorage } from '../../sign-in/personalStorage.ts';

/** An unsent notice. `audience` holds advisor type labels and applies only to `some`. */
export interface NoticeDraft {
  /** Becomes the notice's id: sending the same draft twice creates one notice. */
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

/** Unique labels of advisor types; several types can share a label. */
export const audienceLabels = [...new Set(Object.values(advisorTypeLabels))];

/** The advisor types with any of these labels. */
export const typesForLabels = (labels: readonly string[]): AdvisorType[] =>
  advisorTypes.filter((type) => labels.includes(advisorTypeLabels[type]));

/** Unique labels of the given advisor types, in the standard order. */
const labelsForTypes = (types: readonly AdvisorType[]): string[] =>
  audienceLabels.filter((label) => types.some((type) => advisorTypeLabels[type] === label));

/** The audience of a notice as text. A rule, which this form can't create, is only mentioned. */
export function audienceLabel({ audience, audienceRule }: Audience): string {
  if (isForEveryone({ audience, audienceRule })) return t('notifications.everyone');
  return [...labelsForTypes(audience), ...(isEmptyRule(audienceRule) ? [] : [t('notifications.byRule')])].join(', ');
}

export const newNoticeDraft = (): NoticeDraft => ({
  id: crypto.randomUUID(),
  title: '',
  description: '',
  link: '',
  reach: 'everybody',
  audience: [],
});

/** The reader's unsent draft from any tab; undefined without one. */
export function readNoticeDraft(): NoticeDraft | undefined {
  const stored = personalStorage.read(NAME) as Partial<NoticeDraft> | undefined;
  if (typeof stored?.id !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id: stored.id,
    title: text(stored.title),
    description: text(stored.description),
    link: text(stored.link),
    reach: stored.reach === 'some' ? 'some' : 'everybody',
    audience: Array.isArray(stored.audience) ? stored.audience.filter((label) => typeof label === 'string') : [],
  };
}

export const saveNoticeDraft = (draft: NoticeDraft): void => void personalStorage.write(NAME, draft);
export const clearNoticeDraft = (): void => personalStorage.remove(NAME);

/** Validation errors by field; undefined for a valid draft. The server validates again. */
export function noticeProblems({ title, description, link, reach, audience }: NoticeDraft): NoticeProblems | undefined {
  const problems: NoticeProblems = {};
  if (title.trim() === '') problems.title = t('notifications.titleMissing');
  else if (title.trim().length > MAX_TITLE)
    problems.title = t('notifications.tooLongBy', { count: title.trim().length - MAX_TITLE });
  if (description.trim().length > MAX_NOTICE_DESCRIPTION)
    problems.description = t('notifications.tooLongBy', { count: description.trim().length - MAX_NOTICE_DESCRIPTION });
  if (cleanText(link) !== '' && !isSafeHref(cleanText(link))) problems.link = t('notifications.linkWrong');
  if (reach === 'some' && typesForLabels(audience).length === 0) problems.audience = t('notifications.audienceMissing');
  return Object.keys(problems).length > 0 ? problems : undefined;
}
