import { Calendar } from 'react-aria-components/Calendar';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { calendarDate } from './calendarDate.ts';
import { CalendarMonth, type CalendarMonthProps } from './CalendarMonth.tsx';

export interface MonthCalendarProps extends Pick<CalendarMonthProps, 'marks' | 'ownDays'> {
  label: string;
  /** The selected day; days are `yyyy-MM-dd`. */
  value: string;
  onChange: (day: string) => void;
  /** A day of the visible month: the one that has the focus or will get it. */
  inView: string;
  onInViewChange: (day: string) => void;
}

/** A calendar month for selecting a day, by pointer or arrow keys; weeks start on Sunday. Large: load it on demand. */
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
