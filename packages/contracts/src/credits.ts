import { z } from 'zod/mini';
import { CreditTopic } from '@portico/kinds/creditSchemas';
import { endpoint } from './base/endpoint.ts';
import { CERTIFICATE_NUMBER } from './certificateNumbers.ts';

/** The years of which people can see their credits. */
const FIRST_YEAR = 1990;
const LAST_YEAR = 2199;
export const CreditYear = z.int().check(z.minimum(FIRST_YEAR), z.maximum(LAST_YEAR));
export const QueryYear = z.pipe(z.string().check(z.regex(/^\d{4}$/)), z.pipe(z.transform(Number), CreditYear));

/** Hours as decimal text, such as `1.5`: sums of binary numbers would not add up. */
export const HoursText = z.string().check(z.regex(/^\d+(?:\.\d{1,2})?$/));

/** What a license or program needs in a year, and what the person has earned. Days are in the firm's time zone. */
export const CreditStanding = z.extend(CreditTopic, {
  /** Of the duty: another one each year. */
  id: z.uuid(),
  needed: HoursText,
  /** Can be more than is needed. */
  earned: HoursText,
  /** `0` once the hours are reached. */
  missing: HoursText,
  /** The first and the last day of the year. */
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  /** The firm's own date. */
  dueDate: z.iso.date(),
  isOverdue: z.boolean(),
});
export type CreditStanding = z.infer<typeof CreditStanding>;

export const CertificateNumber = z.string().check(z.regex(CERTIFICATE_NUMBER));

/** Hours that the person has earned. */
export const Credit = z.extend(CreditTopic, {
  id: z.uuid(),
  /** Of the event, or of a course elsewhere. */
  title: z.string(),
  /** Where it was earned elsewhere; null for events. */
  provider: z.nullable(z.string()),
  /** The event's page; null if the person does not see it, or for credits from elsewhere. */
  path: z.nullable(z.string()),
  hours: HoursText,
  day: z.iso.date(),
  /** The ids of the standings to which it adds. */
  countsFor: z.array(z.uuid()),
  /** Null for credits from elsewhere. */
  certificate: z.nullable(CertificateNumber),
});
export type Credit = z.infer<typeof Credit>;

/** For `person`, who must be the reader, report to them, or be anyone for those who oversee all credits. */
export const CreditsQuery = z.object({ year: z.optional(QueryYear), person: z.optional(z.uuid()) });
/** Of the PDF with the credits of a year, with a search such as `?year=2025`. */
export const creditsRecordPath = (search = ''): string => `/api/v1/duties/credits/record${search}`;
/** Of the certificate as PDF. */
export const certificatePath = (number: string): string => `/api/v1/duties/credits/certificates/${number}`;

/** Without `year`, the current one of each need; with it, the one that starts in that year. */
export const listCredits = endpoint({
  method: 'GET',
  path: '/api/v1/duties/credits',
  summary: 'What a person has earned in a year, against what their licenses need',
  query: CreditsQuery,
  response: z.object({
    /** Whose credits these are, if not the reader's. */
    person: z.nullable(z.string()),
    /** The calendar year that is shown. */
    year: CreditYear,
    /** All years with credits, and the current one, latest first. */
    years: z.array(CreditYear),
    standings: z.array(CreditStanding),
    /** The latest first. */
    credits: z.array(Credit),
    /** The hours of the credits by program and state. */
    totals: z.array(z.object({ program: z.string(), state: z.string(), hours: HoursText })),
  }),
});
