import { z } from 'zod/mini';
import { hasPlausibleYear, wrongYear } from './days.ts';

/** A day that a call receives, `yyyy-MM-dd`. Responses have plain dates, because rows can be older than this rule. */
export const DayInput = z.iso.date().check(z.refine(hasPlausibleYear, { error: wrongYear }));
/** An instant that a call receives, ISO 8601 in UTC. */
export const InstantInput = z.iso.datetime().check(z.refine(hasPlausibleYear, { error: wrongYear }));
/** An instant with the caller's offset from UTC. */
export const OffsetInstantInput = z.iso
  .datetime({ offset: true })
  .check(z.refine(hasPlausibleYear, { error: wrongYear }));
