import type { PortalEvent, SeriesDate } from '@portico/contracts/events';
import { Button } from '@portico/ui/Button';
import { classes } from '@portico/ui/classes';
import { useState } from 'react';
import {
  eventInfoDateLabel,
  eventTimeLabel,
  eventYearDateLabel,
  hoursLabel,
  isOneDay,
  timeLabel,
} from '../../../dates/dateLabels.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import card from '../registration/SignUpCard.module.css';
import { useSeriesRegistration } from '../registration/useSeriesRegistration.ts';
import styles from './SeriesCard.module.css';

const MAX_SHOWN = 6;

interface SeriesCardProps {
  event: PortalEvent;
  now: Date;
  isPreview: boolean;
}

/** The other dates of the series that an event is one of, and registering for all of them. */
export function SeriesCard({ event, now, isPreview }: SeriesCardProps) {
  const { series = [] } = event;
  const [isWhole, setIsWhole] = useState(false);
  const registration = useSeriesRegistration(event.id);
  const isAhead = ({ startDate }: SeriesDate) => new Date(startDate) > now;
  const ahead = series.filter((date) => isAhead(date) || date.id === event.id);
  const open = series.filter((date) => isAhead(date) && date.isOpen && date.status === null);
  const own = series.filter((date) => isAhead(date) && date.status !== null);
  if (series.length < 2) return null;
  const shown = isWhole ? series : shownOf(ahead, event.id);
  const isDisabled = isPreview || registration.isPending;
  return (
    <section aria-labelledby="series" className={card.card}>
      <h2 id="series" className={card.title}>
        {t('events.series')}
      </h2>
      <ul className={styles.dates}>
        {shown.map(({ id, startDate, endDate, status }) => (
          <li key={id} className={classes(styles.date, id === event.id && styles.current)}>
            <PortalLink href={`/events/${id}`} aria-current={id === event.id ? 'page' : undefined}>
              <time dateTime={startDate}>{dateLabel(startDate, endDate, now)}</time>
            </PortalLink>
            {status !== null && (
              <span className={card.note}>
                {status === 'Registered' ? t('events.seriesRegistered') : t('events.seriesWaiting')}
              </span>
            )}
            {isOneDay(startDate, endDate) &&
              clockOf(startDate, endDate) !== clockOf(event.startDate, event.endDate) && (
                <span className={classes(card.note, styles.hours)}>{hoursLabel(startDate, endDate)}</span>
              )}
          </li>
        ))}
      </ul>
      {!isWhole && shown.length < series.length && (
        <Button size="small" onPress={() => setIsWhole(true)}>
          {t('events.seriesAll', { count: series.length })}
        </Button>
      )}
      {open.length > 1 && (
        <Button
          size="small"
          isDisabled={isDisabled}
          onPress={() => registration.mutate({ registrationStatus: 'Registered' })}
          data-print="hidden"
        >
          {t('events.seriesRegister', { count: open.length })}
        </Button>
      )}
      {own.length > 1 && (
        <Button
          size="small"
          isDisabled={isDisabled}
          onPress={() => registration.mutate({ registrationStatus: 'Unregistered' })}
          data-print="hidden"
        >
          {t('events.seriesCancel', { count: own.length })}
        </Button>
      )}
    </section>
  );
}

/** The next dates, and always that of the page. */
function shownOf(ahead: SeriesDate[], eventId: string): SeriesDate[] {
  const next = ahead.slice(0, MAX_SHOWN);
  const current = ahead.find(({ id }) => id === eventId);
  return current && !next.includes(current) ? [...next.slice(0, -1), current] : next;
}

/** "Mon, Mar 9", with the year unless it is this one; with the time if it takes several days. */
function dateLabel(start: string, end: string, now: Date): string {
  if (!isOneDay(start, end)) return eventTimeLabel(start, end);
  const isThisYear = new Date(start).getFullYear() === now.getFullYear();
  return isThisYear ? eventInfoDateLabel(start) : eventYearDateLabel(start);
}

/** The page says when its own date begins and ends, so only dates at another time say it again. */
const clockOf = (start: string, end: string): string => `${timeLabel(start)} ${timeLabel(end)}`;
