import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import {
  MAX_CATEGORIES,
  MAX_CATEGORY_LENGTH,
  MAX_DEPARTMENT,
  MAX_DESCRIPTION,
  MAX_JOIN_LINK,
  MAX_TITLE,
} from '@portico/kinds/itemParts';
import { detailNames, type ItemFields, type PlainField } from '@portico/kinds/itemFields';
import { choiceOf, schemasFor, type PlainDetailShape } from '@portico/kinds/fieldSchemas';
import { fieldsOf } from '@portico/kinds/items';
import { ownSchemas } from '@portico/kinds/itemSchemas';
import { MAX_ALT, MAX_CREDIT, PictureFocus } from '@portico/kinds/media';
import { problemsOf } from './problemsOf.ts';
import type { ImportReport } from './report.ts';

/** Text that a database and a browser can store: no NUL, no lone surrogates. */
const storable = (value: string) => value.toWellFormed().replaceAll('\u0000', '\uFFFD');
const text = (max: number) => z.pipe(z.string().check(z.maxLength(max)), z.transform(storable));
/** A line of plain text; HTML entities left over from the source are decoded, and don't count. */
const line = (max: number) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) => resolveEntities(storable(value)).replace(/\s+/g, ' ').trim()),
    ),
    z.string().check(z.maxLength(max)),
  );
const filled = (max: number) => line(max).check(z.minLength(1, 'It is empty'));
const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((value) => new Date(value).toISOString()),
);
const httpAddress = z.url({ protocol: /^https?$/ });

export const SourceId = z
  .string()
  .check(z.maxLength(200), z.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, 'Not an id: letters, digits, - _ . only'));

/**
 * CommonMark with GFM tables, or a list of such texts and components. Components are as in pages.json, except that `id`
 * is optional.
 */
export const MarkdownOrParts = z.union([
  text(1_000_000),
  z.array(z.union([text(1_000_000), z.looseObject({ type: z.string() })])).check(z.maxLength(200)),
]);
export type MarkdownOrParts = z.infer<typeof MarkdownOrParts>;

/** The name of a file in the collection's folder; spaces and anything else that a file system accepts are allowed. */
export const fileName = z
  .string()
  .check(z.maxLength(255), z.regex(/^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u, 'It must be the name of a file, without a folder'));

/** The plain details of a kind. Older collections lack fields that were added later. */
function lineSchema(field: PlainField): z.ZodMiniType {
  if (field.is === 'texts') return z.optional(z.array(filled(field.maxLength)).check(z.maxLength(field.maxEntries)));
  if (field.is === 'text') return z.nullish(line(field.maxLength));
  if (field.is === 'instant') return z.nullish(instant);
  const choice = choiceOf(field.options);
  return field.isInEveryRevision ? choice : z.nullish(choice);
}
const lineShape = <Fields extends ItemFields>(fields: Fields) =>
  schemasFor(fields, detailNames(fields), lineSchema) as PlainDetailShape<Fields>;

const Article = z.object({
  id: SourceId,
  title: filled(MAX_TITLE),
  description: line(MAX_DESCRIPTION),
  categories: z.array(filled(MAX_CATEGORY_LENGTH)).check(z.maxLength(MAX_CATEGORIES)),
  publishedAt: instant,
  authorDepartment: z.nullish(line(MAX_DEPARTMENT)),
  /** Id of a picture in images.jsonl. */
  image: z.nullish(SourceId),
  /** Key of the publication that the text comes from. */
  source: z.nullish(line(80)),
  body: MarkdownOrParts,
});

export const NewsLine = Article;
export type NewsLine = z.infer<typeof NewsLine>;

export const EventLine = z
  .extend(Article, {
    startDate: instant,
    endDate: instant,
    ...lineShape(fieldsOf.event),
    /** Empty when nobody can join online. Without it, the first link in the text before or after the event is used. */
    joinLink: z.nullish(z.union([z.literal(''), httpAddress.check(z.maxLength(MAX_JOIN_LINK))])),
    /** What those who were there earn. */
    credits: ownSchemas.credits.complete,
    registrationUrl: z.nullish(httpAddress),
    /** Whom it is for, as text for people. */
    audience: z.nullish(line(300)),
    /** Name of a file of the event. */
    document: z.nullish(line(300)),
    timesInvented: z.optional(z.boolean()),
    postEventBody: z.nullish(MarkdownOrParts),
  })
  .check(
    z.refine((event) => event.endDate >= event.startDate, { error: 'It ends before it starts', path: ['endDate'] }),
  );
export type EventLine = z.infer<typeof EventLine>;

export const ResourceLine = z.extend(Article, lineShape(fieldsOf.resource));
export type ResourceLine = z.infer<typeof ResourceLine>;

export const DocumentLine = z.object({
  id: SourceId,
  title: filled(MAX_TITLE),
  description: z.optional(line(MAX_DESCRIPTION)),
  ...lineShape(fieldsOf.document),
  /** Name of the file in files/. */
  file: fileName,
  categories: z.array(filled(MAX_CATEGORY_LENGTH)).check(z.maxLength(MAX_CATEGORIES)),
  publishedAt: instant,
  source: z.nullish(line(80)),
  /** Only used inside other items, such as a video or its captions; not shown in any list. */
  isAsset: z.optional(z.boolean()),
});
export type DocumentLine = z.infer<typeof DocumentLine>;

export const ImageLine = z.object({
  id: SourceId,
  file: fileName,
  alt: line(MAX_ALT),
  credit: z.nullish(line(MAX_CREDIT)),
  /** The part that stays in view when the picture is cropped. */
  focus: z.nullish(PictureFocus),
  origin: z.nullish(line(1000)),
});
export type ImageLine = z.infer<typeof ImageLine>;

/** A record with its position, for the report. */
export interface Numbered<Record> {
  file: string;
  line: number;
  record: Record;
}

const MarkedAsStored = z.looseObject({ asStored: z.literal(true) });

/** The bytes of a file, or undefined if it does not exist. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Where lines as a portal stored them go, and what they have to be. */
interface AsStored<Schema extends z.ZodMiniType<{ id: string }>> {
  schema: Schema;
  lines: Array<Numbered<z.infer<Schema>>>;
}

/**
 * The records of a JSON Lines file, without those as a portal stored them, which are added to `asStored`. Invalid
 * lines are reported and skipped, and so are lines with an id that this file or another one has used before (`ids`).
 * Undefined if the folder has no such file.
 */
export async function readLines<
  Schema extends z.ZodMiniType<{ id: string }>,
  Stored extends z.ZodMiniType<{ id: string }>,
>(
  folder: string,
  file: string,
  schema: Schema,
  { ids, report, asStored }: { ids: Set<string>; report: ImportReport; asStored?: AsStored<Stored> },
): Promise<Array<Numbered<z.infer<Schema>>> | undefined> {
  const bytes = await readIfThere(join(folder, file));
  if (bytes === undefined) return undefined;
  const records: Array<Numbered<z.infer<Schema>>> = [];
  for (const [index, part] of splitLines(bytes).entries()) {
    const source = { file, line: index + 1 };
    const json = parseJson(part);
    if (json === undefined) continue;
    const id =
      json.value === null || typeof json.value !== 'object' || !('id' in json.value)
        ? undefined
        : String(json.value.id).slice(0, 200);
    if (json.problem) report.reject({ ...source, reason: json.problem });
    else {
      const isAsStored = asStored !== undefined && z.safeParse(MarkedAsStored, json.value).success;
      const parsed = z.safeParse<z.ZodMiniType<{ id: string }>>(isAsStored ? asStored.schema : schema, json.value);
      if (!parsed.success) report.reject({ ...source, id, reason: problemsOf(parsed.error) });
      else if (ids.has(parsed.data.id)) report.reject({ ...source, id, reason: 'another item has this id already' });
      else {
        ids.add(parsed.data.id);
        if (isAsStored) asStored.lines.push({ ...source, record: parsed.data as z.infer<Stored> });
        else records.push({ ...source, record: parsed.data as z.infer<Schema> });
      }
    }
  }
  return records;
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = bytes.subarray(0, 3).equals(Buffer.from('\uFEFF')) ? 3 : 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start);
    lines.push(bytes.subarray(start, end === -1 ? bytes.length : end));
    start = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}

/** Undefined for an empty line. */
function parseJson(bytes: Buffer): { value: unknown; problem?: string } | undefined {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    return content === '' ? undefined : { value: JSON.parse(content) as unknown };
  } catch (error) {
    return { value: undefined, problem: error instanceof SyntaxError ? 'not a line of JSON' : 'not UTF-8' };
  }
}

const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

function resolveEntities(value: string): string {
  return value.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return namedEntities[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
      return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
    },
  );
}
