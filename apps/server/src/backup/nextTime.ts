import { MINUTE_MS } from '@portico/contracts/durations';
const SEARCHED_MINUTES = 62 * 24 * 60;

/**
 * The first minute after an instant that matches a crontab pattern, evaluated in UTC as the job queue does; undefined
 * if it is more than two months away.
 */
export async function nextTime(pattern: string, after: Date): Promise<Date | undefined> {
  const { parseCronItem } = await import('graphile-worker');
  const { match } = parseCronItem({ task: 'backup', match: pattern });
  const first = Math.floor(after.getTime() / MINUTE_MS) + 1;
  for (let minute = first; minute < first + SEARCHED_MINUTES; minute += 1) {
    const at = new Date(minute * MINUTE_MS);
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    };
    if (match(digest)) return at;
  }
  return undefined;
}
