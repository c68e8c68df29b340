import { z } from 'zod/mini';

/**
 * What editors enter. In a separate file, so that pages that only search do not fetch it. In small letters and without
 * digits, `abbreviation` is everyday words.
 */
export const NewAbbreviation = z.object({
  abbreviation: z.string().check(z.trim(), z.minLength(2), z.maxLength(60)),
  meaning: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)),
});
