import { sql, type RawBuilder } from 'kysely';
import type { ComponentTree } from '@portico/contracts/content';
import type { EventSummary, LocationType, PortalEvent } from '@portico/contracts/events';
import { publishedRevision, summaryColumns, summaryOf, type SummaryRow } from '../../content/columns.ts';
import { visibleTo, type Reader } from '../../content/visibility.ts';
import type { Db } from '../../db/pool.ts';

/** What only events have, in `content_revisions.details`. */
interface EventDetails {
  locationType: LocationType;
  location?: string | null;
  speakers?: string[];
}
/** What an event's row has besides a SummaryRow. */
export interface EventColumns {
  starts_at: string;
  ends_at: string;
  details: EventDetails;
}
export const eventColumns: RawBuilder<EventColumns> = sql`item.starts_at, item.ends_at, rev.details`;

export function eventSummaryOf(row: SummaryRow & EventColumns): EventSummary {
  return {
    ...summaryOf(row),
    startDate: row.starts_at,
    endDate: row.ends_at,
    locationType: row.details.locationType,
    location: row.details.location ?? null,
  };
}

/** The event with its components, or undefined when the reader may not see it or there is none. */
export async function findEvent(db: Db, reader: Reader, eventId: string): Promise<PortalEvent | undefined> {
  const { rows: [row] } = await sql<SummaryRow & EventColumns & { components: ComponentTree }>`
    select ${summaryColumns}, ${eventColumns}, rev.components from ${publishedRevision}
    where item.id = ${eventId} and item.kind = 'event' and ${visibleTo(reader)}`.execute(db);
  return row && { ...eventSummaryOf(row), components: row.components, speakers: row.details.speakers ?? [] };
}
