import { stringifySearch } from '../../../routing/searchParams.ts';
import type { AuditQuery } from './audit.queries.ts';

/** Which values the address can have; others are ignored, so that a mistyped address shows the log. */
const patterns = {
  who: /\S/,
  actorId: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  action: /^[a-z][a-z-]{0,39}(?:\.[a-z][a-z-]{0,79})?$/,
  text: /\S/,
  objectId: /^[\w.:-]{1,100}$/,
  from: /^\d{4}-\d\d-\d\d$/,
  until: /^\d{4}-\d\d-\d\d$/,
  before: /^[1-9]\d{0,14}$/,
} satisfies Record<keyof AuditQuery, RegExp>;

/** The filters in the address. The router reads digits as a number. */
export function readAuditQuery(search: Record<string, unknown>): AuditQuery {
  return Object.fromEntries(
    Object.entries(patterns).flatMap(([name, pattern]) => {
      const value = search[name];
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && pattern.test(text) ? [[name, text]] : [];
    }),
  );
}

export const auditHref = (query: AuditQuery): string => `/admin/audit${stringifySearch(query)}`;
