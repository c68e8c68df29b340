import { DateInput, DateRangePicker as AriaDateRangePicker, DateSegment } from 'react-aria-components/DateRangePicker';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { RangeCalendar } from 'react-aria-components/RangeCalendar';
import { useId, useState } from 'react';
import { calendarDate } from '../calendar/calendarDate.ts';
import { CalendarMonth, type CalendarMonthProps } from '../calendar/CalendarMonth.tsx';
import { PickerParts } from '../calendar/PickerParts.tsx';
import { dateProblem, inThisCentury, isPartlyFilled, useTypedDate } from '../calendar/useTypedDate.ts';
import styles from './DateRangePicker.module.css';

/** Both ends inclusive, as `yyyy-MM-dd`. */
export interface DateRange {
  from: string;
  to: string;
}

export interface DateRangePickerProps extends CalendarMonthProps {
  label: string;
  value: DateRange | null;
  /** Called with both ends once both are finished dates in order, or null when the range is cleared. */
  onChange: (value: DateRange | null) => void;
  /** First and last day that can be typed, `yyyy-MM-dd`. */
  min?: string | undefined;
  max?: string | undefined;
  /** Last day that the calendar offers, `yyyy-MM-dd`; `max` if absent. */
  calendarMax?: string | undefined;
  labelPosition?: 'top' | 'side';
}

/** Two dates to type or to pick from a calendar whose weeks start on Sunday. Large: load it on demand. */
export function DateRangePicker({
  label,
  value,
  onChange,
  min,
  max,
  calendarMax = max,
  labelPosition = 'top',
  marks,
  onMonthChange,
}: DateRangePickerProps) {
  const typed = useTypedDate<DateRange | null>({
    value,
    onChange,
    problemOf: (range) => (range === null ? undefined : rangeProblem(range, min, max)),
    repair: (range) => {
      const repaired = range && { from: inThisCentury(range.from), to: inThisCentury(range.to) };
      return repaired && rangeProblem(repaired, min, max) === undefined ? repaired : undefined;
    },
  });
  const [isIncomplete, setIncomplete] = useState(false);
  const problem = typed.problem ?? (isIncomplete ? 'Enter the month, day and year of both dates.' : undefined);
  const problemId = useId();
  const start = calendarDate(typed.value?.from);
  const end = calendarDate(typed.value?.to);
  const minValue = calendarDate(min);
  const maxValue = calendarDate(calendarMax);
  return (
    <I18nProvider locale="en-US">
      <AriaDateRangePicker
        className={styles.picker ?? ''}
        data-label={labelPosition}
        value={start && end ? { start, end } : null}
        onChange={(range) => {
          setIncomplete(false);
          typed.type(range && { from: range.start.toString(), to: range.end.toString() });
        }}
        onBlur={({ currentTarget }) => {
          setIncomplete(isPartlyFilled(currentTarget));
          typed.leave();
        }}
        isInvalid={problem !== undefined}
        {...(problem === undefined ? {} : { 'aria-describedby': problemId })}
        shouldForceLeadingZeros
        firstDayOfWeek="sun"
      >
        <PickerParts
          label={label}
          onClear={typed.value === null ? undefined : () => typed.type(null)}
          problem={problem}
          problemId={problemId}
          calendar={
            <RangeCalendar {...(minValue ? { minValue } : {})} {...(maxValue ? { maxValue } : {})}>
              <CalendarMonth marks={marks} onMonthChange={onMonthChange} />
            </RangeCalendar>
          }
        >
          <DateInput slot="start" className={styles.input ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
          <span aria-hidden="true" className={styles.dash}>
            –
          </span>
          <DateInput slot="end" className={styles.input ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
        </PickerParts>
      </AriaDateRangePicker>
    </I18nProvider>
  );
}

const rangeProblem = ({ from, to }: DateRange, min: string | undefined, max: string | undefined): string | undefined =>
  dateProblem(from, min, max) ??
  dateProblem(to, min, max) ??
  (from > to ? 'The first date is after the last one.' : undefined);
