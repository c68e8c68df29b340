import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { use, useEffect } from 'react';
import { CalendarStateContext } from 'react-aria-components/Calendar';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  RangeCalendarStateContext,
} from 'react-aria-components/RangeCalendar';
import button from './calendarButton.module.css';
import styles from './CalendarMonth.module.css';

/** Days that have something, `yyyy-MM-dd`, with the text screen readers add after the date, such as "2 events". */
export type DayMarks = ReadonlyMap<string, string>;

export interface CalendarMonthProps {
  marks?: DayMarks | undefined;
  /** Marked days that are the reader's own: their mark is longer. */
  ownDays?: ReadonlySet<string> | undefined;
  /** Called with the month in view, `yyyy-MM`, at first and whenever it changes. */
  onMonthChange?: ((month: string) => void) | undefined;
}

/**
 * The month in view of the calendar around it, of days or of ranges: steps to other months, weeks from Sunday, marked
 * days with a dot.
 */
export function CalendarMonth({ marks, ownDays, onMonthChange }: CalendarMonthProps) {
  const days = use(CalendarStateContext);
  const ranges = use(RangeCalendarStateContext);
  const month = (days ?? ranges)?.visibleRange.start.toString().slice(0, 7);
  useEffect(() => {
    if (month !== undefined) onMonthChange?.(month);
  }, [month, onMonthChange]);
  return (
    <>
      <div className={styles.header}>
        <Button slot="previous" className={button.button ?? ''}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Heading className={styles.month ?? ''} />
        <Button slot="next" className={button.button ?? ''}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      <CalendarGrid className={styles.grid ?? ''} data-selects={days ? 'day' : 'range'}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => {
            const mark = marks?.get(date.toString());
            return mark === undefined ? (
              <CalendarCell date={date} className={styles.cell ?? ''} />
            ) : (
              <CalendarCell
                date={date}
                className={styles.cell ?? ''}
                data-marked={ownDays?.has(date.toString()) ? 'own' : ''}
                render={(props) => <div {...props} aria-label={`${props['aria-label'] ?? ''}, ${mark}`} />}
              />
            );
          }}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  );
}
