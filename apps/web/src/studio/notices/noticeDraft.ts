import { emptyRule, isEmptyRule, isForEveryone } from '@portico/authoring/audience';
import type { Audience } from '@portico/kinds/audience';
import { MAX_NOTICE_DESCRIPTION, type NewNotice, type Notice } from '@portico/contracts/notifications';
import { fromLocal, toLocal } from '@portico/contracts/zonedTime';
import { isSafeHref } from '@portico/kinds/safeHref';
import { type AdvisorType, advisorTypeLabels, advisorTypes } from '@portico/kinds/advisorType';
import { cleanText } from '@portico/kinds/typedText';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { readSettings } from '../../sign-in/settings.ts';
import { personalStorage } from '../../sign-in/personalStorage.ts';

/** An unsent notice. The audience applies only to `some`. */
export interface NoticeDraft extends Audience {
  /** Becomes the notice's id: sending the same draft twice creates one notice. */
  id: string;
  title: string;
  description: string;
  link: string;
  reach: 'everybody' | 'some';
  /** Times in the firm's time zone, as `yyyy-MM-ddThh:mm`; empty for at once and for never. */
  startsAt: string;
  endsAt: string;
}

export type NoticeProblems = Partial<Record<'title' | 'description' | 'link' | 'audience' | 'endsAt', string>>;

const NAME = 'notice-draft';
export const MAX_TITLE = 120;

/** Unique labels of advisor types; several types can share a label. */
const audienceLabels = [...new Set(Object.values(advisorTypeLabels))];

/** Unique labels of the given advisor types, in the standard order. */
const labelsForTypes = (types: readonly AdvisorType[]): string[] =>
  audienceLabels.filter((label) => types.some((type) => advisorTypeLabels[type] === label));

/** The audience of a notice as text. A rule is only mentioned. */
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
  audienceRule: emptyRule,
  startsAt: '',
  endsAt: '',
});

export const firmTimeZone = (): string => readSettings().firmTimeZone;
const localOf = (instant: string | null) => (instant === null ? '' : toLocal(instant, firmTimeZone()));
/** The instant of a time in the firm's time zone. */
export const instantOf = (local: string): string | null => fromLocal(local, firmTimeZone()) ?? null;

/** "Mar 9, 2026, 2:32 pm" in the firm's time zone. */
export const firmMomentLabel = (instant: string): string =>
  `${newsDateLabel(instant, firmTimeZone())}, ${timeLabel(instant, firmTimeZone())}`;

/** A scheduled notice as a draft. */
export const draftOf = ({
  id,
  title,
  description,
  link,
  audience,
  audienceRule,
  startsAt,
  endsAt,
}: Notice): NoticeDraft => ({
  id,
  title,
  description,
  link: link ?? '',
  reach: isForEveryone({ audience, audienceRule }) ? 'everybody' : 'some',
  audience,
  audienceRule,
  startsAt: localOf(startsAt),
  endsAt: localOf(endsAt),
});

/** What would be sent. */
export const noticeOf = ({
  id,
  title,
  description,
  link,
  reach,
  audience,
  audienceRule,
  startsAt,
  endsAt,
}: NoticeDraft): NewNotice & Audience => ({
  id,
  title: title.trim(),
  description: description.trim(),
  link: cleanText(link) || null,
  audience: reach === 'some' ? audience : [],
  audienceRule: reach === 'some' ? audienceRule : emptyRule,
  startsAt: instantOf(startsAt),
  endsAt: instantOf(endsAt),
});

/** Where the draft of a new notice, or of changes to a scheduled one, is stored. */
const nameOf = (edited: Notice | undefined) => (edited ? `${NAME}-${edited.id}` : NAME);

/** The audience of a stored draft. Drafts of an older version have labels of advisor types. */
function storedAudience(stored: { audience?: unknown; audienceRule?: unknown }): Audience {
  const types: unknown[] = Array.isArray(stored.audience) ? stored.audience : [];
  const rule = stored.audienceRule as Partial<Audience['audienceRule']> | null | undefined;
  return {
    audience: advisorTypes.filter((type) => types.includes(type) || types.includes(advisorTypeLabels[type])),
    audienceRule: { include: rule?.include ?? {}, exclude: rule?.exclude ?? {} },
  };
}

/** The reader's unsent draft from any tab; undefined without one. */
export function readNoticeDraft(edited: Notice | undefined): NoticeDraft | undefined {
  const stored = personalStorage.read(nameOf(edited)) as Partial<NoticeDraft> | undefined;
  if (typeof stored?.id !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id: stored.id,
    title: text(stored.title),
    description: text(stored.description),
    link: text(stored.link),
    reach: stored.reach === 'some' ? 'some' : 'everybody',
    ...storedAudience(stored),
    startsAt: text(stored.startsAt),
    endsAt: text(stored.endsAt),
  };
}

export const saveNoticeDraft = (draft: NoticeDraft, edited: Notice | undefined): void =>
  void personalStorage.write(nameOf(edited), draft);
export const clearNoticeDraft = (edited: Notice | undefined): void => personalStorage.remove(nameOf(edited));

/** Validation errors by field; undefined for a valid draft. The server validates again. */
export function noticeProblems({
  title,
  description,
  link,
  reach,
  audience,
  audienceRule,
  startsAt,
  endsAt,
}: NoticeDraft): NoticeProblems | undefined {
  const problems: NoticeProblems = {};
  if (title.trim() === '') problems.title = t('notifications.titleMissing');
  else if (title.trim().length > MAX_TITLE)
    problems.title = t('notifications.tooLongBy', { count: title.trim().length - MAX_TITLE });
  if (description.trim().length > MAX_NOTICE_DESCRIPTION)
    problems.description = t('notifications.tooLongBy', { count: description.trim().length - MAX_NOTICE_DESCRIPTION });
  if (cleanText(link) !== '' && !isSafeHref(cleanText(link))) problems.link = t('notifications.linkWrong');
  if (reach === 'some' && isForEveryone({ audience, audienceRule }))
    problems.audience = t('notifications.audienceMissing');
  // Both are local times of one zone in the same format.
  if (startsAt !== '' && endsAt !== '' && endsAt <= startsAt) problems.endsAt = t('notifications.endWrong');
  return Object.keys(problems).length > 0 ? problems : undefined;
}
