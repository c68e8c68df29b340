import { sql, type RawBuilder } from 'kysely';
import { REVIEW_AHEAD_DAYS } from '@portico/contracts/studio/owners';
import { isExpired } from '../../visibility/visibility.ts';

/**
 * Whether an item, a row `item` with its `owned` of `content_owners`, is due for review: readers see it or will, its date
 * comes within `REVIEW_AHEAD_DAYS` or has passed, and nobody let it expire. `today` is a day of the firm.
 */
export const isReviewDue = (now: Date, today: string): RawBuilder<boolean> => sql`(
  owned.review_on <= ${today}::date + ${REVIEW_AHEAD_DAYS}::int
  and item.published_revision_id is not null and not coalesce(${isExpired(now)}, false)
  and not (owned.lets_expire and (item.expires_at is not null or exists (
    select from studio_drafts written where written.item_id = item.id and written.is_changed
      and written.draft #>> '{fields,expiresAt}' is not null))))`;
