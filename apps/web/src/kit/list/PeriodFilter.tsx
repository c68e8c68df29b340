import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import { TIME_WINDOWS } from '@portico/contracts/paging';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { Skeleton } from '@portico/ui/Skeleton';
import { lazy, Suspense } from 'react';
import { dayOf } from '../../dates/days.ts';
import { anyTime, type Period, shownDays } from '../../routing/period.ts';
import { t } from '../../locale/text.ts';

const DateRangePicker = lazy(() =>
  import('@portico/ui/DateRangePicker').then((module) => ({ default: module.DateRangePicker })),
);

const windowOptions = () =>
  TIME_WINDOWS.map((days) => ({ value: String(days), label: t('shared.days', { count: days }) }));

export interface PeriodFilterProps {
  period: Period;
  now: Date;
  onChange: (changed: { period: Period }) => void;
  label?: string;
  /** Future days can be chosen too. */
  hasFuture?: boolean;
}

/** A date range up to today, typed or picked, with presets. Source: READINGS, pages. */
export function PeriodFilter({
  period,
  now,
  onChange,
  label = t('shared.published'),
  hasFuture = false,
}: PeriodFilterProps) {
  const { from, to } = shownDays(period, now);
  const range = from !== undefined || to !== undefined ? { from: from ?? to ?? '', to: to ?? dayOf(now) } : null;
  return (
    <>
      <Suspense fallback={<Skeleton shape="box" width="21.65rem" height="var(--control-height)" />}>
        <DateRangePicker
          label={label}
          labelPosition="side"
          value={range}
          min={FIRST_DAY}
          max={LAST_DAY}
          calendarMax={hasFuture ? undefined : dayOf(now)}
          onChange={(value) => onChange({ period: { ...anyTime, from: value?.from, to: value?.to } })}
        />
      </Suspense>
      <SegmentedControl
        label={t('shared.lastDaysLabel')}
        options={windowOptions()}
        value={period.days === undefined ? undefined : String(period.days)}
        onChange={(value) =>
          onChange({ period: { ...anyTime, days: TIME_WINDOWS.find((days) => String(days) === value) } })
        }
      />
    </>
  );
}
