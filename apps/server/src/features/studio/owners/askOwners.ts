import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { mayDo } from '@portico/authoring/mayDo';
import { REVIEW_AHEAD_DAYS } from '@portico/contracts/studio/owners';
import { dayIn, hourIn } from '@portico/contracts/times';
import { readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { addJobs } from '../../../jobs/queue.ts';
import { announceToEach } from '../../../push/announce.ts';
import { listColleagues } from '../access/colleagues.queries.ts';
import { isReviewDue } from '../reviewDates.ts';
import { standingsOf } from '../standing.queries.ts';
import { hasLeft } from './ownership.queries.ts';

/** Nobody is asked before this hour of the firm. */
const FIRST_HOUR = 7;

/** How often an owner should have been asked: ahead of the date, on it, and when it has passed. */
const steps = (today: string) => sql`case when owned.review_on + ${REVIEW_AHEAD_DAYS}::int <= ${today}::date then 3
  when owned.review_on <= ${today}::date then 2 else 1 end`;

const AskedRow = z.object({ itemId: z.uuid(), ownerId: z.uuid(), title: z.string(), reviewOn: z.string() });
type Asked = z.infer<typeof AskedRow>;

/**
 * Runs every hour: asks the owners of what is due for review, in the portal at once and by an email for each who gets
 * daily email. One statement claims the items, so that two workers ask once.
 */
export async function askOwners(
  _payload: unknown,
  { db, config, notify, now: clock }: Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>,
): Promise<void> {
  const now = clock();
  if (hourIn(config.FIRM_TIME_ZONE, now) < FIRST_HOUR) return;
  const today = dayIn(config.FIRM_TIME_ZONE, now);
  const sendsMail = config.SMTP_URL !== undefined;
  await db.transaction().execute(async (trx) => {
    const claimed = await readRows(
      trx,
      AskedRow,
      sql`
        update content_owners owned set asked_of = owned.owner_id, asked_for = owned.review_on, asked_steps = ${steps(today)},
          is_mail_due = ${sendsMail} and owner.daily_email and strpos(coalesce(owner.email, ''), '@') > 0
        from content_items item, users owner
        where item.id = owned.item_id and owner.id = owned.owner_id and not ${hasLeft} and ${isReviewDue(now, today)}
          and (owned.asked_of is distinct from owned.owner_id or owned.asked_for is distinct from owned.review_on
            or owned.asked_steps < ${steps(today)})
        returning item.id as "itemId", owner.id as "ownerId", item.title,
          to_char(owned.review_on, 'FMMonth FMDD, YYYY') as "reviewOn"`,
    );
    const byOwner = Map.groupBy(await onlyOfWriters(trx, claimed), ({ ownerId }) => ownerId);
    for (const [ownerId, items] of byOwner) await notify(trx, [ownerId], noticeOf(items), now);
    await announceToEach(trx, 'studio', [...byOwner.keys()]);
    if (sendsMail)
      await addJobs(
        trx,
        'send-review-request',
        [...byOwner.keys()].map((userId) => ({ payload: { userId }, key: `review-request:${userId}` })),
      );
  });
}

/**
 * Leaves out owners whose roles no longer include the item: they can't answer, and may not read about it. Whoever else
 * writes it sees that it is due.
 */
async function onlyOfWriters(trx: Transaction<DB>, claimed: Asked[]): Promise<Asked[]> {
  if (claimed.length === 0) return [];
  const standings = await standingsOf(
    trx,
    claimed.map(({ itemId }) => itemId),
  );
  const grants = new Map(
    (await listColleagues(trx)).map(({ id, fromProvider, given }) => [id, [...fromProvider, ...given]]),
  );
  const isOfWriter = ({ itemId, ownerId }: Asked) => {
    const standing = standings.get(itemId);
    return standing !== undefined && mayDo({ id: ownerId, grants: grants.get(ownerId) ?? [] }, 'write', standing);
  };
  const others = claimed.filter((asked) => !isOfWriter(asked)).map(({ itemId }) => itemId);
  if (others.length > 0)
    await trx.updateTable('content_owners').set({ is_mail_due: false }).where('item_id', 'in', others).execute();
  return claimed.filter(isOfWriter);
}

function noticeOf(items: readonly Asked[]) {
  const [first] = items as [Asked];
  const wish = 'Confirm that it is still right, change it, or let it expire.';
  return items.length === 1
    ? {
        title: `Due for review: ${first.title}`,
        description: `Review it by ${first.reviewOn}. ${wish}`,
        link: `/studio/${first.itemId}?panel=settings`,
      }
    : {
        title: `${items.length.toLocaleString('en-US')} items are due for review`,
        description: `You own them. ${wish.replaceAll(' it', ' each')}`,
        link: '/studio/overview',
      };
}
