import { join } from 'node:path';
import { z } from 'zod/mini';
import { Category } from '@portico/kinds/itemParts';
import { AudienceRule } from '@portico/kinds/audience';
import { AdvisorType } from '@portico/kinds/advisorType';
import { problemsOf } from './problemsOf.ts';
import type { ImportReport } from './report.ts';
import { isTimeZone } from '@portico/kinds/timeZone';
import { MarkdownOrParts, SourceId, readIfThere } from './sourceLines.ts';

const Instant = z.iso.datetime();

const Registration = z.strictObject({ capacity: z.optional(z.int()), closesAt: z.optional(Instant) });

/**
 * What a collection sets for an item without editing its line. Dates are those of the original collection, before they
 * are moved, as in the lines.
 */
export const ItemSettings = z.strictObject({
  draft: z.optional(z.boolean()),
  publishedAt: z.optional(Instant),
  expiresAt: z.optional(Instant),
  audience: z.optional(z.array(AdvisorType)),
  /** An audience rule in addition to `audience`: `{"include": {"branch": ["Boston HQ"]}, "exclude": {}}`. */
  audienceRule: z.optional(AudienceRule),
  /** Id of a picture in images.jsonl that replaces the line's. */
  image: z.optional(SourceId),
  /** For an event: capacity and deadline of registration, time zone, and the texts shown before and after it. */
  registration: z.optional(Registration),
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'Not a time zone'))),
  preEventBody: z.optional(MarkdownOrParts),
  postEventBody: z.optional(MarkdownOrParts),
});
export type ItemSettings = z.infer<typeof ItemSettings>;

/** `settings.json` of a collection. */
export const CollectionSettings = z.strictObject({
  /** Whether to move all dates to today; the command line takes precedence. */
  shiftDates: z.optional(z.boolean()),
  /**
   * The day that the collection is written for, `yyyy-MM-dd`. Dates move by whole weeks so that this day falls on the
   * day of the first import or at most six days before it, and texts can contain dates that move along, such as `{{date
   * 2026-12-03}}`.
   */
  anchorDate: z.optional(z.iso.date()),
  /** The time zone in which moved dates keep their wall-clock time. */
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'Not a time zone'))),
  /** Categories that replace those of the lines, by the name in the lines. */
  categoryNames: z.optional(z.record(z.string(), Category)),
  /** Events from these sources take registrations with this capacity and deadline, unless an item sets its own. */
  registration: z.optional(z.record(z.string(), Registration)),
  items: z.optional(z.record(SourceId, ItemSettings)),
});
export type CollectionSettings = z.infer<typeof CollectionSettings>;

/** Reads a JSON file of the folder; undefined if it does not exist, or does not match its schema, which is reported. */
export async function readJson<Schema extends z.ZodMiniType>(
  folder: string,
  file: string,
  schema: Schema,
  report: ImportReport,
): Promise<z.infer<Schema> | undefined> {
  const bytes = await readIfThere(join(folder, file));
  if (bytes === undefined) return undefined;
  try {
    const parsed = z.safeParse(schema, JSON.parse(bytes.toString('utf8')));
    if (parsed.success) return parsed.data;
    report.reject({ file, reason: problemsOf(parsed.error) });
  } catch (error) {
    report.reject({ file, reason: `not JSON: ${(error as Error).message}` });
  }
  return undefined;
}
