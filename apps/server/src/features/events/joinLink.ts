import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { ComponentTree } from '@portico/kinds/content';
import { storedJson } from '../../db/rows.ts';

const Components = storedJson<ComponentTree>();

/** The parts of an event that can contain the link with which a person joins it online. */
export const JoinLinkRow = z.object({ card: z.nullable(Components) });
/** The same for people in general and for those who are registered. */
export const JoinLinksRow = z.extend(JoinLinkRow, { registered_card: z.nullable(Components) });

/**
 * Columns of a JoinLinkRow: what the sign-up card shows a person before the event ends, from `content_revisions rev`.
 * Content for registered people is only for them; an event without registration shows the rest to everyone.
 */
export const joinLinkColumns = (isRegistered: RawBuilder<boolean>): RawBuilder<unknown> =>
  sql`${cardFor(isRegistered)} as card`;

/** Columns of a JoinLinksRow. */
export const joinLinksColumns = sql`${cardFor(sql`false`)} as card, ${cardFor(sql`true`)} as registered_card`;

function cardFor(isRegistered: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`case
    when rev.details->>'locationType' <> 'Virtual' then null
    when ${isRegistered} then rev.details->'postEventData'
    when coalesce(rev.details->'registration', 'null') = 'null' then rev.details->'preEventData' end`;
}

/** The first web address that the card links to; empty without one. */
export function joinLinkOf({ card }: z.infer<typeof JoinLinkRow>): { joinLink?: string } {
  const joinLink = card === null ? undefined : firstWebLink(card);
  return joinLink === undefined ? {} : { joinLink };
}

function firstWebLink(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    if (name === 'href' && typeof part === 'string' && /^https?:\/\//i.test(part)) return part;
    const inside = firstWebLink(part);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
