import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PreviewBanner } from '../../kit/PreviewBanner.tsx';
import { EventDetail, EventDetailSkeleton } from './EventDetail.tsx';
import { eventPreviewQuery } from './events.queries.ts';

/** A draft event as readers will see it. Source: spec §2. */
export function Page() {
  const { eventId = '' } = useParams({ strict: false });
  const { data: event } = useQuery(eventPreviewQuery(eventId));
  if (!event) return <EventDetailSkeleton />;
  return (
    <>
      <PreviewBanner href={`/events/${eventId}`} />
      <EventDetail event={event} isPreview />
    </>
  );
}
