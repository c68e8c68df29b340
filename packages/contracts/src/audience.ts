import { z } from 'zod/mini';
import { AudienceDimension } from '@portico/kinds/audience';
import { endpoint } from './base/endpoint.ts';

/** The reader's facts that the item is addressed to. Reveals nothing about other people. */
export const MatchedFact = z.object({ dimension: AudienceDimension, values: z.array(z.string()) });
export type MatchedFact = z.infer<typeof MatchedFact>;

/** Throws `not_found` for an item that the reader may not see. */
export const explainAudience = endpoint({
  method: 'GET',
  path: '/api/v1/audience/:itemId',
  summary: 'Why the signed-in person sees an item',
  params: z.object({ itemId: z.uuid() }),
  response: z.object({
    /** True when the audience excludes no one. */
    isForEveryone: z.boolean(),
    /** The person's facts that the item is addressed to. Empty when the audience only excludes others. */
    matched: z.array(MatchedFact),
  }),
});
