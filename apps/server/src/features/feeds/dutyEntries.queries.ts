import { sql } from 'kysely';
import { z } from 'zod/mini';
import { CREDITS_PATH, creditsTitle, ownCreditDuties } from '../../content/creditStandings.ts';
import { openDuties } from '../../content/duties.ts';
import { itemPath } from '../../content/itemPath.ts';
import { dayIn } from '@portico/contracts/times';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRows } from '../../db/rows.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { CalendarEntry } from '../events/eventCalendar.ts';

const EntryRow = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  dueDate: z.iso.date(),
  path: z.string(),
  version: z.int(),
  changedAt: Instant,
});

/** The hours that are missing change without a new version of the entry. */
const CREDITS_TEXT = 'See in the portal how many hours are missing.';

/**
 * What the reader must confirm or earn, each on its last day. An entry has the id of the duty, which lasts until the
 * duty is closed, and then the entry is gone.
 */
export async function listDutyEntries(
  db: Db,
  reader: Reader,
  config: Pick<Config, 'PUBLIC_URL' | 'FIRM_TIME_ZONE'>,
): Promise<CalendarEntry[]> {
  const timeZone = config.FIRM_TIME_ZONE;
  const rows = await readRows(
    db,
    EntryRow,
    sql`
      select duty.id, 'Please confirm: ' || item.title as title, (select statement from confirmation_requests where item_id = item.id) as text, duty.due_date::text as "dueDate", ${itemPath} as path,
        item.version,
        greatest(duty.opened_at, (select first_published_at from content_revisions where id = item.published_revision_id)) as "changedAt"
      from ${openDuties(reader)}
      union all
      select credits.id, ${creditsTitle('credits')}, ${CREDITS_TEXT}, credits.due_on::text, ${CREDITS_PATH}, need.version, need.changed_at
      from (${ownCreditDuties({ today: dayIn(timeZone, reader.now), timeZone }, reader)}) credits join credit_needs need on need.id = credits.need_id
      order by "dueDate", id`,
  );
  return rows.map(({ id, title, text, dueDate, path, version, changedAt }) => {
    const day = `${dueDate}T00:00:00.000Z`;
    return {
      id,
      sequence: version,
      stamp: new Date(changedAt),
      isAllDay: true,
      isBusy: false,
      address: `${config.PUBLIC_URL}${path}`,
      event: {
        header: title,
        description: text,
        startsAt: day,
        endsAt: day,
        timeZone,
        isVirtual: false,
        location: null,
        speakers: [],
      },
    };
  });
}
