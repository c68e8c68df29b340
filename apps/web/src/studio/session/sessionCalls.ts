import type { CallResult } from '@portico/contracts/endpoint';
import type { SentChange } from '@portico/contracts/studio/draft';
import {
  changeStudioItem,
  followStudioItem,
  getStudioItem,
  type StudioCaret,
  type StudioItem,
} from '@portico/contracts/studio/studio';
import { call } from '../../api/call.ts';

/** Where an editor is in an item: in which component or field, and where in its text. */
export interface Position {
  focus: string | null;
  caret: StudioCaret | null;
}

/** The server calls that a session needs. */
export interface SessionCalls {
  open: () => Promise<StudioItem>;
  save: (batch: {
    batchId: string;
    base: number;
    changes: SentChange[];
    position?: Position;
  }) => Promise<CallResult<typeof changeStudioItem>>;
  follow: (seen: Position & { since: number; isLeaving?: boolean }) => Promise<CallResult<typeof followStudioItem>>;
}

/** The server calls of one tab with an open item. */
export const sessionCalls = (itemId: string, clientId: string): SessionCalls => ({
  open: () => call(getStudioItem, { params: { itemId } }),
  save: (batch) => call(changeStudioItem, { params: { itemId }, body: { clientId, ...batch } }),
  follow: (seen) =>
    call(followStudioItem, { params: { itemId }, body: { clientId, ...seen } }, { keepalive: seen.isLeaving === true }),
});
