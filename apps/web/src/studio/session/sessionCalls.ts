import type { CallResult } from '@portico/contracts/endpoint';
import type { Change } from '@portico/contracts/studio/draft';
import { changeStudioItem, followStudioItem, getStudioItem, type StudioItem } from '@portico/contracts/studio/studio';
import { call } from '../../api/call.ts';

/** The server calls that a session needs. */
export interface SessionCalls {
  open: () => Promise<StudioItem>;
  save: (batch: { batchId: string; base: number; changes: Change[] }) => Promise<CallResult<typeof changeStudioItem>>;
  follow: (seen: {
    since: number;
    focus: string | null;
    isLeaving?: boolean;
  }) => Promise<CallResult<typeof followStudioItem>>;
}

/** The server calls of one tab with an open item. */
export const sessionCalls = (itemId: string, clientId: string): SessionCalls => ({
  open: () => call(getStudioItem, { params: { itemId } }),
  save: (batch) => call(changeStudioItem, { params: { itemId }, body: { clientId, ...batch } }),
  follow: (seen) => call(followStudioItem, { params: { itemId }, body: { clientId, ...seen } }),
});
