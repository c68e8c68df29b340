import { listJobs } from '@portico/contracts/admin/jobs';
import { getSearchInsights } from '@portico/contracts/studio/insights';
import { getStudioOverview, listStudioCalendar } from '@portico/contracts/studio/overview';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { startOfDay } from '../../dates/days.ts';

export const overviewQuery = () => queryOptions({ ...query(getStudioOverview, {}), throwOnError: false });

/** What starts and ends in the month `yyyy-MM` of the editor's time zone. */
export function studioCalendarQuery(month: string) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return queryOptions({
    ...query(listStudioCalendar, { query: { from: startOfDay(`${month}-01`), until: startOfDay(`${next}-01`) } }),
    throwOnError: false,
  });
}

/** What readers searched for in the last 30 days and did not find, as counts. */
export const unansweredTermsQuery = () =>
  queryOptions({ ...query(getSearchInsights, { query: { days: '30', kind: 'Unanswered' } }), throwOnError: false });

/** Jobs that have failed for good, of which only the number is shown. */
export const failedJobsQuery = () =>
  queryOptions({ ...query(listJobs, { query: { state: 'failed' } }), throwOnError: false });
