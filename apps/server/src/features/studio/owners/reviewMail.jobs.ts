import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { dayIn } from '@portico/contracts/times';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import type { Config } from '../../../config.ts';
import { readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { JobPayload } from '../../../jobs/registry.ts';
import { MailRejected, sendMail, type Mail } from '../../../mail/sendMail.ts';
import { isReviewDue } from '../reviewDates.ts';
import { hasLeft, ownerName } from './ownership.queries.ts';

/** An email names this many items; the studio lists all. */
const MAX_NAMED = 50;

const DueRow = z.object({
  itemId: z.uuid(),
  title: z.string(),
  reviewOn: z.string(),
  step: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
});
type DueReview = Omit<z.infer<typeof DueRow>, 'name' | 'email'>;

/**
 * Emails an owner what they were asked to review, at most once, unless it is no longer due. It is noted before it is
 * sent, so a process that dies in between sends no second one. Throws when the mail server cannot accept it now; if it
 * never will, the owner still has the notification.
 */
export async function sendReviewRequest(
  { userId }: JobPayload<'send-review-request'>,
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): Promise<void> {
  const due = await listDue(db, userId, now(), dayIn(config.FIRM_TIME_ZONE, now()));
  const claimed = new Set(await noteMail(db, userId, false));
  const items = due.filter(({ itemId }) => claimed.has(itemId));
  const [first] = items;
  if (!first || config.SMTP_URL === undefined || !isEmailAddress(first.email)) return;
  try {
    await sendMail(config, reviewMail(config, { userId, name: first.name, email: first.email, items }));
  } catch (error) {
    if (!(error instanceof MailRejected)) {
      await noteMail(db, userId, true, [...claimed]);
      throw error;
    }
    logger.warn({ userId, reason: error.message }, 'an email is undeliverable');
  }
}

function listDue(db: Kysely<DB>, userId: string, now: Date, today: string): Promise<Array<z.infer<typeof DueRow>>> {
  return readRows(
    db,
    DueRow,
    sql`select item.id as "itemId", item.title, to_char(owned.review_on, 'FMMonth FMDD, YYYY') as "reviewOn", owned.asked_steps as step,
        ${ownerName} as name, owner.email
      from content_owners owned join content_items item on item.id = owned.item_id join users owner on owner.id = owned.owner_id
      where owned.asked_of = ${userId} and owned.is_mail_due and owner.id = owned.asked_of and not ${hasLeft}
        and ${isReviewDue(now, today)} order by owned.review_on, lower(item.title), item.id`,
  );
}

/** Notes whether an email about these items, or all, is still to be sent. Returns those for which that is new. */
async function noteMail(db: Kysely<DB>, userId: string, isDue: boolean, itemIds?: string[]): Promise<string[]> {
  const noted = await db
    .updateTable('content_owners')
    .set({ is_mail_due: isDue })
    .where('asked_of', '=', userId)
    .where('is_mail_due', '=', !isDue)
    .$if(itemIds !== undefined, (query) => query.where('item_id', 'in', itemIds!))
    .returning('item_id')
    .execute();
  return noted.map(({ item_id }) => item_id);
}

/** Each item with the day of its review and a link to where the owner answers. */
export function reviewMail(
  config: Config,
  { userId, name, email, items }: { userId: string; name: string; email: string; items: readonly DueReview[] },
): Mail {
  const asked = items.map(({ itemId, reviewOn, step }) => `${itemId} ${reviewOn} ${step}`).join(' ');
  const digest = createHash('sha256').update(`${userId} ${asked}`).digest('hex').slice(0, 40);
  const [first] = items as [DueReview];
  const more = items.length - MAX_NAMED;
  return {
    to: { name, address: email },
    subject:
      items.length === 1
        ? `Due for review: ${first.title}`
        : `${items.length.toLocaleString('en-US')} items are due for review`,
    blocks: [
      { text: 'You own what follows. Confirm that it is still right, change it, or let it expire:' },
      ...items.slice(0, MAX_NAMED).map(({ itemId, title, reviewOn }) => ({
        title,
        text: `Review it by ${reviewOn}.`,
        href: `${config.PUBLIC_URL}/studio/${itemId}?panel=settings`,
      })),
      ...(more > 0
        ? [{ title: `${more} more`, text: 'The studio lists all.', href: `${config.PUBLIC_URL}/studio/overview` }]
        : []),
    ],
    messageId: `${digest}@${new URL(config.PUBLIC_URL).hostname}`,
  };
}
