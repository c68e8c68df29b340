import { standfirst } from '@portico/kinds/page/standfirst';
import type { PortalEvent } from '@portico/contracts/events';
import { DateBlock } from '@portico/ui/DateBlock';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { HOUR_MS, MINUTE_MS } from '@portico/contracts/durations';
import { CHECK_IN_OPENS_MINUTES } from '@portico/contracts/checkInTimes';
import { eventDatesLabel, isOneDay } from '../../../dates/dateLabels.ts';
import { dayOf } from '../../../dates/days.ts';
import { t } from '../../../locale/text.ts';
import { withTexts } from '../../../locale/loadTexts.ts';
import { ItemAction } from '../../../kit/ItemAction.tsx';
import { AuthorFacts } from '../../../kit/article/AuthorFacts.tsx';
import { Article, ArticleSkeleton } from '../../../kit/article/Article.tsx';
import { CopyLinkButton } from '../../../kit/CopyLinkButton.tsx';
import { WhyShown } from '../../../kit/why-shown/WhyShown.tsx';
import { PrintButton } from '../../../kit/PrintButton.tsx';
import { ItemBody } from '../../../kit/ItemBody.tsx';
import { EventFacts } from './EventFacts.tsx';
import { eventQuery } from '../events.queries.ts';
import { SeriesCard } from './SeriesCard.tsx';
import { SignUpCard } from '../registration/SignUpCard.tsx';

const importCheckIn = withTexts(['checkIn'], () => import('../registration/CheckInCard.tsx'));
const CheckInCard = lazyInBackground(async () => ({ default: (await importCheckIn()).CheckInCard }));

const importWatching = withTexts(['watching'], () => import('../watching/WatchCard.tsx'));
/** Few events count minutes. */
const WatchCard = lazyInBackground(async () => ({ default: (await importWatching()).WatchCard }));

/** When people can begin to check in with a code. */
const checkInOpensAt = ({ startDate }: PortalEvent): Date =>
  new Date(Date.parse(startDate) - CHECK_IN_OPENS_MINUTES * MINUTE_MS);

/** One event: its body, facts, and registration. Previews disable every action. */
export function EventDetail({ event, isPreview = false }: { event: PortalEvent; isPreview?: boolean }) {
  const now = useEventClock(event);
  const card = <SignUpCard event={event} now={now} isPreview={isPreview} />;
  const isOver = now >= new Date(event.endDate);
  return (
    <Article
      title={event.header}
      categories={event.categories}
      description={standfirst(event)}
      leaf={<DateBlock dateTime={event.startDate} tone={isOver ? 'quiet' : 'accent'} isDecorative />}
      meta={<EventMeta event={event} />}
      actions={
        !isPreview && (
          <>
            <EventTask event={event} now={now} />
            <CopyLinkButton />
            <PrintButton />
          </>
        )
      }
      picture={event.image}
      side="cards"
      aside={
        <>
          <EventFacts event={event} now={now} isPreview={isPreview} />
          {!isOver && !isPreview && event.registrationStatus === 'Registered' && now >= checkInOpensAt(event) && (
            <Suspense fallback={null}>
              <CheckInCard eventId={event.id} />
            </Suspense>
          )}
          {event.isWatched && !isPreview && (
            <Suspense fallback={<Skeleton shape="box" height="12rem" />}>
              <WatchCard event={event} now={now} />
            </Suspense>
          )}
          {!isOver && card}
          <SeriesCard event={event} now={now} isPreview={isPreview} />
        </>
      }
    >
      <ItemBody itemId={event.id} revisionId={event.revisionId} components={event.components} />
      {!isPreview && <WhyShown itemId={event.id} />}
      {/* After the event, long post-event content such as a full transcript needs the width of the page. */}
      {isOver && card}
    </Article>
  );
}

/** A task for the event, due on its day if that is still ahead. */
function EventTask({ event: { id, header, startDate }, now }: { event: PortalEvent; now: Date }) {
  const start = new Date(startDate);
  return <ItemAction itemId={id} title={header} path={`/events/${id}`} day={start > now ? dayOf(start) : null} />;
}

export function EventDetailSkeleton() {
  return (
    <ArticleSkeleton
      label={t('events.loadingEvent')}
      hasLeaf
      hasPicture={false}
      side="cards"
      aside={
        <>
          <Skeleton shape="box" height="16rem" />
          <Skeleton shape="box" height="12rem" />
        </>
      }
    />
  );
}

function EventMeta({ event }: { event: PortalEvent }) {
  const { startDate, endDate } = event;
  const [first, last] = eventDatesLabel(startDate, endDate);
  return (
    <>
      <span>
        <time dateTime={startDate}>{isOneDay(startDate, endDate) ? last : first}</time>
        {!isOneDay(startDate, endDate) && (
          <>
            {' '}
            – <time dateTime={endDate}>{last}</time>
          </>
        )}
      </span>
      {/* The info block has the department. */}
      <AuthorFacts item={event} shown={[event.authorDepartment]} />
    </>
  );
}

/**
 * The current time, updated when registration closes, the event starts, and the event ends. Refetches the event each
 * time because its content changes then.
 */
function useEventClock(event: PortalEvent): Date {
  const { id, startDate, endDate, registration } = event;
  const cache = useQueryClient();
  const now = useNowAt([
    checkInOpensAt(event).toISOString(),
    startDate,
    endDate,
    ...(registration ? [registration.closesAt] : []),
  ]);
  const [opened] = useState(now);
  useEffect(() => {
    if (now !== opened) void cache.invalidateQueries({ queryKey: eventQuery(id).queryKey });
  }, [cache, id, now, opened]);
  return now;
}

/** Timers overflow after 24 days and run late after the computer sleeps, so check the clock at least every hour. */
const MAX_WAIT_MS = HOUR_MS;

/** The current time, updated at each of the given instants (ISO 8601) and at least hourly until the last one. */
function useNowAt(instants: readonly string[]): Date {
  const [now, setNow] = useState(() => new Date());
  const next = Math.min(...instants.map((instant) => Date.parse(instant)).filter((at) => at > now.getTime()));
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(() => setNow(new Date()), Math.min(Math.max(0, next - Date.now()), MAX_WAIT_MS));
    return () => clearTimeout(timer);
  }, [next, now]);
  return now;
}
