import { getEvent } from '@portico/contracts/events';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const eventQuery = (eventId: string) =>
  queryOptions({ queryKey: ['events', eventId], queryFn: ({ signal }) => call(getEvent, { params: { eventId } }, { signal }) });
