import type { AuditEntry } from '@portico/contracts/admin/audit';
import { t } from '../../../locale/text.ts';
import { momentLabel } from '../adminLabels.ts';

const ABBREVIATIONS = /\b(?:id|scim|url|csv|pdf|xlsx|ip)\b/gi;

/** `reviewRequested` and `review-requested` as "Review requested". */
function inWords(name: string): string {
  const words = name
    .replaceAll(/[-_.]/g, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll(ABBREVIATIONS, (found) => found.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What actions are about: `news` of `news.published`. */
export const areaOf = (action: string): string => action.split('.', 1)[0]!;

export const areaLabel = inWords;

/** "News: review requested". Actions are an object and a past participle, so that newer ones need no text. */
export function actionLabel(action: string): string {
  const area = areaOf(action);
  const what = action.slice(area.length + 1).replaceAll('-', ' ');
  return what === '' ? areaLabel(area) : t('audit.actionOf', { area: areaLabel(area), what });
}

export const actorLabel = ({ actor }: Pick<AuditEntry, 'actor'>): string =>
  actor === null ? t('audit.system') : (actor.name ?? t('audit.unknown'));

/** The title or name; of what is gone, as far as the entry has it. */
export function objectLabel({ object, details }: Pick<AuditEntry, 'object' | 'details'>): string | undefined {
  return object?.name ?? details['title'] ?? details['name'];
}

export const detailLabel = inWords;

/** Instants in the reader's zone, yes or no, and else the value. */
export function detailValue(value: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value)) return momentLabel(value);
  return { true: t('audit.yes'), false: t('audit.no') }[value] ?? value;
}

/** "1,234" */
export const numberLabel = (number: string | number): string => Number(number).toLocaleString('en-US');
