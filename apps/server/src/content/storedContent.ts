import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { blankFields } from '@portico/authoring/blankDraft';
import { treeNames, type ContentFields, type ItemContent } from '@portico/contracts/studio/draft';
import type { Audience } from '@portico/kinds/audience';
import { ComponentTree } from '@portico/kinds/content';
import type { CreditLine } from '@portico/kinds/credits';
import { CreatorInfo } from '@portico/kinds/itemParts';
import {
  fieldNames,
  fields as allFields,
  fieldsOf,
  itemKinds,
  type FieldName,
  type ItemKind,
} from '@portico/kinds/items';
import { StudioFile } from '@portico/kinds/items/document/schemas';
import { completeFields } from '@portico/kinds/itemSchemas';
import type { ImageRef } from '@portico/kinds/media';
import { hasVisibleText } from '@portico/kinds/typedText';
import { Instant, storedJson } from '../db/rows.ts';
import { PortalError } from '../errors.ts';
import { audienceOf, ruleColumn, storedAudience } from '../visibility/audienceRules.ts';
import type { ContentKind } from './details.ts';
import { patternIssues } from './fieldPatterns.ts';

/*
 * The content of an item as a revision: complete, with some fields in columns and all others in details.
 */

/** What a revision consists of. */
export interface RevisionContent extends ItemContent {
  creatorInfo: CreatorInfo;
  /** What only an import knows, such as where it found the item. It stays when editors change the item. */
  provenance: Record<string, unknown>;
}

const columnsOfRevision = (
  components: RawBuilder<unknown>,
  details: RawBuilder<unknown>,
) => sql`rev.id as "revisionId", rev.number, rev.header, rev.description, rev.categories, rev.audience, ${ruleColumn('rev')} as rule,
  rev.published_at as "publishedAt", rev.expires_at as "expiresAt", rev.starts_at as "startsAt", rev.ends_at as "endsAt",
  rev.author_department as "authorDepartment", rev.creator_kind as "creatorKind", rev.creator_name as "creatorName",
  rev.image, ${components} as components, ${details} as details`;

/** Columns of a RevisionRow, from a row of `content_revisions` called `rev`. */
export const revisionColumns = columnsOfRevision(sql`rev.components`, sql`rev.details`);
/** The same without components, which can be large. */
export const revisionColumnsWithoutTrees = columnsOfRevision(
  sql`case when rev.id is not null then '[]'::jsonb end`,
  sql`rev.details - '{preEventData,postEventData}'::text[]`,
);

/** The same, with components only where the condition does not hold. */
export const revisionColumnsUnless = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  columnsOfRevision(
    sql`case when rev.id is null then null when ${condition} then '[]'::jsonb else rev.components end`,
    sql`case when ${condition} then rev.details - '{preEventData,postEventData}'::text[] else rev.details end`,
  );

export const RevisionRow = z.object({
  revisionId: z.uuid(),
  number: z.int(),
  header: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  audience: z.array(z.string()),
  rule: z.nullable(storedJson<Audience>()),
  publishedAt: Instant,
  expiresAt: z.nullable(Instant),
  startsAt: z.nullable(Instant),
  endsAt: z.nullable(Instant),
  authorDepartment: z.nullable(z.string()),
  creatorKind: z.string(),
  creatorName: z.nullable(z.string()),
  image: z.nullable(storedJson<ImageRef>()),
  components: storedJson<ComponentTree>(),
  details: storedJson<Record<string, unknown>>(),
});
export type RevisionRow = z.infer<typeof RevisionRow>;

/** Assets have the fields of documents. */
const itemKindOf = (kind: ContentKind): ItemKind => (kind === 'asset' ? 'document' : kind);

/** The fields of a kind that are details of its revisions. */
const detailNames = (kind: ContentKind): FieldName[] =>
  fieldNames.filter((name) => name in fieldsOf[itemKindOf(kind)] && !('isColumn' in allFields[name]));

const fileParts = Object.keys(StudioFile.shape);

const pick = (values: object, isWanted: (name: string, value: unknown) => boolean): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => isWanted(name, value)));

/** The content of a stored revision. Instants have milliseconds, as the contract requires. */
export function contentOf(kind: ContentKind, { details, ...row }: RevisionRow): RevisionContent {
  const instant = (value: string | null) => value && new Date(value).toISOString();
  const { registration, ...own } = Object.fromEntries(
    detailNames(kind).map((name) => [name, details[name] ?? blankFields[name]]),
  ) as Partial<ContentFields>;
  const treeOf = (name: string) => (kind === 'event' ? ((details[name] ?? []) as ComponentTree) : []);
  const isField = (name: string) => [...detailNames(kind), ...treeNames, ...fileParts].includes(name);
  return {
    fields: {
      ...blankFields,
      ...own,
      ...('file' in own ? { file: pick(details, (name) => fileParts.includes(name)) as StudioFile } : {}),
      // Imports can leave out either.
      ...(registration ? { registration: { ...noLimits, ...registration } } : {}),
      header: row.header,
      description: row.description,
      categories: row.categories,
      ...audienceOf(row.audience, row.rule),
      publishedAt: instant(row.publishedAt),
      expiresAt: instant(row.expiresAt),
      startsAt: instant(row.startsAt),
      endsAt: instant(row.endsAt),
      authorDepartment: row.authorDepartment,
      image: row.image,
    },
    trees: {
      components: row.components,
      preEventData: treeOf('preEventData'),
      postEventData: treeOf('postEventData'),
    },
    creatorInfo: {
      kind: row.creatorKind as CreatorInfo['kind'],
      ...(row.creatorName === null ? {} : { name: row.creatorName }),
    },
    provenance: pick(details, (name) => !isField(name)),
  };
}

const noLimits = { capacity: null, closesAt: null };

/** The columns of a revision that its content decides. A rule must be stored before a row refers to it. */
export function revisionValues(kind: ContentKind, { fields, trees, creatorInfo, provenance }: RevisionContent) {
  const own = Object.fromEntries(detailNames(kind).map((name) => [name, fields[name]])) as Partial<ContentFields>;
  const { file, ...details } = own;
  const orNull = (tree: ComponentTree) => (kind === 'event' && tree.length > 0 ? tree : null);
  const cards = { preEventData: orNull(trees.preEventData), postEventData: orNull(trees.postEventData) };
  const isEvent = kind === 'event';
  return {
    header: fields.header,
    description: fields.description,
    categories: fields.categories,
    audience: storedAudience(fields),
    published_at: fields.publishedAt!,
    expires_at: fields.expiresAt,
    starts_at: isEvent ? fields.startsAt : null,
    ends_at: isEvent ? fields.endsAt : null,
    author_department: fields.authorDepartment,
    creator_kind: creatorInfo.kind,
    creator_name: creatorInfo.name ?? null,
    image: fields.image && JSON.stringify(fields.image),
    components: JSON.stringify('file' in own ? [] : trees.components),
    // Earlier versions of the portal expect no value rather than null.
    details: JSON.stringify(pick({ ...provenance, ...details, ...file, ...cards }, (_, value) => value !== null)),
    file_id: file?.fileId ?? null,
  };
}

const EventTime = z.iso.datetime('An event needs a start and an end');

/** Complete content by kind: the fields and trees that readers get. */
const completeContent = Object.fromEntries(
  itemKinds.map((kind) => [
    kind,
    z
      .object({
        ...completeFields(kind),
        publishedAt: z.iso.datetime(),
        expiresAt: z.nullable(z.iso.datetime()),
        startsAt: kind === 'event' ? EventTime : z.nullable(EventTime),
        endsAt: kind === 'event' ? EventTime : z.nullable(EventTime),
        components: ComponentTree,
        preEventData: ComponentTree,
        postEventData: ComponentTree,
        creatorInfo: CreatorInfo,
      })
      .check(
        z.refine(
          ({ publishedAt, expiresAt }) => expiresAt === null || Date.parse(expiresAt) > Date.parse(publishedAt),
          'It must expire after it is published',
        ),
        z.refine(
          ({ startsAt, endsAt }) => endsAt === null || Date.parse(endsAt) >= Date.parse(startsAt ?? endsAt),
          'It must end after it starts',
        ),
      ),
  ]),
);

const trimmedLine = ({ program, state, subject, hours }: CreditLine): CreditLine => ({
  program: program.trim(),
  state: state.trim(),
  subject: subject.trim(),
  hours: hours.trim(),
});

/** Nobody sees spaces around a title, or a text without a visible character. */
function tidy(fields: ContentFields): ContentFields {
  const invisible = fieldNames.filter(
    (name) => allFields[name].is === 'text' && !hasVisibleText(String(fields[name] ?? '')),
  );
  return {
    ...fields,
    ...Object.fromEntries(invisible.map((name) => [name, null])),
    header: fields.header.trim(),
    description: fields.description.trim(),
    joinLink: fields.joinLink && fields.joinLink.trim(),
    credits: fields.credits.map(trimmedLine),
  };
}

/** The content as it is published. Throws `invalid_input` if something is missing or breaks the contract. */
export function complete(kind: ContentKind, content: RevisionContent): RevisionContent {
  const { creatorInfo, provenance } = content;
  const fields = tidy(content.fields);
  const parsed = z.safeParse(completeContent[itemKindOf(kind)]!, { ...fields, ...content.trees, creatorInfo });
  const issues = parsed.success
    ? patternIssues(parsed.data.components)
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  if (!parsed.success || issues.length > 0)
    throw new PortalError('invalid_input', 'The content is not valid.', { issues });
  const { components, preEventData, postEventData, ...values } = parsed.data;
  return {
    fields: { ...fields, ...pick(values, (name) => name in allFields) },
    trees: { components, preEventData, postEventData },
    creatorInfo,
    provenance,
  };
}
