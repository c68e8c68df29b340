import { z } from 'zod/mini';
import { DayInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';
import { ListText } from '../base/paging.ts';

/** Entries on a page. */
export const AUDIT_PAGE_SIZE = 50;
/** A filter by text reads the entries of at most this many people, or items and people. */
export const MAX_AUDIT_MATCHES = 500;

const EntryNumber = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

/** Which entries: all without any. */
export const AuditFilters = z.object({
  /** Names or address of who did it. */
  who: z.optional(ListText),
  actorId: z.optional(z.uuid()),
  /** An action such as `news.published`, or `news` for every action about news. */
  action: z.optional(z.string().check(z.regex(/^[a-z][a-z-]{0,39}(?:\.[a-z][a-z-]{0,79})?$/))),
  /** Title of an item, or names or address of a person, that it was done to. */
  text: z.optional(ListText),
  objectId: z.optional(z.string().check(z.regex(/^[\w.:-]{1,100}$/))),
  /** Days in the firm's time zone. */
  from: z.optional(DayInput),
  until: z.optional(DayInput),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

const AuditEntry = z.object({
  /** The number in the chain. */
  id: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  /** Null if the system did it, or somebody unknown. */
  actor: z.nullable(z.object({ id: z.uuid(), name: z.nullable(z.string()) })),
  object: z.nullable(
    z.object({
      id: z.nullable(z.string()),
      kind: z.string(),
      /** Title or name, if it still exists. */
      name: z.nullable(z.string()),
      /** Whether its page is one of the studio, one of the administration, or it has none. */
      page: z.nullable(z.enum(['Item', 'Person'])),
    }),
  ),
  details: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/v1/admin/audit',
  summary: 'Entries of the audit log that match the filters, newest first, from a number on',
  access: 'admin',
  query: z.extend(AuditFilters, { before: z.optional(EntryNumber) }),
  response: z.object({
    items: z.array(AuditEntry),
    /** The `before` of the next page; null on the last one. */
    older: z.nullable(z.string()),
    /** Whether a text matches more people or items than a filter reads. */
    isCut: z.boolean(),
  }),
});

export const getAuditLog = endpoint({
  method: 'GET',
  path: '/api/v1/admin/audit-log',
  summary: 'The audit log: its size, the actions in it, and the latest verification of its chain',
  access: 'admin',
  response: z.object({
    entries: z.int(),
    actions: z.array(z.string()),
    /** Null until the first verification. */
    check: z.nullable(
      z.object({
        checkedAt: z.iso.datetime(),
        /** Entries up to this one were verified. */
        lastId: z.int(),
        /** When all of them were verified at once; null if it has not happened. */
        wholeAt: z.nullable(z.iso.datetime()),
        /** The first entry that is missing or was changed. */
        brokenId: z.nullable(z.int()),
      }),
    ),
  }),
});

/** Path of the entries as CSV; the browser's token cookies authorize it. `filters` is a query string. */
export const auditExportPath = (filters = ''): string => `/media/audit-log.csv${filters}`;
