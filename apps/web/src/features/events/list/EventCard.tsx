import { PortalImage } from '@portico/kinds/page/PortalImage';
import type { EventSummary } from '@portico/contracts/events';
import { Card, cardLinkClass } from '@portico/ui/Card';
import { CategoryChip } from '@portico/ui/Chip';
import { DateBlock } from '@portico/ui/DateBlock';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Mic from 'lucide-react/icons/mic';
import Video from 'lucide-react/icons/video';
import { eventSpanParts, eventTimeLabel, hoursLabel, isOneDay } from '../../../dates/dateLabels.ts';
import { t } from '../../../locale/text.ts';
import { ForEditors } from '../../../kit/EditLink.tsx';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import styles from './EventCard.module.css';
import { locationLabel } from '../locationLabel.ts';
import { RegistrationStatusLabel } from '../registration/RegistrationStatusLabel.tsx';

export interface EventCardProps {
  event: EventSummary;
  /** `brief` is the smaller one, without categories. */
  variant?: 'row' | 'brief';
  headingLevel?: 2 | 3;
}

/** An event in a list: date, title, time, location, and registration state. The whole card links to the event. */
export function EventCard({ event, variant = 'brief', headingLevel = 3 }: EventCardProps) {
  const Heading = `h${headingLevel}` as const;
  const isBrief = variant === 'brief';
  const now = new Date();
  const isOver = now >= new Date(event.endDate);
  const LocationIcon = event.locationType === 'Virtual' ? Video : MapPin;
  return (
    <Card as="article" padding="none" isInteractive className={`${styles.card} ${styles[variant]}`}>
      <DateBlock
        dateTime={event.startDate}
        tone={isOver ? 'quiet' : 'accent'}
        size={isBrief ? 'small' : 'medium'}
        isDecorative={!isBrief}
      />
      <div className={styles.words}>
        {event.categories.length > 0 && !isBrief && (
          <ul className={styles.categories} aria-label={t('shared.categories')}>
            {event.categories.map((name) => (
              <li key={name}>
                <CategoryChip name={name} />
              </li>
            ))}
          </ul>
        )}
        <Heading className={styles.title}>
          <PortalLink href={`/events/${event.id}`} className={cardLinkClass}>
            {event.header}
          </PortalLink>
        </Heading>
        {isBrief ? (
          <p className={styles.fact}>{briefFacts(event)}</p>
        ) : (
          <>
            <p className={styles.fact}>
              <Clock aria-hidden="true" />
              <span>
                <When event={event} />
              </span>
            </p>
            <p className={styles.fact}>
              <LocationIcon aria-hidden="true" />
              <span>{locationLabel(event)}</span>
            </p>
            {event.speakers.length > 0 && (
              <p className={styles.fact}>
                <Mic aria-hidden="true" />
                <span>{speakersLabel(event.speakers)}</span>
              </p>
            )}
          </>
        )}
        <p className={styles.status}>
          <RegistrationStatusLabel event={event} now={now} />
        </p>
      </div>
      <ForEditors itemId={event.id} title={event.header} />
      {event.image && !isBrief && (
        <PortalImage image={event.image} isDecorative sizes="112px" ratio="1 / 1" className={styles.picture} />
      )}
    </Card>
  );
}

/** "With Lee Park", or "With Lee Park and 2 more" */
function speakersLabel(names: readonly string[]): string {
  const [first = '', ...others] = new Set(names);
  return others.length === 0
    ? t('events.withOne', { name: first })
    : t('events.withMore', { name: first, count: others.length });
}

/** "9:00 am – 10:00 am EST, Boston": the day is in the date block, unless the event lasts several. */
function briefFacts(event: EventSummary): string {
  const { startDate, endDate } = event;
  const when = isOneDay(startDate, endDate) ? hoursLabel(startDate, endDate) : eventTimeLabel(startDate, endDate);
  return `${when} · ${locationLabel(event)}`;
}

/** Narrow cards break the line only between the parts. */
function When({ event }: Pick<EventCardProps, 'event'>) {
  const [first, second] = eventSpanParts(event.startDate, event.endDate);
  return (
    <>
      <span className={styles.whole}>{first}</span> <span className={styles.whole}>{second}</span>
    </>
  );
}
