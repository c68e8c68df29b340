import { dayIn } from '@portico/contracts/times';
import type { Dependencies } from '../../../dependencies.ts';
import { purgeTermCounts } from './insights.queries.ts';

/** Deletes counts that are older than the firm keeps them. */
export function purgeInsights(
  _payload: unknown,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): Promise<void> {
  const today = dayIn(config.FIRM_TIME_ZONE, now());
  return purgeTermCounts(db, { today, days: config.INSIGHTS_RETENTION_DAYS });
}
