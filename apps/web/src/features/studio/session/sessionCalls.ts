import type { CallResult } from '@portico/contracts/endpoint';
import type { Change } from '@portico/contracts/studio/draft';
import type { changeStudioItem, followStudioItem, StudioItem } from '@portico/contracts/studio/studio';

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
