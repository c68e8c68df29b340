import type { EventSummary } from '@portico/contracts/events';
import { Card, cardLinkClass } from '@portico/ui/Card';
import { CategoryChip } from '@portico/ui/Chip';
import { DateBlock } from '@portico/ui/DateBlock';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Video from 'lucide-react/icons/video';
import { eventSpanParts, eventTimeLabel } from '../../../dates/dateLabels.ts';
import { t } from '../../../locale/text.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import styles from './EventCard.module.css';
import { placeLabel } from '../placeLabel.ts';
import { RegistrationStatusLabel } from '../registration/RegistrationStatusLabel.tsx';

export interface EventCardProps {
  event: EventSummary;
  /** `row` is the default; `brief` shows only title, time, and location. */
  look?: 'row' | 'brief';
  headingLevel?: 2 | 3;
}

/** An event in a list: date, title, time, location, and registration state. The whole card links to the event. */
export function EventCard({ event, look = 'brief', headingLevel = 3 }: EventCardProps) {
  const Heading = `h${headingLevel}` as const;
  const isBrief = look === 'brief';
  const now = new Date();
  const isOver = now >= new Date(event.endDate);
  const PlaceIcon = event.locationType === 'Virtual' ? Video : MapPin;
  return (
    <Card as="article" padding="none" isInteractive className={`${styles.card} ${styles[look]}`}>
      <DateBlock dateTime={event.startDate} tone={isOver ? 'quiet' : 'accent'} />
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
        <p className={styles.fact}>
          <Clock aria-hidden="true" />
          <span>{isBrief ? eventTimeLabel(event.startDate, event.endDate) : <When event={event} />}</span>
        </p>
        <p className={styles.fact}>
          <PlaceIcon aria-hidden="true" />
          <span>{placeLabel(event)}</span>
        </p>
        {!isBrief && (
          <p className={styles.status}>
            <RegistrationStatusLabel event={event} now={now} />
          </p>
        )}
      </div>
    </Card>
  );
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
