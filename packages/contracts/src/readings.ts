import { z } from 'zod/mini';
import { endpoint } from './base/endpoint.ts';

/**
 * Counted once per person, item and day if the person may see the item; who they are is not stored. Calling it for
 * anything else changes nothing.
 */
export const noteReading = endpoint({
  method: 'PUT',
  path: '/api/v1/readings/:itemId',
  summary: 'Counts that the page of an item was shown to a reader',
  params: z.object({ itemId: z.uuid() }),
});
