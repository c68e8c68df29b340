import { isEmptyRule } from '@portico/authoring/audience';
import { blankFields } from '@portico/authoring/blankDraft';
import { completeDraft } from '@portico/authoring/completeComponent';
import { copyComponent } from '@portico/authoring/copyComponent';
import { walkComponents, type ContentComponent } from '@portico/kinds/content';
import type { CreatorInfo } from '@portico/kinds/itemParts';
import { fieldNames, fields as allFields, type FieldName } from '@portico/kinds/items';
import { hasVisibleText } from '@portico/kinds/typedText';
import type { Draft, DraftFields, StudioKind } from '@portico/contracts/studio/draft';
import { defaultWidgets } from '@portico/kinds/items/home/shape';
import { detailsOf } from '../../content/details.ts';
import type { ContentDraft } from '../../content/publication.ts';

type Details = Record<string, unknown>;

/**
 * The details of a kind that are fields of a draft. Others, such as the import source of an item, stay with the
 * revision.
 */
const detailNames = (kind: StudioKind): FieldName[] => fieldNames.filter((name) => name in detailsOf[kind].shape);

/** The content of a revision as a draft. */
export function draftOf(kind: StudioKind, content: ContentDraft): Draft {
  const details = content.details;
  const fields: Record<string, unknown> = { ...blankFields };
  for (const name of Object.keys(blankFields)) if (name in content) fields[name] = content[name as keyof ContentDraft];
  for (const name of detailNames(kind)) fields[name] = details[name] ?? blankFields[name];
  if (kind === 'home') fields['widgets'] = details['widgets'] ?? defaultWidgets;
  if (kind === 'event' && details['registration']) {
    const { capacity, closesAt } = details['registration'] as { capacity?: number | null; closesAt?: string | null };
    fields['registration'] = { capacity: capacity ?? null, closesAt: closesAt ?? null };
  }
  if (kind === 'document') {
    const { fileId, fileName, format, bytes } = details;
    fields['file'] = { fileId, fileName, format, bytes };
  }
  const treeOf = (name: string) => (kind === 'event' ? ((details[name] ?? []) as ContentComponent[]) : []);
  return completeDraft({
    fields: fields as DraftFields,
    trees: withUniqueIds({
      components: content.components,
      preEventData: treeOf('preEventData'),
      postEventData: treeOf('postEventData'),
    }),
  });
}

/** Imported trees of one item can contain the same ids; a draft needs unique ones. */
function withUniqueIds(trees: Draft['trees']): Draft['trees'] {
  const known = new Set<string>();
  const unique = (components: ContentComponent[]): ContentComponent[] =>
    components.map((component) => {
      const ids = [...walkComponents([component])].map((found) => found.component.id);
      const own = ids.some((id) => known.has(id)) ? copyComponent(component) : component;
      for (const found of walkComponents([own])) known.add(found.component.id);
      return own;
    });
  return {
    components: unique(trees.components),
    preEventData: unique(trees.preEventData),
    postEventData: unique(trees.postEventData),
  };
}

/**
 * The draft as the content of the next revision, which can be invalid. Details without a field are copied from
 * `before`, the latest revision.
 */
export function contentOf(
  kind: StudioKind,
  { fields, trees }: Draft,
  { before, creatorInfo, now }: { before: Details; creatorInfo: CreatorInfo; now: Date },
): ContentDraft {
  const details: Details = { ...before };
  for (const name of detailNames(kind)) {
    const value = fields[name];
    // Nobody sees a plain text without a visible character.
    details[name] = allFields[name].is === 'text' && !hasVisibleText(String(value ?? '')) ? null : value;
  }
  if (kind === 'document') Object.assign(details, fields.file);
  if (kind === 'event') {
    details['preEventData'] = trees.preEventData.length > 0 ? trees.preEventData : null;
    details['postEventData'] = trees.postEventData.length > 0 ? trees.postEventData : null;
    if (fields.joinLink !== null) details['joinLink'] = fields.joinLink.trim();
    if (fields.timeZone === null) delete details['timeZone'];
  }
  const isTimed = kind === 'event';
  return {
    header: fields.header.trim(),
    description: fields.description.trim(),
    categories: fields.categories,
    audience: fields.audience,
    ...(isEmptyRule(fields.audienceRule) ? {} : { audienceRule: fields.audienceRule }),
    publishedAt: fields.publishedAt ?? now.toISOString(),
    expiresAt: fields.expiresAt,
    startsAt: isTimed ? fields.startsAt : null,
    endsAt: isTimed ? fields.endsAt : null,
    authorDepartment: fields.authorDepartment,
    creatorInfo,
    image: fields.image,
    components: kind === 'document' ? [] : trees.components,
    details,
  };
}
