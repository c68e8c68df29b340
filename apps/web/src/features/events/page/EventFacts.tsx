import { eventCalendarUrl, type PortalEvent } from '@portico/contracts/events';
import { receiptUrl } from '@portico/contracts/proofs/receiptUrl';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { LinkButton } from '@portico/ui/LinkButton';
import { Skeleton } from '@portico/ui/Skeleton';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import FileCheck from 'lucide-react/icons/file-check';
import { Suspense, type ReactNode } from 'react';
import {
  eventInfoDateLabel,
  eventTimeLabel,
  hoursLabel,
  isOneDay,
  timeLabel,
  timeZoneLabel,
} from '../../../dates/dateLabels.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { withTexts } from '../../../locale/loadTexts.ts';
import { t } from '../../../locale/text.ts';
import styles from './EventFacts.module.css';
import { InviteMeButton } from '../registration/InviteMeButton.tsx';
import { locationLabel } from '../locationLabel.ts';

const importCredits = withTexts(['credits'], () => import('./CreditsFact.tsx'));
/** Most events count for nothing. */
const CreditsFact = lazyInBackground(async () => ({ default: (await importCredits()).CreditsFact }));

export interface EventFactsProps {
  event: PortalEvent;
  now: Date;
  /** Drafts can't be added to a calendar. */
  isPreview?: boolean;
}

/**
 * Date, location, speakers, and calendar buttons. Times are in the reader's zone, then in the event's zone when that
 * differs.
 */
export function EventFacts({ event, now, isPreview = false }: EventFactsProps) {
  const { startDate, endDate, timeZone, joinLink, authorDepartment } = event;
  const speakers = [...new Set(event.speakers)];
  const isOver = now >= new Date(endDate);
  return (
    <aside aria-label={t('events.info')} className={styles.facts}>
      <dl className={styles.list}>
        {isOneDay(startDate, endDate) ? (
          <>
            <Fact name={t('events.date')}>{eventInfoDateLabel(startDate)}</Fact>
            <Fact name={t('events.time')}>{hoursLabel(startDate, endDate)}</Fact>
          </>
        ) : (
          <>
            <Fact name={t('events.starts')}>{boundaryLabel(startDate)}</Fact>
            <Fact name={t('events.ends')}>{boundaryLabel(endDate)}</Fact>
          </>
        )}
        {isElsewhere(event) && (
          <Fact name={t('events.cityTime', { city: cityOf(timeZone) })}>{localTimeLabel(event)}</Fact>
        )}
        <Fact name={t('events.where')}>{locationLabel(event)}</Fact>
        {joinLink && !isOver && (
          <Fact name={t('events.online')}>
            <PortalLink href={joinLink}>
              {t('events.joinAt', { host: URL.parse(joinLink)?.hostname ?? joinLink })}
            </PortalLink>
          </Fact>
        )}
        {speakers.length > 0 && (
          <Fact name={speakers.length === 1 ? t('events.speaker') : t('events.speakers')}>
            <ul className={styles.speakers}>
              {speakers.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </Fact>
        )}
        {event.credits.length > 0 && (
          <Suspense fallback={<Skeleton shape="box" height="2rem" />}>
            <CreditsFact lines={event.credits} />
          </Suspense>
        )}
        {authorDepartment && <Fact name={t('events.department')}>{authorDepartment}</Fact>}
      </dl>
      {!isOver && (
        <div className={styles.actions} data-print="hidden">
          {!isPreview && (
            <LinkButton href={eventCalendarUrl(event.id)} download size="small">
              <CalendarPlus aria-hidden="true" />
              {t('events.addToCalendar')}
            </LinkButton>
          )}
          <InviteMeButton eventId={event.id} isInert={isPreview} />
        </div>
      )}
      {typeof event.receipt === 'number' && (
        <div className={styles.actions} data-print="hidden">
          <LinkButton href={receiptUrl(event.receipt)} download size="small">
            <FileCheck aria-hidden="true" />
            {t('events.saveReceipt')}
          </LinkButton>
          <p className={styles.receipt}>{t('events.receiptHelp')}</p>
        </div>
      )}
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** "Mon, Mar 9, 3:05 pm EDT" */
function boundaryLabel(instant: string): string {
  return `${eventInfoDateLabel(instant)}, ${timeLabel(instant)} ${timeZoneLabel(instant)}`;
}

/** True when local time at the event differs from the reader's. */
function isElsewhere({ startDate, endDate, timeZone }: PortalEvent): boolean {
  const clock = (instant: string, zone?: string) => `${eventInfoDateLabel(instant, zone)} ${timeLabel(instant, zone)}`;
  return [startDate, endDate].some((instant) => clock(instant) !== clock(instant, timeZone));
}

/** The event in its local time, including the dates when they differ from the reader's. */
function localTimeLabel({ startDate, endDate, timeZone }: PortalEvent): string {
  const isSameDay =
    isOneDay(startDate, endDate, timeZone) &&
    [startDate, endDate].every((instant) => eventInfoDateLabel(instant) === eventInfoDateLabel(instant, timeZone));
  return (isSameDay ? hoursLabel : eventTimeLabel)(startDate, endDate, timeZone);
}

/** "America/Los_Angeles" → "Los Angeles" */
function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}
