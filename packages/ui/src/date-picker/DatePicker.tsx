import CalendarDays from 'lucide-react/icons/calendar-days';
import X from 'lucide-react/icons/x';
import { Calendar } from 'react-aria-components/Calendar';
import {
  Button as AriaButton,
  DateInput,
  DatePicker as AriaDatePicker,
  DateSegment,
  Group,
  Label,
  Popover,
} from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { use, useId, useState } from 'react';
import { calendarDate } from '../calendar/calendarDate.ts';
import { CalendarMonth } from '../calendar/CalendarMonth.tsx';
import { dateProblem, inThisCentury, isPartlyFilled, useTypedDate } from '../calendar/useTypedDate.ts';
import { FloatingContainer } from '../dialog/FloatingContainer.ts';
import { classes } from '../styles/classes.ts';
import { IconButton } from '../button/IconButton.tsx';
import button from '../calendar/calendarButton.module.css';
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
  const container = use(FloatingContainer);
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
        <Label className={styles.label ?? ''}>{label}</Label>
        <Group className={styles.group ?? ''}>
          <DateInput className={styles.input ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
          {typed.value !== null && (
            <span className={styles.clear}>
              <IconButton
                size="small"
                label={`Clear ${label.toLowerCase()}`}
                icon={<X aria-hidden="true" />}
                hasTooltip={false}
                onPress={() => typed.type(null)}
              />
            </span>
          )}
          <AriaButton className={classes(button.button, styles.open)}>
            <CalendarDays aria-hidden="true" />
          </AriaButton>
        </Group>
        {problem !== undefined && (
          <p id={problemId} role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <Popover className={styles.popover ?? ''} {...(container && { UNSTABLE_portalContainer: container })}>
          <Dialog className={styles.dialog ?? ''}>
            <Calendar {...(minValue ? { minValue } : {})} {...(maxValue ? { maxValue } : {})}>
              <CalendarMonth />
            </Calendar>
          </Dialog>
        </Popover>
      </AriaDatePicker>
    </I18nProvider>
  );
}
