import type { StudioItem } from '@portico/contracts/studio/studio';
import { t } from '../../locale/text.ts';

type Seen = Pick<StudioItem, 'isLive' | 'publishedAt' | 'expiresAt'>;

/** Whether readers see some version of the item now. */
const isSeenNow = ({ isLive, publishedAt, expiresAt }: Seen, now = Date.now()): boolean =>
  isLive &&
  publishedAt !== null &&
  Date.parse(publishedAt) <= now &&
  (expiresAt === null || Date.parse(expiresAt) > now);

/** What readers see until a version goes live. */
export const untilThenLabel = (item: Seen): string =>
  t(isSeenNow(item) ? 'releases.goesLiveHelp' : 'releases.goesLiveFirstHelp');
