import type { CalendarEntry } from '@portico/contracts/studio/overview';
import { Button } from '@portico/ui/Button';
import { MonthCalendar } from '@portico/ui/MonthCalendar';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { eventInfoDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { dayOf, startOfDay } from '../../dates/days.ts';
import { useToday } from '../../dates/useToday.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { itemKindLabel } from '../kinds.ts';
import { LoadError } from '../LoadError.tsx';
import { studioCalendarQuery } from './overview.queries.ts';
import rows from '../../kit/list/Rows.module.css';
import sections from '../Sections.module.css';
import styles from './Overview.module.css';

const monthOf = (day: string) => day.slice(0, 7);
const dayOfEntry = ({ at }: CalendarEntry) => dayOf(new Date(at));

/** A month with marks on the days on which something starts or ends, and the items of the chosen day. */
export function Schedule() {
  const today = useToday();
  const [day, setDay] = useState(today);
  const [inView, setInView] = useState(today);
  const shown = useQuery({ ...studioCalendarQuery(monthOf(inView)), placeholderData: keepPreviousData });
  const ofDay = useQuery(studioCalendarQuery(monthOf(day)));
  const counts = new Map<string, number>();
  for (const entry of shown.data?.entries ?? [])
    counts.set(dayOfEntry(entry), (counts.get(dayOfEntry(entry)) ?? 0) + 1);
  const marks = new Map([...counts].map(([marked, count]) => [marked, t('overview.entries', { count })] as const));
  const show = (newDay: string) => {
    setDay(newDay);
    setInView(newDay);
  };
  const error = ofDay.data ? shown.error : ofDay.error;
  return (
    <div className={styles.schedule}>
      <div className={styles.month}>
        <MonthCalendar
          label={t('overview.month')}
          value={day}
          onChange={show}
          inView={inView}
          onInViewChange={setInView}
          marks={marks}
        />
        {(day !== today || monthOf(inView) !== monthOf(today)) && (
          <Button size="small" variant="quiet" onPress={() => show(today)}>
            {t('overview.today')}
          </Button>
        )}
      </div>
      {error ? (
        <LoadError
          title={t('overview.calendarNotLoaded')}
          error={error}
          onRetry={() => Promise.all([shown.refetch(), ofDay.refetch()])}
          isRetrying={shown.isFetching || ofDay.isFetching}
        />
      ) : (
        <DayEntries
          day={day}
          entries={ofDay.data?.entries}
          next={
            monthOf(inView) === monthOf(day) ? [...counts.keys()].filter((other) => other > day).sort()[0] : undefined
          }
          onShow={show}
        />
      )}
    </div>
  );
}

interface DayEntriesProps {
  day: string;
  /** Entries of the day's month; undefined until loaded. */
  entries: CalendarEntry[] | undefined;
  /** The next day of the month that has an entry. */
  next: string | undefined;
  onShow: (day: string) => void;
}

function DayEntries({ day, entries, next, onShow }: DayEntriesProps) {
  const id = useId();
  const label = eventInfoDateLabel(startOfDay(day));
  if (!entries)
    return (
      <SkeletonGroup label={t('overview.loadingCalendar')}>
        <Skeleton lines={3} />
      </SkeletonGroup>
    );
  const found = entries.filter((entry) => dayOfEntry(entry) === day);
  return (
    <section aria-labelledby={id} className={sections.section}>
      <h3 id={id} className={styles.title}>
        {label}
      </h3>
      <div aria-live="polite">
        {found.length === 0 && (
          <p className={rows.facts}>
            {t('overview.nothingOn')}
            {next !== undefined && (
              <Button size="small" variant="quiet" onPress={() => onShow(next)}>
                {t('overview.nextDay', { day: eventInfoDateLabel(startOfDay(next)) })}
              </Button>
            )}
          </p>
        )}
        {found.length > 0 && (
          <ul className={styles.items} aria-label={t('overview.onDay', { day: label })}>
            {found.map(({ itemId, title, kind, what, at }) => (
              <li key={`${itemId} ${what}`} className={sections.entry}>
                <PortalLink href={`/studio/${itemId}`} className={rows.title}>
                  {title || t('studio.untitled')}
                </PortalLink>
                <p className={styles.facts}>
                  <StatusLabel tone={what === 'Starts' ? 'info' : 'warning'}>
                    {t(what === 'Starts' ? 'overview.starts' : 'overview.ends')}
                  </StatusLabel>
                  <span>
                    {timeLabel(at)} · {itemKindLabel(kind)}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
