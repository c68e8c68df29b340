import { listNotices, type NewNotice } from '@portico/contracts/notifications';
import { countAudience } from '@portico/contracts/studio/audience';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/** Key prefix of the lists to refetch after a notice was sent or withdrawn. */
export const noticesKey = ['notices'] as const;

/** Notices sent by editors. The server answers `not_found` to anyone else. */
export const noticesQuery = (page: number) =>
  queryOptions({
    ...query(listNotices, { query: { page: String(page) } }, { area: noticesKey[0] }),
    placeholderData: keepPreviousData,
  });

/** How many people a notice would reach now. */
export const noticeReachQuery = ({ audience, audienceRule }: Pick<NewNotice, 'audience' | 'audienceRule'>) =>
  queryOptions({
    ...query(
      countAudience,
      { body: { audience, audienceRule: audienceRule ?? { include: {}, exclude: {} } } },
      { area: noticesKey[0] },
    ),
    staleTime: 0,
    throwOnError: false,
  });
