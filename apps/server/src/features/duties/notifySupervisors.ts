import { sql } from 'kysely';
import { z } from 'zod/mini';
import { dayAfter, dayIn } from '@portico/contracts/times';
import { audit } from '../../db/audit.ts';
import { readRows } from '../../db/rows.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addressedToPerson, visibleToPerson } from '../../visibility/visibility.ts';
import { awakeZones } from './reminderSteps.ts';
import { listZones } from './sendScheduledReminders.ts';
import { supervises } from './supervisors.ts';

type Parts = Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>;

const DueRow = z.object({
  itemId: z.uuid(),
  roundId: z.uuid(),
  kind: z.string(),
  title: z.string(),
  dueDate: z.iso.date(),
  dueLabel: z.string(),
  after: z.int(),
});
const SupervisorRow = z.object({ userId: z.uuid(), people: z.int(), seesItem: z.boolean() });

/**
 * Notifies supervisors, once per round, that people of theirs have not confirmed some days after the due date. Those
 * who don't see the item learn neither its title nor its address. Source: decisions/0326.
 */
export async function notifySupervisors(parts: Parts): Promise<void> {
  const { db, config } = parts;
  const now = parts.now();
  const due = await readRows(
    db,
    DueRow,
    sql`select request.item_id as "itemId", request.round_id as "roundId", item.kind, item.title, request.due_date::text as "dueDate",
        to_char(request.due_date, 'FMMonth FMDD, YYYY') as "dueLabel", request.escalates_after as after
      from confirmation_requests request join content_items item on item.id = request.item_id
      where request.is_asked and request.escalates_after is not null
        and request.due_date + request.escalates_after <= ${dayIn(config.FIRM_TIME_ZONE, now)}::date + 1`,
  );
  if (due.length === 0) return;
  const awake = awakeZones(await listZones(db), config.FIRM_TIME_ZONE, now);
  for (const one of due) {
    const from = dayAfter(one.dueDate, one.after);
    const zones = awake.filter(({ day }) => day >= from).map(({ zone }) => zone);
    if (zones.length > 0) await notifyOf(parts, one, zones, now);
  }
}

async function notifyOf({ db, notify }: Parts, due: z.infer<typeof DueRow>, zones: string[], now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const supervisors = await readRows(
      trx,
      SupervisorRow,
      sql`
        with missing as (
          select person.manager, person.id
          from duties duty join users person on person.id = duty.user_id join content_items item on item.id = duty.item_id
          where duty.item_id = ${due.itemId} and duty.closed_at is null and person.manager is not null and ${visibleToPerson(now)}
        ), added as (
          insert into duty_escalations (round_id, user_id, people, sent_at)
          select ${due.roundId}, own.id, count(*)::int, ${now} from missing join users own on ${supervises('own', 'missing')}
          where own.disabled_at is null and coalesce(own.time_zone, '') = any (${zones}::text[])
          group by own.id on conflict do nothing returning user_id, people
        )
        select added.user_id as "userId", added.people, coalesce(${addressedToPerson('item')}, false) as "seesItem"
        from added join users person on person.id = added.user_id join content_items item on item.id = ${due.itemId}
        order by added.user_id`,
    );
    for (const { userId, people, seesItem } of supervisors)
      await notify(
        trx,
        [userId],
        {
          title: `${people === 1 ? '1 of your people hasn’t' : `${people} of your people haven’t`} confirmed${seesItem ? `: ${due.title}` : ''}`,
          description: `It was due on ${due.dueLabel}. See who is missing and remind them.`,
          link: '/duties/team?state=Overdue',
          ...(seesItem ? { itemId: due.itemId } : {}),
        },
        now,
      );
    if (supervisors.length > 0)
      await audit(trx, {
        action: `${due.kind}.confirmation-escalated`,
        objectKind: due.kind,
        objectId: due.itemId,
        details: {
          supervisors: supervisors.length,
          people: supervisors.reduce((sum, { people }) => sum + people, 0),
        },
      });
  });
}
