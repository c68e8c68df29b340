import { z } from 'zod/mini';

/** What editors type. In a separate file, because pages that only search need not fetch it. */
export const NewAbbreviation = z.object({
  abbreviation: z.string().check(z.trim(), z.minLength(2), z.maxLength(20)),
  meaning: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)),
});
