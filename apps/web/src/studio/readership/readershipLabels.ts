import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import type { InsightPeriod } from '@portico/contracts/studio/insights';
import type { ReadershipDay, ShownCount } from '@portico/contracts/studio/readership';
import { t } from '../../locale/text.ts';

const WEEK_DAYS = 7;
/** Longer periods have weeks as steps. */
const MAX_DAILY_DAYS = 90;

const numberLabel = (count: number): string => count.toLocaleString('en-US');

const isExact = ({ least, most }: ShownCount): boolean => least === most;

/** “12”, or what may be known of a number that could point to single people. */
export function countLabel(count: ShownCount): string {
  const { least, most } = count;
  if (isExact(count)) return numberLabel(least);
  if (least === 1 && most === MIN_SHOWN_COUNT - 1) return t('readership.fewerThan', { count: MIN_SHOWN_COUNT });
  return least === 0 ? t('readership.tooFew') : t('readership.atLeast', { count: numberLabel(least) });
}

export const percentLabel = (share: number): string =>
  share.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** “36%”; empty for a number that is not shown. */
export const shareLabel = ({ readers, audience }: Pick<ReadershipDay, 'readers' | 'audience'>): string =>
  isExact(readers) && audience > 0 ? percentLabel(readers.least / audience) : '';

/** “12 of 40 (30%)” */
export function ofAudienceLabel(day: Pick<ReadershipDay, 'readers' | 'audience'>): string {
  const values = { readers: countLabel(day.readers), audience: numberLabel(day.audience) };
  const share = shareLabel(day);
  return share === '' ? t('readership.ofAudience', values) : t('readership.ofAudienceShare', { ...values, share });
}

const shareOf = ({ readers, audience }: ReadershipDay): number => readers.least / audience;

/** The days, or of each week of a long period the one with the largest share, because people can’t be added up. */
export function stepsOf(days: readonly ReadershipDay[], period: InsightPeriod): readonly ReadershipDay[] {
  if (Number(period) <= MAX_DAILY_DAYS) return days;
  const steps: ReadershipDay[] = [];
  for (let end = days.length; end > 0; end -= WEEK_DAYS) {
    const week = days.slice(Math.max(0, end - WEEK_DAYS), end);
    steps.unshift(week.reduce((best, day) => (shareOf(day) > shareOf(best) ? day : best)));
  }
  return steps;
}
