import { ContentTree } from '@portico/content/ContentTree';
import type { PortalEvent } from '@portico/contracts/events';
import { DateBlock } from '@portico/ui/DateBlock';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { eventDateLabel, eventInfoDateLabel, timeLabel, timeZoneLabel } from '../../dates/dateLabels.ts';
import { Article, ArticleSkeleton } from '../../shell/Article.tsx';
import { CopyLinkButton } from '../../shell/CopyLinkButton.tsx';
import { portalLink } from '../../shell/PortalLink.tsx';
import styles from './EventPage.module.css';
import { eventQuery } from './events.queries.ts';
import { placeLabel } from './placeLabel.ts';

/** One event: what it is about, and beside it when, where and with whom. Source: spec §2. */
export function Page() {
  const { eventId = '' } = useParams({ strict: false });
  const { data: event } = useQuery(eventQuery(eventId));
  return event
    ? <EventDetail event={event} />
    : <ArticleSkeleton label="Loading the event" hasLeaf aside={<Skeleton shape="box" height="18rem" />} />;
}

function EventDetail({ event }: { event: PortalEvent }) {
  return (
    <Article
      title={event.header}
      categories={event.categories}
      description={event.description}
      leaf={<DateBlock dateTime={event.startDate} />}
      meta={<EventMeta event={event} />}
      actions={<CopyLinkButton />}
      picture={event.image}
      aside={<EventFacts event={event} />}
    >
      <ContentTree components={event.components} renderLink={portalLink} />
    </Article>
  );
}

function EventMeta({ event }: { event: PortalEvent }) {
  return (
    <>
      <time dateTime={event.startDate}>{eventDateLabel(event.startDate)}</time>
      {event.authorDepartment && <span>{event.authorDepartment}</span>}
    </>
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
    </aside>
  );
}
