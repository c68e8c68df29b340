import { listNotices } from '@portico/contracts/notifications';
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
