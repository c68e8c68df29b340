import { z } from 'zod/mini';

/** The revision that a page shows, which confirmations name; absent for drafts. */
export const RevisionId = z.optional(z.uuid());
