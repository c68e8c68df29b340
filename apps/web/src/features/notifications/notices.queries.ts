import {
  listNotices,
  type NewNotice,
  sendNotice as send,
  withdrawNotice as withdraw,
} from '@portico/contracts/notifications';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const noticesKey = ['notices'] as const;

/** Notices sent by editors. The server answers `not_found` to anyone else. */
export const noticesQuery = (page: number) =>
  queryOptions({
    queryKey: [...noticesKey, page],
    queryFn: ({ signal }) => call(listNotices, { query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const sendNotice = (notice: NewNotice) => call(send, { body: notice });
export const withdrawNotice = (noticeId: string) => call(withdraw, { params: { noticeId } });
