import { getOwnWatching } from '@portico/contracts/watching';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';

/** What the reader has watched. An error is ignored: the page of the event works without it. */
export const ownWatchingQuery = (eventId: string) =>
  queryOptions({ ...query(getOwnWatching, { params: { eventId } }), throwOnError: false });
