import { z } from 'zod/mini';
import { isHours, MAX_CREDIT_NAME, MAX_HOURS_LENGTH } from './credits.ts';
import { draftText } from './fieldSchemas.ts';

export const Hours = z.string().check(z.refine(isHours, 'Not a number of hours such as 1.5'));

const name = draftText(MAX_CREDIT_NAME);
export const CreditTopic = z.object({ program: name, state: name, subject: name });

/** In drafts, everything may be unfinished. */
export const CreditLine = z.extend(CreditTopic, { hours: draftText(MAX_HOURS_LENGTH) });
