import { join } from 'node:path';
import { z } from 'zod/mini';
import { Category } from '@portico/contracts/content';
import { AudienceRule } from '@portico/contracts/audience';
import { AdvisorType } from '@portico/contracts/users';
import { problemsOf } from './problemsOf.ts';
import type { ImportReport } from './report.ts';
import { isTimeZone } from '@portico/server/content/timeZone';
import { MarkdownOrParts, SourceId, readIfThere } from './sourceLines.ts';

const Instant = z.iso.datetime();

const Registration = z.strictObject({ capacity: z.optional(z.int()), closesAt: z.optional(Instant) });

/**
 * What a collection says about items without editing their lines. Dates are in the collection's own time, as in the
 * lines.
 */
export const ItemSettings = z.strictObject({
  draft: z.optional(z.boolean()),
  publishedAt: z.optional(Instant),
  expiresAt: z.optional(Instant),
  audience: z.optional(z.array(AdvisorType)),
  /** Who may see it besides: `{"include": {"branch": ["Boston HQ"]}, "exclude": {}}`. */
  audienceRule: z.optional(AudienceRule),
  /** Id of a picture in images.jsonl, instead of the line's. */
  image: z.optional(SourceId),
  /** Of an event: its places, when registration ends, where it is, and texts for before and after signing up. */
  registration: z.optional(Registration),
  timeZone: z.optional(z.string()),
  preEventBody: z.optional(MarkdownOrParts),
  postEventBody: z.optional(MarkdownOrParts),
});
export type ItemSettings = z.infer<typeof ItemSettings>;

/** `settings.json` of a collection. */
export const CollectionSettings = z.strictObject({
  /** Move all dates so that the collection is of today, unless the command line says otherwise. */
  shiftDates: z.optional(z.boolean()),
  /**
   * The day that the collection is written for, `yyyy-MM-dd`. Dates move by whole weeks so that this day is the day of
   * the first import or at most six days before it, and texts may hold dates that move along, such as `{{date
   * 2026-12-03}}`.
   */
  anchorDate: z.optional(z.iso.date()),
  /** Where the wall clock of moved dates is read. */
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'Not a time zone'))),
  /** Categories by the name in the lines, where another name is better. */
  categoryNames: z.optional(z.record(z.string(), Category)),
  /** Events of these sources take registrations, with so many places unless an item says otherwise. */
  registration: z.optional(z.record(z.string(), Registration)),
  items: z.optional(z.record(SourceId, ItemSettings)),
});
export type CollectionSettings = z.infer<typeof CollectionSettings>;

/** A JSON file of the folder by its schema; undefined when it is not there, or rejected in the report. */
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
