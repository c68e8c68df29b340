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

/** Marked days, `yyyy-MM-dd`, each with a text that screen readers add after the date, such as "2 events". */
export type DayMarks = ReadonlyMap<string, string>;

export interface CalendarMonthProps {
  marks?: DayMarks | undefined;
  /** Marked days that are the reader's own; they get a longer mark. */
  ownDays?: ReadonlySet<string> | undefined;
  /** Called with the visible month, `yyyy-MM`, initially and whenever it changes. */
  onMonthChange?: ((month: string) => void) | undefined;
}

/**
 * The visible month of the surrounding calendar, for single days or ranges. Has buttons for other months, weeks that
 * start on Sunday, and a dot on marked days.
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
              <CalendarCell ref={leaveRoleToTable} date={date} className={styles.cell ?? ''} />
            ) : (
              <CalendarCell
                ref={leaveRoleToTable}
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

/** The cells of a grid table are grid cells already, and HTML allows no role on them. Source: ARIA in HTML. */
const leaveRoleToTable = (cell: HTMLTableCellElement | null) => cell?.removeAttribute('role');
