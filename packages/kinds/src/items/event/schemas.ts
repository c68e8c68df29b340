import { z } from 'zod/mini';
import { areCreditsComplete, MAX_CREDIT_LINES } from '../../base/credits.ts';
import { CreditLine } from '../../base/creditSchemas.ts';
import { draftText } from '../../base/fieldSchemas.ts';
import { MAX_CAPACITY, MAX_JOIN_LINK } from '../../base/itemParts.ts';
import { isWebAddress } from '../../base/safeHref.ts';
import { isTimeZone } from '../../base/timeZone.ts';

const Instant = z.iso.datetime();
const Credits = z.array(CreditLine).check(z.maxLength(MAX_CREDIT_LINES));
const Capacity = z.int().check(z.minimum(1), z.maximum(MAX_CAPACITY));

export const schemas = {
  timeZone: {
    draft: z.nullable(draftText(200)),
    complete: z.nullish(z.string().check(z.refine(isTimeZone, 'Not a time zone'))),
  },
  joinLink: {
    draft: z.nullable(draftText(MAX_JOIN_LINK)),
    complete: z.nullish(
      z.string().check(
        z.maxLength(MAX_JOIN_LINK),
        z.refine(
          (link) => link === '' || isWebAddress(link),
          'Not a web address, such as https://meet.example.com/room',
        ),
      ),
    ),
  },
  registration: {
    draft: z.nullable(z.object({ capacity: z.nullable(Capacity), closesAt: z.nullable(Instant) })),
    /** Without a capacity, there is no limit; without `closesAt`, registration closes when the event starts. */
    complete: z.nullish(z.object({ capacity: z.nullish(Capacity), closesAt: z.nullish(Instant) })),
  },
  credits: {
    draft: Credits,
    complete: z.optional(Credits.check(z.refine(areCreditsComplete, 'Each line needs its own topic and hours'))),
  },
};
