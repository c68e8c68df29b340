import { Calendar } from 'react-aria-components/Calendar';
import { DateInput, DatePicker as AriaDatePicker, DateSegment } from 'react-aria-components/DatePicker';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useId, useState } from 'react';
import { calendarDate } from '../calendar/calendarDate.ts';
import { CalendarMonth } from '../calendar/CalendarMonth.tsx';
import { PickerParts } from '../calendar/PickerParts.tsx';
import { dateProblem, inThisCentury, isPartlyFilled, useTypedDate } from '../calendar/useTypedDate.ts';
import styles from '../date-range-picker/DateRangePicker.module.css';

export interface DatePickerProps {
  label: string;
  /** `yyyy-MM-dd`, which is also how the field shows it. */
  value: string | null;
  /** Called with a finished date, or null when it is cleared. */
  onChange: (value: string | null) => void;
  /** First and last day that can be chosen, `yyyy-MM-dd`. */
  min?: string | undefined;
  max?: string | undefined;
}

/** An English locale with the order year, month, day. */
const LOCALE = 'en-CA';

/** A date to type or to pick from a calendar whose weeks start on Sunday. Large: load it on demand. */
export function DatePicker({ label, value, onChange, min, max }: DatePickerProps) {
  const typed = useTypedDate<string | null>({
    value,
    onChange,
    problemOf: (day) => (day === null ? undefined : dateProblem(day, min, max)),
    repair: (day) => {
      const repaired = day === null ? null : inThisCentury(day);
      return repaired !== null && dateProblem(repaired, min, max) === undefined ? repaired : undefined;
    },
  });
  const [isIncomplete, setIncomplete] = useState(false);
  const problem = typed.problem ?? (isIncomplete ? 'Enter the year, month and day.' : undefined);
  const problemId = useId();
  const minValue = calendarDate(min);
  const maxValue = calendarDate(max);
  return (
    <I18nProvider locale={LOCALE}>
      <AriaDatePicker
        className={styles.picker ?? ''}
        value={calendarDate(typed.value) ?? null}
        onChange={(date) => {
          setIncomplete(false);
          typed.type(date?.toString() ?? null);
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
            <Calendar {...(minValue ? { minValue } : {})} {...(maxValue ? { maxValue } : {})}>
              <CalendarMonth />
            </Calendar>
          }
        >
          <DateInput className={styles.input ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
        </PickerParts>
      </AriaDatePicker>
    </I18nProvider>
  );
}
