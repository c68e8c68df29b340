import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { EventDetail, EventDetailSkeleton } from './EventDetail.tsx';
import { eventQuery } from '../events.queries.ts';

/** One event. Source: spec §2. */
export function Page() {
  const { eventId = '' } = useParams({ strict: false });
  const { data: event } = useQuery(eventQuery(eventId));
  return event ? <EventDetail event={event} /> : <EventDetailSkeleton />;
}
