import type { EventSummary } from '@portico/contracts/events';
import { Card, cardLinkClass } from '@portico/ui/Card';
import { DateBlock } from '@portico/ui/DateBlock';
import { eventTimeLabel } from '../../dates/dateLabels.ts';
import { PortalLink } from '../../shell/PortalLink.tsx';
import styles from './EventCard.module.css';
import { placeLabel } from './placeLabel.ts';

/** An event in a list: a leaf of the calendar, what, when and where. All of the card leads to it. */
export function EventCard({ event, headingLevel = 3 }: { event: EventSummary; headingLevel?: 2 | 3 }) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Card as="article" padding="none" isInteractive className={styles.card}>
      <DateBlock dateTime={event.startDate} />
      <div className={styles.words}>
        <Heading className={styles.title}>
          <PortalLink href={`/events/${event.id}`} className={cardLinkClass}>{event.header}</PortalLink>
        </Heading>
        <p className={styles.facts}>{eventTimeLabel(event.startDate, event.endDate)}</p>
        <p className={styles.facts}>{placeLabel(event)}</p>
      </div>
    </Card>
  );
}
