import { ApiError } from '@portico/client/ApiError';
import { listCalendarEvents, type CalendarEvent } from '@portico/contracts/events';
import { Button } from '@portico/ui/Button';
import { ErrorState } from '@portico/ui/ErrorState';
import { MonthCalendar } from '@portico/ui/MonthCalendar';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useId, useState } from 'react';
import { onTopic } from '../../../api/liveTopics.ts';
import { keyOf } from '../../../api/query.ts';
import { eventInfoDateLabel, eventTimeLabel, hoursLabel, isOneDay } from '../../../dates/dateLabels.ts';
import { startOfDay, dayOf } from '../../../dates/days.ts';
import { useToday } from '../../../dates/useToday.ts';
import { t } from '../../../locale/text.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { CalendarSubscription } from '../subscription/CalendarSubscription.tsx';
import { eventDays } from '../eventDays.ts';
import { calendarQuery } from '../events.queries.ts';
import widget from '../../../kit/Widget.module.css';
import styles from './EventsCalendarWidget.module.css';

const monthOf = (day: string) => day.slice(0, 7);

/**
 * A month with marks on days that have events, and the chosen day's events below it. The reader's own registrations
 * have a separate mark and a label.
 */
export function EventsCalendarWidget() {
  const cache = useQueryClient();
  const today = useToday();
  const [day, setDay] = useState(today);
  const [inView, setInView] = useState(today);
  const [hasChosen, setHasChosen] = useState(false);
  const month = monthOf(inView);
  // Keep the previous month's data until the new month arrives; otherwise the grid flickers.
  const events = useQuery({ ...calendarQuery(month), placeholderData: keepPreviousData });
  const ofDay = useQuery(calendarQuery(monthOf(day)));
  useEffect(
    () => onTopic('registrations', () => void cache.invalidateQueries({ queryKey: keyOf(listCalendarEvents) })),
    [cache],
  );

  const own = eventDays(
    (events.data ?? []).filter(({ registrationStatus }) => registrationStatus === 'Registered'),
    month,
  );
  const marks = new Map(
    [...eventDays(events.data ?? [], month)].map(([marked, words]) => {
      const count = Number.parseInt(own.get(marked) ?? '0', 10);
      return [marked, count > 0 ? `${words}, ${t('widgets.registeredFor', { count })}` : words] as const;
    }),
  );
  const show = (newDay: string) => {
    setHasChosen(true);
    setDay(newDay);
    setInView(newDay);
  };
  const failed = [ofDay, events].find((query) => query.isError && !query.data);

  return (
    <div className={widget.widget}>
      <MonthCalendar
        label={t('widgets.month')}
        value={day}
        onChange={show}
        inView={inView}
        onInViewChange={setInView}
        marks={marks}
        ownDays={new Set(own.keys())}
      />
      {(month !== monthOf(today) || day !== today) && (
        <div className={styles.back}>
          <Button size="small" variant="quiet" onPress={() => show(today)}>
            {t('widgets.today')}
          </Button>
        </div>
      )}
      {failed ? (
        <ErrorState
          size="compact"
          headingLevel={3}
          title={t('widgets.calendarNotLoaded')}
          isRetrying={events.isFetching || ofDay.isFetching}
          onRetry={() => void Promise.all([events.refetch(), ofDay.refetch()])}
          requestId={failed.error instanceof ApiError ? failed.error.requestId : undefined}
        />
      ) : (
        <DayEvents
          day={day}
          events={ofDay.data}
          isChosen={hasChosen}
          next={monthOf(day) === month ? nextEventDay(marks.keys(), day) : undefined}
          onShow={show}
        />
      )}
      <div className={styles.foot}>
        <PortalLink href="/events">{t('widgets.allEvents')}</PortalLink>
        <CalendarSubscription size="small" variant="quiet">
          {t('widgets.follow')}
        </CalendarSubscription>
      </div>
    </div>
  );
}

interface DayEventsProps {
  day: string;
  /** Events of the day's month; undefined until loaded. */
  events: CalendarEvent[] | undefined;
  /** The reader chose the day, so its events are announced. */
  isChosen: boolean;
  /** The next day that has an event. */
  next: string | undefined;
  onShow: (day: string) => void;
}

function DayEvents({ day, events, isChosen, next, onShow }: DayEventsProps) {
  const id = useId();
  const label = eventInfoDateLabel(startOfDay(day));
  if (!events)
    return (
      <SkeletonGroup>
        <Skeleton lines={2} />
      </SkeletonGroup>
    );
  const found = eventsOn(events, day);
  return (
    <section aria-labelledby={id} className={styles.day}>
      <h3 id={id} className={styles.date}>
        {label}
      </h3>
      <div aria-live={isChosen ? 'polite' : undefined}>
        {found.length === 0 && (
          <p className={styles.none}>
            {t('widgets.noEvents')}
            {next !== undefined && (
              <Button size="small" variant="quiet" onPress={() => onShow(next)}>
                {t('widgets.nextDay', { day: eventInfoDateLabel(startOfDay(next)) })}
              </Button>
            )}
          </p>
        )}
        {found.length > 0 && (
          <ul className={styles.events} aria-label={t('widgets.eventsOn', { day: label })}>
            {found.map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function EventLine({
  event: { id, header, startDate, endDate, locationType, registrationStatus },
}: {
  event: CalendarEvent;
}) {
  const isOwn = registrationStatus === 'Registered';
  return (
    <li className={styles.event} data-own={isOwn || undefined}>
      <PortalLink href={`/events/${id}`} className={styles.title}>
        {header}
      </PortalLink>
      <p className={widget.facts}>
        <time dateTime={startDate}>
          {isOneDay(startDate, endDate) ? hoursLabel(startDate, endDate) : eventTimeLabel(startDate, endDate)}
        </time>
        <span>{t(locationType === 'Virtual' ? 'widgets.virtual' : 'widgets.inPerson')}</span>
        {isOwn && (
          <span className={styles.own}>
            <CircleCheck aria-hidden="true" />
            {t('widgets.registered')}
          </span>
        )}
      </p>
    </li>
  );
}

/** The last day of an event in the reader's time zone. An event that ends at midnight ends on the day before. */
const lastDayOf = ({ startDate, endDate }: CalendarEvent): string =>
  dayOf(new Date(Math.max(Date.parse(startDate), Date.parse(endDate) - 1)));

/** The events on the reader's day `yyyy-MM-dd`, sorted by start. */
function eventsOn(events: readonly CalendarEvent[], day: string): CalendarEvent[] {
  return events.filter((event) => dayOf(new Date(event.startDate)) <= day && day <= lastDayOf(event));
}

/** The first later day in the loaded month that has an event. */
function nextEventDay(days: Iterable<string>, day: string): string | undefined {
  return [...days].filter((other) => other > day).sort()[0];
}
