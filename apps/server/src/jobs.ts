import type { Jobs } from './jobs/worker.ts';

/** Every job of the portal, each defined in its feature. */
export const jobs: Jobs = {
  tasks: {
    /** What readers see of an item has changed. Payload: `{ itemId }`. */
    'content-changed': async () => {},
  },
  timed: [],
};
