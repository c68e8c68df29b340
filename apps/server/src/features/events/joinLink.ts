import { firstWebLink } from '@portico/authoring/joinLink';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { ComponentTree } from '@portico/kinds/content';
import type { EventDetails } from '../../content/details.ts';
import { storedJson } from '../../db/rows.ts';

const Components = storedJson<ComponentTree>();

/** Whether a person may know the join link of an event, and the content in which it is looked for if none is set. */
export const JoinLinkRow = z.object({ may_join: z.boolean(), card: z.nullable(Components) });
/** The same for people in general and for those who are registered. */
export const JoinLinksRow = z.extend(JoinLinkRow, { registered_card: z.nullable(Components) });

/** An event without registration shows its link to everyone, others only to registered people. */
const isForEveryone = sql<boolean>`coalesce(rev.details->'registration', 'null') = 'null'`;

/** Columns of a JoinLinkRow, from `content_revisions rev`. */
export const joinLinkColumns = (isRegistered: RawBuilder<boolean>): RawBuilder<unknown> =>
  sql`(${isRegistered} or ${isForEveryone}) as may_join, ${cardFor(isRegistered)} as card`;

/** Columns of a JoinLinksRow. */
export const joinLinksColumns = sql`${isForEveryone} as may_join, ${cardFor(sql`false`)} as card,
  ${cardFor(sql`true`)} as registered_card`;

/** What the sign-up card of a virtual event shows a person before the event ends. */
function cardFor(isRegistered: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`case
    when rev.details->>'locationType' <> 'Virtual' then null
    when ${isRegistered} then rev.details->'postEventData'
    when ${isForEveryone} then rev.details->'preEventData' end`;
}

/** The link that editors set, or else the first web address that the card links to; empty without one. */
export function joinLinkOf({
  details,
  may_join: mayJoin,
  card,
}: z.infer<typeof JoinLinkRow> & { details: EventDetails }): { joinLink?: string } {
  const joinLink = mayJoin ? (details.joinLink ?? firstWebLink(card)) : undefined;
  return joinLink ? { joinLink } : {};
}
