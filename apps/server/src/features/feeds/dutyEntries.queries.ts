import { sql } from 'kysely';
import { z } from 'zod/mini';
import { openDuties } from '../../content/duties.ts';
import { itemPath } from '../../content/itemPath.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRows } from '../../db/rows.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { CalendarEntry } from '../events/eventCalendar.ts';

const EntryRow = z.object({
  id: z.uuid(),
  title: z.string(),
  statement: z.string(),
  dueDate: z.iso.date(),
  path: z.string(),
  version: z.int(),
  changedAt: Instant,
});

/**
 * What the reader must confirm, each on its last day. An entry has the id of the duty, which lasts until the duty is
 * closed, and then the entry is gone.
 */
export async function listDutyEntries(
  db: Db,
  reader: Reader,
  config: Pick<Config, 'PUBLIC_URL' | 'FIRM_TIME_ZONE'>,
): Promise<CalendarEntry[]> {
  const rows = await readRows(
    db,
    EntryRow,
    sql`
      select duty.id, item.title, request.statement, duty.due_date::text as "dueDate", ${itemPath} as path, item.version,
        greatest(duty.opened_at, (select first_published_at from content_revisions where id = item.published_revision_id)) as "changedAt"
      from ${openDuties(reader)}
      order by duty.due_date, duty.id`,
  );
  return rows.map(({ id, title, statement, dueDate, path, version, changedAt }) => {
    const day = `${dueDate}T00:00:00.000Z`;
    return {
      id,
      sequence: version,
      stamp: new Date(changedAt),
      isAllDay: true,
      isBusy: false,
      address: `${config.PUBLIC_URL}${path}`,
      event: {
        header: `Please confirm: ${title}`,
        description: statement,
        startsAt: day,
        endsAt: day,
        timeZone: config.FIRM_TIME_ZONE,
        isVirtual: false,
        location: null,
        speakers: [],
      },
    };
  });
}
