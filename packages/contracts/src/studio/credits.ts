import { z } from 'zod/mini';
import { Audience } from '@portico/kinds/audience';
import { ReminderSchedule } from '@portico/kinds/components/confirmation/shape';
import { CreditTopic, Hours } from '@portico/kinds/creditSchemas';
import { cleanText } from '@portico/kinds/typedText';
import { endpoint } from '../base/endpoint.ts';
import { ListText, MAX_PAGE, page, queryInt } from '../base/paging.ts';
import { CertificateNumber, CreditStanding, CreditYear, HoursText, QueryYear } from '../credits.ts';

const studio = { access: 'studio', isHidden: true } as const;
const overseers = { access: 'overseer', isHidden: true } as const;

export const CREDIT_PEOPLE_PAGE_SIZE = 50;
export const MAX_NEEDS = 200;
export const MAX_NEEDS_FILE = 200_000;
const MAX_FACT = 200;
const MAX_NAME = 1000;

/** The last days of the months; February 29 exists only in some years. */
const LAST_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Whether this is a day that exists each year, as `MM-DD`. */
export function isYearDay(text: string): boolean {
  const [, month, day] = /^(\d\d)-(\d\d)$/.exec(text) ?? [];
  return day !== undefined && Number(day) >= 1 && Number(day) <= (LAST_DAYS[Number(month) - 1] ?? 0);
}
const YearDay = z.string().check(z.refine(isYearDay, 'Not a day of each year, such as 11-30'));

/** A line of the firm's table of needs. */
export const CreditNeed = z
  .extend(CreditTopic, {
    hours: Hours,
    /** The first day of its year, and the firm's own date within it, as `MM-DD`. */
    startsOn: YearDay,
    dueOn: YearDay,
    /** The years for which it applies, by their first day; null until further notice. */
    firstYear: CreditYear,
    lastYear: z.nullable(CreditYear),
    /** When those who lack hours are reminded; null for never. Source: decisions/0362. */
    reminders: z.nullable(ReminderSchedule),
    /** Whom it concerns. */
    audience: Audience.shape.audience,
    audienceRule: Audience.shape.audienceRule,
  })
  .check(
    z.overwrite((need) => ({
      ...need,
      program: cleanText(need.program),
      state: cleanText(need.state),
      subject: cleanText(need.subject),
    })),
    z.refine(({ program }) => program !== '', { error: 'Must not be empty', path: ['program'] }),
    z.refine(({ firstYear, lastYear }) => lastYear === null || lastYear >= firstYear, {
      error: 'Must not be before the first year',
      path: ['lastYear'],
    }),
  );
export type CreditNeed = z.infer<typeof CreditNeed>;

const StoredNeed = z.object({
  id: z.uuid(),
  version: z.int(),
  need: CreditNeed,
  /** How many people it concerns now. */
  people: z.int(),
});
export type StoredNeed = z.infer<typeof StoredNeed>;
const Needs = z.object({ items: z.array(StoredNeed), mayChange: z.boolean() });

/** By program, state, subject and first year. */
export const listCreditNeeds = endpoint({
  method: 'GET',
  path: '/api/v1/studio/credits/needs',
  summary: 'The firm’s table of the credits that licenses and programs need',
  ...overseers,
  response: Needs,
});
/** `version` is null for a new line. Throws `conflict` if somebody else changed it. */
export const saveCreditNeed = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/credits/needs/:needId',
  summary: 'Adds or changes a line of the table of needs',
  ...studio,
  params: z.object({ needId: z.uuid() }),
  body: z.object({ version: z.nullable(z.int()), need: CreditNeed }),
  response: Needs,
});
/** Throws `conflict` if somebody else changed it. */
export const deleteCreditNeed = endpoint({
  method: 'DELETE',
  path: '/api/v1/studio/credits/needs/:needId',
  summary: 'Removes a line of the table of needs, for all years',
  ...studio,
  params: z.object({ needId: z.uuid() }),
  query: z.object({ version: queryInt(1, 999_999) }),
  response: Needs,
});
/**
 * Lines with the ID of a stored one change it, those without an ID are added, and all others stay. If a line is wrong,
 * nothing changes. With `isTrial`, nothing changes either way.
 */
export const importCreditNeeds = endpoint({
  method: 'POST',
  path: '/api/v1/studio/credits/needs/import',
  summary: 'Reads lines of the table of needs from CSV',
  ...studio,
  body: z.object({ csv: z.string().check(z.maxLength(MAX_NEEDS_FILE)), isTrial: z.boolean() }),
  response: z.object({
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    problems: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
});
/** The table as a file that can be imported again. */
export const needsExportPath = (format: 'csv' | 'xlsx'): string => `/api/v1/studio/credits/needs.${format}`;

export const CreditState = z.enum(['Missing', 'Overdue', 'Reached']);
export type CreditState = z.infer<typeof CreditState>;

/** A person with one of the needs that concern them. */
export const PersonStanding = z.extend(CreditStanding, {
  needId: z.uuid(),
  person: z.object({ id: z.uuid(), name: z.string(), email: z.nullable(z.string()) }),
  firm: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  /** The name of whom they report to. */
  supervisor: z.nullable(z.string()),
  remindedAt: z.nullable(z.iso.datetime()),
});
export type PersonStanding = z.infer<typeof PersonStanding>;

/** Empty names stand for people without a firm, branch or supervisor. */
export const CreditFilters = z.object({
  state: z.optional(CreditState),
  text: z.optional(ListText),
  needId: z.optional(z.uuid()),
  firm: z.optional(z.string().check(z.maxLength(MAX_FACT))),
  branch: z.optional(z.string().check(z.maxLength(MAX_FACT))),
  supervisor: z.optional(z.string().check(z.maxLength(MAX_NAME))),
  year: z.optional(QueryYear),
});
export type CreditFilters = z.infer<typeof CreditFilters>;

/** How many of these standings there are, and of how many something is missing. All add up to `all` and `missing`. */
const CreditShare = z.object({ name: z.nullable(z.string()), all: z.int(), missing: z.int() });
export type CreditShare = z.infer<typeof CreditShare>;

/** By due date, topic and name; with the numbers of everybody, whatever the filters. */
export const listPersonStandings = endpoint({
  method: 'GET',
  path: '/api/v1/studio/credits',
  summary: 'Who still lacks which credits',
  ...overseers,
  query: z.extend(CreditFilters, { page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: z.extend(page(PersonStanding), {
    counts: z.object({ all: z.int(), missing: z.int(), overdue: z.int() }),
    needs: z.array(z.extend(CreditShare, { id: z.uuid() })),
    firms: z.array(CreditShare),
    branches: z.array(CreditShare),
    supervisors: z.array(CreditShare),
    /** To how many people of the filtered list a reminder would go. */
    reminds: z.int(),
    /** How many of them also get an email. */
    remindsByMail: z.int(),
  }),
});
/** The filtered list as a file; `filters` is a query string. */
export const creditsExportPath = (format: 'csv' | 'xlsx', filters = ''): string =>
  `/api/v1/studio/credits.${format}${filters}`;

/** The record to which the number of a certificate leads, as it is now. */
export const CertificateRecord = z.object({
  number: CertificateNumber,
  person: z.object({ id: z.uuid(), name: z.string(), email: z.nullable(z.string()) }),
  /** Of the event. */
  title: z.string(),
  day: z.iso.date(),
  lines: z.array(z.extend(CreditTopic, { hours: HoursText })),
  /** Who noted that the person was there, and when; null once the event has been permanently deleted. */
  notedBy: z.nullable(z.string()),
  notedAt: z.nullable(z.iso.datetime()),
});
export type CertificateRecord = z.infer<typeof CertificateRecord>;

/** Throws `not_found` for a number that was never given, or whose credits were taken back. */
export const getCertificateRecord = endpoint({
  method: 'GET',
  path: '/api/v1/studio/credits/certificates/:number',
  summary: 'The record to which the number of a certificate leads',
  ...overseers,
  params: z.object({ number: CertificateNumber }),
  response: CertificateRecord,
});

/**
 * Reminds everyone in the filtered list who lacks something this year. Idempotent by `id`. Throws `conflict` if it
 * would reach another number of `people` than the caller saw.
 */
export const remindCredits = endpoint({
  method: 'POST',
  path: '/api/v1/studio/credits/reminders',
  summary: 'Reminds people of the credits that they lack',
  ...overseers,
  body: z.object({
    id: z.uuid(),
    people: z.int(),
    filters: z.pick(CreditFilters, {
      state: true,
      text: true,
      needId: true,
      firm: true,
      branch: true,
      supervisor: true,
    }),
  }),
  response: z.object({ people: z.int() }),
});
