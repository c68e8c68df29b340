import { MAX_SERIES_DATES } from '@portico/contracts/events';
import {
  createSeries,
  MAX_SERIES_INTERVAL,
  MIN_SERIES_DATES,
  SeriesUnit,
  Weekday,
  type MonthDay,
  type SeriesRule,
} from '@portico/contracts/studio/eventSeries';
import type { DeskEvent } from '@portico/contracts/studio/eventsDesk';
import { LAST_DAY } from '@portico/contracts/days';
import { Button } from '@portico/ui/Button';
import { DateInput } from '@portico/ui/DateInput';
import { RadioGroup } from '@portico/ui/RadioGroup';
import { Select } from '@portico/ui/Select';
import { showToast } from '@portico/ui/toasts';
import { TextField } from '@portico/ui/TextField';
import { ToggleGroup } from '@portico/ui/ToggleGroup';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';
import { useThrottledValue } from '../useThrottledValue.ts';
import { whenLabel } from './deskLabels.ts';
import styles from './eventsDesk.module.css';
import { seriesPreviewQuery } from './eventsDesk.queries.ts';
import { firstDayOf, monthDayLabel, monthDaysOf, weekdayName } from './seriesLabels.ts';

type Ending = 'Count' | 'Until';

const unitTexts = {
  Day: 'series.unitDay',
  Week: 'series.unitWeek',
  Month: 'series.unitMonth',
  Year: 'series.unitYear',
} as const;

/** How an event repeats, with the dates that follow, and the button that publishes them. */
export function RepeatForm({ event }: { event: DeskEvent }) {
  const cache = useQueryClient();
  const first = useMemo(() => firstDayOf(event), [event]);
  const [unit, setUnit] = useState<SeriesUnit>('Week');
  const [every, setEvery] = useState('1');
  const [weekdays, setWeekdays] = useState<Weekday[]>([first.weekday]);
  const [monthDay, setMonthDay] = useState<MonthDay>('SameWeekday');
  const [ending, setEnding] = useState<Ending>('Count');
  const [count, setCount] = useState('10');
  const [until, setUntil] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const everyProblem = isNumber(every, 1, MAX_SERIES_INTERVAL)
    ? undefined
    : t('series.wrongNumber', { min: 1, max: MAX_SERIES_INTERVAL });
  const countProblem =
    ending === 'Until' || isNumber(count, MIN_SERIES_DATES, MAX_SERIES_DATES)
      ? undefined
      : t('series.wrongNumber', { min: MIN_SERIES_DATES, max: MAX_SERIES_DATES });
  const isComplete = everyProblem === undefined && countProblem === undefined && (ending === 'Count' || until !== '');
  const rule = useMemo<SeriesRule | undefined>(
    () =>
      isComplete
        ? {
            unit,
            every: Number(every),
            weekdays: unit === 'Week' ? weekdays : [],
            monthDay,
            count: ending === 'Count' ? Number(count) : null,
            until: ending === 'Until' ? until : null,
          }
        : undefined,
    [isComplete, unit, every, weekdays, monthDay, ending, count, until],
  );
  const asked = useThrottledValue(rule);
  const { data: dates, error, isPlaceholderData } = useQuery(seriesPreviewQuery(event.id, asked));
  const isCurrent = rule !== undefined && rule === asked && dates !== undefined && !isPlaceholderData && error === null;
  const repeat = async () => {
    if (!rule || !isCurrent) return;
    setPending(true);
    setProblem(undefined);
    try {
      const { id: itemId, version } = event;
      const series = await call(createSeries, { params: { itemId }, body: { version, rule } });
      showToast(t('series.saidRepeated', { count: series.items.length - 1 }), { type: 'success' });
    } catch (failure) {
      setProblem(reasonOf(failure));
    } finally {
      setPending(false);
      void cache.invalidateQueries({ queryKey: studioKey });
    }
  };
  return (
    <div className={styles.repeat}>
      <div className={styles.fields}>
        <p>{t('series.intro', { when: whenLabel(event) })}</p>
        <div className={styles.pair}>
          <TextField label={t('series.every')} value={every} onChange={setEvery} maxLength={2} error={everyProblem} />
          <Select<SeriesUnit>
            label={t('series.unit')}
            value={unit}
            onChange={setUnit}
            options={SeriesUnit.options.map((value) => ({ value, label: t(unitTexts[value]) }))}
          />
        </div>
        {unit === 'Week' && (
          <ToggleGroup<Weekday>
            label={t('series.weekdays')}
            values={weekdays}
            // The event itself is the first date.
            onChange={(next) =>
              setWeekdays(Weekday.options.filter((one) => next.includes(one) || one === first.weekday))
            }
            options={Weekday.options.map((value) => ({ value, label: weekdayName(value) }))}
          />
        )}
        {(unit === 'Month' || unit === 'Year') && (
          <RadioGroup<MonthDay>
            label={t('series.monthDay')}
            value={monthDay}
            onChange={setMonthDay}
            options={monthDaysOf(first).map((value) => ({ value, label: monthDayLabel(value, first) }))}
          />
        )}
        <RadioGroup<Ending>
          label={t('series.ends')}
          value={ending}
          onChange={setEnding}
          options={[
            { value: 'Count', label: t('series.endsCount') },
            { value: 'Until', label: t('series.endsUntil') },
          ]}
        />
        {ending === 'Count' ? (
          <TextField
            label={t('series.count')}
            help={t('series.countHelp')}
            value={count}
            onChange={setCount}
            maxLength={3}
            error={countProblem}
          />
        ) : (
          <DateInput label={t('series.until')} value={until} onChange={setUntil} min={first.date} max={LAST_DAY} />
        )}
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <div>
          <Button variant="primary" pending={pending} isDisabled={!isCurrent} onPress={() => void repeat()}>
            {isCurrent ? t('series.publish', { count: dates.items.length - 1 }) : t('series.publishDates')}
          </Button>
        </div>
        <p className={styles.note}>{t('series.publishHelp')}</p>
      </div>
      <section aria-labelledby="series-dates" className={styles.fields}>
        <h2 id="series-dates">{t('series.dates')}</h2>
        <p role="status">
          {rule === undefined
            ? t('series.incomplete')
            : error
              ? reasonOf(error)
              : dates && t('series.total', { count: dates.items.length })}
        </p>
        {isCurrent && (
          <ol className={styles.dates}>
            {dates.items.map((date) => (
              <li key={date.startDate}>{whenLabel({ ...event, ...date })}</li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}

const isNumber = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
