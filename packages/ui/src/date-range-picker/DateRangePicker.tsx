import CalendarDays from 'lucide-react/icons/calendar-days';
import X from 'lucide-react/icons/x';
import {
  Button as AriaButton,
  DateInput,
  DateRangePicker as AriaDateRangePicker,
  DateSegment,
  Group,
  Label,
  Popover,
} from 'react-aria-components/DateRangePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { RangeCalendar } from 'react-aria-components/RangeCalendar';
import { calendarDate } from '../calendar/calendarDate.ts';
import { CalendarMonth, type CalendarMonthProps } from '../calendar/CalendarMonth.tsx';
import { classes } from '../styles/classes.ts';
import { IconButton } from '../button/IconButton.tsx';
import button from '../calendar/calendarButton.module.css';
import styles from './DateRangePicker.module.css';

/** Both ends inclusive, as `yyyy-MM-dd`. */
export interface DateRange {
  from: string;
  to: string;
}

export interface DateRangePickerProps extends CalendarMonthProps {
  label: string;
  value: DateRange | null;
  /** Called with both ends, or null when the range is cleared. */
  onChange: (value: DateRange | null) => void;
  /** First and last selectable day, `yyyy-MM-dd`. */
  min?: string | undefined;
  max?: string | undefined;
  labelPosition?: 'top' | 'side';
}

/** Two dates to type or to pick from a calendar whose weeks start on Sunday. Large: load it on demand. */
export function DateRangePicker({
  label,
  value,
  onChange,
  min,
  max,
  labelPosition = 'top',
  marks,
  onMonthChange,
}: DateRangePickerProps) {
  const start = calendarDate(value?.from);
  const end = calendarDate(value?.to);
  const minValue = calendarDate(min);
  const maxValue = calendarDate(max);
  return (
    <I18nProvider locale="en-US">
      <AriaDateRangePicker
        className={styles.picker ?? ''}
        data-label={labelPosition}
        value={start && end ? { start, end } : null}
        onChange={(range) => onChange(range ? { from: range.start.toString(), to: range.end.toString() } : null)}
        shouldForceLeadingZeros
        firstDayOfWeek="sun"
        {...(minValue ? { minValue } : {})}
        {...(maxValue ? { maxValue } : {})}
      >
        <Label className={styles.label ?? ''}>{label}</Label>
        <Group className={styles.group ?? ''}>
          <DateInput slot="start" className={styles.input ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
          <span aria-hidden="true" className={styles.dash}>
            –
          </span>
          <DateInput slot="end" className={styles.input ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
          {value && (
            <span className={styles.clear}>
              <IconButton
                size="small"
                label={`Clear ${label.toLowerCase()}`}
                icon={<X aria-hidden="true" />}
                hasTooltip={false}
                onPress={() => onChange(null)}
              />
            </span>
          )}
          <AriaButton className={classes(button.button, styles.open)}>
            <CalendarDays aria-hidden="true" />
          </AriaButton>
        </Group>
        <Popover className={styles.popover ?? ''}>
          <Dialog className={styles.dialog ?? ''}>
            <RangeCalendar>
              <CalendarMonth marks={marks} onMonthChange={onMonthChange} />
            </RangeCalendar>
          </Dialog>
        </Popover>
      </AriaDateRangePicker>
    </I18nProvider>
  );
}
