import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import { t } from '../../locale/text.ts';

/** A count, or “fewer than 5” for one that the server keeps to itself. */
export const countLabel = (count: number | null): string =>
  count === null ? t('searchDesk.fewerThan', { count: MIN_SHOWN_COUNT }) : count.toLocaleString('en-US');
