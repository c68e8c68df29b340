import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** Days of the periods that can be chosen. */
export const insightPeriods = ['7', '30', '90', '365'] as const;
export const InsightPeriod = z.enum(insightPeriods);
export type InsightPeriod = z.infer<typeof InsightPeriod>;
/** Terms of one response, those searched for most first. */
export const MAX_LISTED_TERMS = 200;

/** Null for a count from 1 to MIN_SHOWN_COUNT - 1. */
const Count = z.nullable(z.int());

export const InsightKind = z.enum(['All', 'Unanswered']);
export type InsightKind = z.infer<typeof InsightKind>;

const SearchedTerm = z.object({
  /** As search compares it: in small letters, without accents. */
  term: z.string(),
  searches: Count,
  /** Searches that found nothing the reader may see. */
  unanswered: Count,
  isPinned: z.boolean(),
  isAbbreviation: z.boolean(),
});
export type SearchedTerm = z.infer<typeof SearchedTerm>;

export const InsightQuery = z.object({ days: InsightPeriod, kind: InsightKind });
export type InsightQuery = z.infer<typeof InsightQuery>;

export const SearchInsights = z.object({
  /** Days in the firm's time zone, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  searches: Count,
  unanswered: Count,
  /** Every day of the period, or every week of one of a year, by its first day. */
  steps: z.array(z.object({ from: z.iso.date(), searches: Count, unanswered: Count })),
  terms: z.array(SearchedTerm),
  hasMore: z.boolean(),
});
export type SearchInsights = z.infer<typeof SearchInsights>;

export const getSearchInsights = endpoint({
  method: 'GET',
  path: '/api/v1/studio/insights/searches',
  summary: 'What readers searched for in a period, and what found nothing',
  access: 'studio',
  isHidden: true,
  query: InsightQuery,
  response: SearchInsights,
});

/** The terms of a period as a file; without a format, its query parameters follow. */
export const searchInsightsExportPath = (format: 'csv' | 'xlsx', query = ''): string =>
  `/api/v1/studio/insights/searches.${format}${query}`;
