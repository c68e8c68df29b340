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
export function visibleTo(reader: Reader): RawBuilder<boolean> {
  return sql<boolean>`item.published_revision_id is not null and item.published_at <= ${reader.now}
    and (item.expires_at is null or item.expires_at > ${reader.now}) and ${addressedTo(reader)}`;
}

/** True when `item.audience` is everybody or includes the reader's advisor type. */
export function addressedTo({ advisorType }: Pick<Reader, 'advisorType'>): RawBuilder<boolean> {
  return sql<boolean>`(item.audience = '{}' or ${advisorType}::text = any (item.audience))`;
}
