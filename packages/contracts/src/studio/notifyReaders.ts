import { z } from 'zod/mini';

/** How readers are notified of a publication: in their notifications, on the dashboard or in the daily email. */
export const NotifyChannel = z.enum(['Notice', 'Banner', 'Mail']);
export type NotifyChannel = z.infer<typeof NotifyChannel>;

/** Chosen when publishing, and sent once, as soon as readers see the item. */
export const NotifyBy = z.array(NotifyChannel).check(
  z.maxLength(3),
  z.refine((channels) => new Set(channels).size === channels.length, 'Each at most once'),
);

/** A banner about an item stays on the dashboard for this many days, unless the person closes it. */
export const PUBLICATION_BANNER_DAYS = 7;
/** The daily email goes out at this hour in the portal's time zone. */
export const DIGEST_HOUR = 7;
