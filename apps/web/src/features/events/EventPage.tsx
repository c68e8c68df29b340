import { ContentTree } from '@portico/content/ContentTree';
import { PortalImage } from '@portico/content/PortalImage';
import type { PortalEvent } from '@portico/contracts/events';
import { CategoryChip } from '@portico/ui/Chip';
import { DateBlock } from '@portico/ui/DateBlock';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { eventDateLabel, eventInfoDateLabel, timeLabel, timeZoneLabel } from '../../dates/dateLabels.ts';
import { CopyLinkButton } from '../../shell/CopyLinkButton.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { portalLink } from '../../shell/PortalLink.tsx';
import styles from './EventPage.module.css';
import { eventQuery } from './events.queries.ts';
import { placeLabel } from './placeLabel.ts';

/** One event: what it is about, and beside it when, where and with whom. Source: spec §2. */
export function Page() {
  const { eventId = '' } = useParams({ strict: false });
  const { data: event } = useQuery(eventQuery(eventId));
  return event ? <EventDetail event={event} /> : <EventSkeleton />;
}

function EventDetail({ event }: { event: PortalEvent }) {
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <DateBlock dateTime={event.startDate} />
        <div className={styles.words}>
          {event.categories.length > 0 && (
            <ul className={styles.categories} aria-label="Categories">
              {event.categories.map((name) => <li key={name}><CategoryChip name={name} /></li>)}
            </ul>
          )}
          <PageHeading title={event.header} className={styles.title} />
          <p className={styles.line}>
            <time dateTime={event.startDate}>{eventDateLabel(event.startDate)}</time>
            {event.authorDepartment && <span>{event.authorDepartment}</span>}
          </p>
        </div>
      </header>
      <div className={styles.columns}>
        <div className={styles.main}>
          {event.image && (
            <PortalImage image={event.image} sizes="(width <= 1168px) 100vw, 760px" ratio="16 / 9" isPriority className={styles.picture} />
          )}
          <p className={styles.description}>{event.description}</p>
          <ContentTree components={event.components} renderLink={portalLink} />
        </div>
        <EventFacts event={event} />
      </div>
    </article>
  );
}

/** When, where, with whom. */
function EventFacts({ event }: { event: PortalEvent }) {
  const { startDate, endDate, speakers } = event;
  const isOneDay = eventDateLabel(startDate) === eventDateLabel(endDate);
  return (
    <aside aria-label="Event info" className={styles.facts}>
      <dl className={styles.list}>
        <div>
          <dt>Date</dt>
          <dd>{eventInfoDateLabel(startDate)}{!isOneDay && ` – ${eventInfoDateLabel(endDate)}`}</dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{timeLabel(startDate)} – {timeLabel(endDate)} {timeZoneLabel(startDate)}</dd>
        </div>
        <div>
          <dt>Place</dt>
          <dd>{placeLabel(event)}</dd>
        </div>
        {speakers.length > 0 && (
          <div>
            <dt>{speakers.length === 1 ? 'Speaker' : 'Speakers'}</dt>
            <dd><ul className={styles.speakers}>{[...new Set(speakers)].map((name) => <li key={name}>{name}</li>)}</ul></dd>
          </div>
        )}
      </dl>
      <CopyLinkButton />
    </aside>
  );
}

function EventSkeleton() {
  return (
    <SkeletonGroup label="Loading the event" className={styles.page}>
      <div className={styles.head}>
        <Skeleton shape="box" width="4.5rem" height="5.5rem" />
        <div className={styles.words}>
          <Skeleton width="8rem" />
          <div className={styles.titlePlace}><Skeleton lines={2} /></div>
        </div>
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Skeleton shape="box" ratio="16 / 9" />
          <Skeleton lines={8} />
        </div>
        <Skeleton shape="box" height="18rem" />
      </div>
    </SkeletonGroup>
  );
}
