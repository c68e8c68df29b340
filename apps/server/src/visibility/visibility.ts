import { sql, type RawBuilder } from 'kysely';
import type { AdvisorType } from '@portico/contracts/users';

/** Who reads, and when. */
export interface Reader {
  /** The person's id. */
  id: string;
  advisorType: AdvisorType | null;
  now: Date;
}

/**
 * The one predicate that says whether a reader may see an item, on a row of `content_items` called `item`: it is published,
 * its time has come and has not passed, and its audience is everybody or includes the reader's advisor type.
 */
export function visibleTo(reader: Pick<Reader, 'advisorType' | 'now'>): RawBuilder<boolean> {
  return sql<boolean>`${shownAt(reader.now)} and ${addressedTo(reader)}`;
}

/** The same for a row of `users` called `person`, as who reads; nothing is visible to a disabled person. */
export function visibleToPerson(now: Date): RawBuilder<boolean> {
  return sql<boolean>`${shownAt(now)} and person.disabled_at is null and (item.audience = '{}' or coalesce(person.advisor_type = any (item.audience), false))`;
}

/** True when `item.audience` is everybody or includes the reader's advisor type. */
export function addressedTo({ advisorType }: Pick<Reader, 'advisorType'>): RawBuilder<boolean> {
  return sql<boolean>`(item.audience = '{}' or ${advisorType}::text = any (item.audience))`;
}

function shownAt(now: Date): RawBuilder<boolean> {
  return sql<boolean>`item.published_revision_id is not null and item.published_at <= ${now} and (item.expires_at is null or item.expires_at > ${now})`;
}
