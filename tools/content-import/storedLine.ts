import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/mini';
import { blankFields } from '@portico/authoring/blankDraft';
import { ContentFields, treeNames, type ItemContent, type TreeName } from '@portico/contracts/studio/draft';
import { isShallow, isStorable } from '@portico/kinds/content';
import { CreatorInfo, MAX_FILE_NAME } from '@portico/kinds/itemParts';
import { fieldNames, fields, fieldsOf, itemKinds, type FieldName } from '@portico/kinds/items';
import type { ContentKind } from '@portico/server/content/details';
import type { RevisionContent } from '@portico/server/content/storedContent';
import type { StoredFile } from '@portico/server/media/files/files';
import type { PlannedItem } from './plannedItems.ts';
import { problemsOf } from './problemsOf.ts';
import { fileName, SourceId, type Numbered } from './sourceLines.ts';

/** A SHA-256 digest in hexadecimal. */
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 digest'));

/** What the library of pictures and files says about one. */
export const LibraryEntry = z.strictObject({
  name: z.string().check(z.maxLength(255)),
  alt: z.nullable(z.string().check(z.maxLength(500))),
  credit: z.string().check(z.maxLength(200)),
  license: z.string().check(z.maxLength(200)),
  source: z.string().check(z.maxLength(300)),
  labels: z.array(z.string()).check(z.maxLength(10)),
});
export type LibraryEntry = z.infer<typeof LibraryEntry>;

/** The file of a document: its name in files/, the name that readers see, and its digest. */
export const StoredLineFile = z.strictObject({
  name: fileName,
  fileName: z.string().check(z.minLength(1), z.maxLength(MAX_FILE_NAME)),
  sha256: Sha256,
  library: z.optional(LibraryEntry),
});
export type StoredLineFile = z.infer<typeof StoredLineFile>;

/**
 * A line with `"asStored": true`, as `content:export` writes it: an item with the portal's own id, every field and
 * component as the portal stores them. Nothing in it is decoded, moved to other dates or looked up. Fields that are
 * blank are left out.
 */
export const StoredLine = z
  .looseObject({
    id: z.uuid(),
    asStored: z.literal(true),
    kind: z.enum([...itemKinds, 'asset']),
    /** The id that an earlier import used. */
    externalId: z.optional(SourceId),
    isDraft: z.optional(z.boolean()),
    creator: CreatorInfo,
    provenance: z.optional(z.record(z.string(), z.unknown())),
    file: z.optional(StoredLineFile),
    /** The item whose readers this file has. */
    attachedTo: z.optional(z.uuid()),
  })
  .check(
    z.refine(isShallow, { error: 'It is nested too deeply', abort: true }),
    z.refine(isStorable, 'A text contains a character that cannot be stored'),
  );
export type StoredLine = z.infer<typeof StoredLine>;

/** The names of fields and component trees in lines, where they differ from the portal's. */
const wordsOfLines: Partial<Record<FieldName | TreeName, string>> = {
  header: 'title',
  startsAt: 'startDate',
  endsAt: 'endDate',
  components: 'body',
  preEventData: 'preEventBody',
  postEventData: 'postEventBody',
};
const inLines = (name: FieldName | TreeName): string => wordsOfLines[name] ?? name;

/** Revisions of every kind have all columns, but only those of events have times. The file is written apart. */
function fieldNamesOf(kind: ContentKind): FieldName[] {
  const own = fieldsOf[kind === 'asset' ? 'document' : kind];
  const isShared = (name: FieldName) => 'isColumn' in fields[name] && name !== 'startsAt' && name !== 'endsAt';
  return fieldNames.filter((name) => name !== 'file' && (name in own || isShared(name)));
}

const ownNames = new Set(Object.keys(StoredLine.shape));

interface ExportedItem {
  id: string;
  kind: ContentKind;
  externalId: string | null;
  isDraft: boolean;
  attachedTo: string | null;
  file: StoredLineFile | undefined;
  content: RevisionContent;
}

/** The line of an item; the same item always has the same line. */
export function lineOf({ id, kind, externalId, isDraft, attachedTo, file, content }: ExportedItem): StoredLine {
  const written = [
    ...fieldNamesOf(kind)
      .filter((name) => !isDeepStrictEqual(content.fields[name], blankFields[name]))
      .map((name) => [inLines(name), content.fields[name]]),
    ...treeNames.filter((name) => content.trees[name].length > 0).map((name) => [inLines(name), content.trees[name]]),
  ];
  return {
    id,
    asStored: true,
    kind,
    ...(externalId === null ? {} : { externalId }),
    ...(isDraft ? { isDraft } : {}),
    ...(Object.fromEntries(written) as Record<string, unknown>),
    ...(file ? { file } : {}),
    ...(attachedTo === null ? {} : { attachedTo }),
    creator: content.creatorInfo,
    ...(Object.keys(content.provenance).length > 0 ? { provenance: content.provenance } : {}),
  };
}

/** A line that can't be stored. The message is for the report. */
export class UnusableLine extends Error {
  override name = 'UnusableLine';
}

const Tree = z.array(z.looseObject({ id: z.string(), type: z.string() }));
const Trees = z.object({ components: Tree, preEventData: Tree, postEventData: Tree });

/** The item of a line, whose file is `file`. It is validated when it is stored. Throws UnusableLine. */
export function plannedAsStored(
  { file: source, line, record }: Numbered<StoredLine>,
  file: StoredFile | undefined,
): PlannedItem {
  const { id, kind, externalId, isDraft = false, creator, provenance = {} } = record;
  const names = [...fieldNamesOf(kind), ...(kind === 'event' ? treeNames : (['components'] as const))];
  const known = new Map(names.map((name) => [inLines(name), name]));
  const unknown = Object.keys(record).find((name) => !known.has(name) && !ownNames.has(name));
  if (unknown !== undefined) throw new UnusableLine(`an item of kind ${kind} has no “${unknown}”`);
  const given = Object.fromEntries([...known].map(([inLine, name]) => [name, record[inLine]]));
  const written = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const parsed = z.safeParse(z.object({ fields: ContentFields, trees: Trees }), {
    fields: { ...blankFields, ...written, file: file ?? null },
    trees: { components: [], preEventData: [], postEventData: [], ...written },
  });
  if (!parsed.success) throw new UnusableLine(problemsOf(parsed.error));
  const content = parsed.data as unknown as ItemContent;
  return {
    kind,
    itemId: id,
    key: id,
    externalId,
    isDraft,
    content: { ...content, creatorInfo: creator, provenance },
    file: source,
    line,
  };
}
