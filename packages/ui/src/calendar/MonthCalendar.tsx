import { Calendar } from 'react-aria-components/Calendar';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { calendarDate } from './calendarDate.ts';
import { CalendarMonth, type CalendarMonthProps } from './CalendarMonth.tsx';

export interface MonthCalendarProps extends Pick<CalendarMonthProps, 'marks' | 'ownDays'> {
  label: string;
  /** The chosen day; days are `yyyy-MM-dd`. */
  value: string;
  onChange: (day: string) => void;
  /** A day of the month in view: the one that the focus is on, or goes to. */
  inView: string;
  onInViewChange: (day: string) => void;
}

/** A month of days to choose one from, by pointer or arrow keys; weeks start on Sunday. Heavy: load it on demand. */
export function MonthCalendar({ label, value, onChange, inView, onInViewChange, ...month }: MonthCalendarProps) {
  return (
    <I18nProvider locale="en-US">
      <Calendar
        aria-label={label}
        firstDayOfWeek="sun"
        value={calendarDate(value) ?? null}
        onChange={(day) => onChange(day.toString())}
        focusedValue={calendarDate(inView) ?? null}
        onFocusChange={(day) => onInViewChange(day.toString())}
      >
        <CalendarMonth {...month} />
      </Calendar>
    </I18nProvider>
  );
}
