import { sql } from 'kysely';
import { z } from 'zod/mini';
import { mayDo, openDepartments } from '@portico/authoring/mayDo';
import type { StudioKind } from '@portico/contracts/studio/draft';
import type { StudioReview, WaitingItem } from '@portico/contracts/studio/reviews';
import { dayIn } from '@portico/contracts/times';
import type { Db } from '../../../db/pool.ts';
import { readRows } from '../../../db/rows.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { StudioActor } from '../access/actor.ts';
import { standingsOf } from '../standing.queries.ts';
import { isOfAny, joined, title } from '../studioItems.queries.ts';

/** A longer queue shows only its most urgent entries. */
const MAX_WAITING = 100;

const ReviewRow = z.object({
  id: z.uuid(),
  kind: z.custom<StudioKind>(),
  title: z.string(),
  state: z.custom<'Requested' | 'Approved' | 'Returned'>(),
  purpose: z.custom<StudioReview['purpose']>(),
  note: z.string(),
  comment: z.string(),
  requesterId: z.nullable(z.uuid()),
  requestedBy: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  since: z.iso.datetime(),
  dueOn: z.nullable(z.string()),
  isOverdue: z.boolean(),
});

/** The items waiting for a person: those they can approve, those returned to them, and those they can now publish. */
export async function listWaiting(db: Db, actor: StudioActor, firmTimeZone: string): Promise<WaitingItem[]> {
  const today = dayIn(firmTimeZone, actor.now);
  const rows = await readRows(
    db,
    ReviewRow,
    sql`with latest as (select distinct on (item_id) * from studio_reviews order by item_id, id desc)
      select item.id, item.kind, ${title} as title, review.state, review.purpose, review.note, review.comment,
        review.requested_by as "requesterId", coalesce(review.decided_at, review.requested_at) as since,
        review.due_on::text as "dueOn", coalesce(review.due_on < ${today}::date, false) as "isOverdue",
        (select ${displayName('person')} from users person where person.id = review.requested_by) as "requestedBy",
        (select ${displayName('person')} from users person where person.id = review.decided_by) as "decidedBy"
      from ${joined} join latest review on review.item_id = item.id
      where (review.state in ('Requested', 'Approved') or (review.state = 'Returned' and review.requested_by = ${actor.id}))
        and ${isOfAny(openDepartments(actor))}
      order by review.due_on nulls last, review.requested_at, review.id`,
  );
  const standings = await standingsOf(
    db,
    rows.map(({ id }) => id),
  );
  const waiting: WaitingItem[] = [];
  for (const { state, requesterId, requestedBy, decidedBy, comment, note, ...row } of rows) {
    const standing = standings.get(row.id);
    if (!standing) continue;
    const may = (action: Parameters<typeof mayDo>[1]) => mayDo(actor, action, standing);
    if (state === 'Requested' && may('approve')) waiting.push({ ...row, task: 'Approve', note, by: requestedBy });
    else if (state === 'Returned' && requesterId === actor.id && may('write'))
      waiting.push({ ...row, task: 'Change', note: comment, by: decidedBy });
    else if (state === 'Approved' && may(row.purpose === 'Archive' ? 'archive' : 'publish'))
      waiting.push({ ...row, task: 'Publish', note: comment, by: decidedBy });
  }
  return waiting.slice(0, MAX_WAITING);
}
