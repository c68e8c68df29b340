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
import { calendarDate } from '../calendar/calendarDate.ts';
import { CalendarMonth } from '../calendar/CalendarMonth.tsx';
import { classes } from '../styles/classes.ts';
import { IconButton } from '../button/IconButton.tsx';
import button from '../calendar/calendarButton.module.css';
import styles from '../date-range-picker/DateRangePicker.module.css';

export interface DatePickerProps {
  label: string;
  /** `yyyy-MM-dd`, which is also how the field shows it. */
  value: string | null;
  /** Called with a complete date, or null when it is cleared. */
  onChange: (value: string | null) => void;
}

/** An English locale with the order year, month, day. */
const LOCALE = 'en-CA';

/** A date to type or to pick from a calendar whose weeks start on Sunday. Large: load it on demand. */
export function DatePicker({ label, value, onChange }: DatePickerProps) {
  return (
    <I18nProvider locale={LOCALE}>
      <AriaDatePicker
        className={styles.picker ?? ''}
        value={calendarDate(value) ?? null}
        onChange={(date) => onChange(date?.toString() ?? null)}
        shouldForceLeadingZeros
        firstDayOfWeek="sun"
      >
        <Label className={styles.label ?? ''}>{label}</Label>
        <Group className={styles.group ?? ''}>
          <DateInput className={styles.input ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
          {value !== null && (
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
            <Calendar>
              <CalendarMonth />
            </Calendar>
          </Dialog>
        </Popover>
      </AriaDatePicker>
    </I18nProvider>
  );
}
