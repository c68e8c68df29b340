import type { DeskEvent } from '@portico/contracts/studio/eventsDesk';
import type { DeskSeriesDate, SeriesScope } from '@portico/contracts/studio/eventSeries';
import { useQuery } from '@tanstack/react-query';
import { deskSeriesQuery } from './eventsDesk.queries.ts';

/** The other dates of the series of an event that readers see and that have not ended; none without a series. */
export function useDatesAhead({ id }: DeskEvent): { ahead: Record<SeriesScope, DeskSeriesDate[]>; isLoading: boolean } {
  const { data: series, isLoading } = useQuery({ ...deskSeriesQuery(id), throwOnError: false });
  const dates = series?.items ?? [];
  const own = dates.find((date) => date.id === id);
  const all = dates.filter((date) => date !== own && date.isLive && Date.parse(date.endDate) > Date.now());
  const following = all.filter(({ originalDate }) => own && originalDate > own.originalDate);
  return { ahead: { All: all, Following: following }, isLoading };
}
