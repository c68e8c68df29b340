import type { ContentKind } from '@portico/server/content/details';
import type { RevisionContent } from '@portico/server/content/storedContent';
import { contentWith } from '@portico/authoring/blankDraft';
import type { ContentFields, ItemContent } from '@portico/contracts/studio/draft';
import { detailNames, type ItemFields } from '@portico/kinds/itemFields';
import { fieldsOf, type ItemKind } from '@portico/kinds/items';
import type { StoredFile } from '@portico/server/media/files/files';
import { fromWire } from '@portico/kinds/items/event/wire';
import { itemIdOf } from './itemId.ts';
import { articleBody, highestHeadingOf } from './markup/articleBody.ts';
import { announcedAt, shifted, type DateShift } from './dates/dateShift.ts';
import type { References } from './references.ts';
import type { ImportReport } from './report.ts';
import type { CollectionSettings } from './settings.ts';
import type { DocumentLine, EventLine, MarkdownOrParts, NewsLine, Numbered, ResourceLine } from './sourceLines.ts';

/** An item as the portal should store it, with its position in the collection. */
export interface PlannedItem {
  kind: ContentKind;
  itemId: string;
  /** What the collection calls it; the item's id if the line is as a portal stored it. */
  key: string;
  externalId?: string | undefined;
  isDraft: boolean;
  content: RevisionContent;
  file: string;
  line?: number;
}

export interface Planning {
  settings: CollectionSettings;
  references: References;
  shift: DateShift | undefined;
  report: ImportReport;
}

export function plannedNews(numbered: Numbered<NewsLine>, planning: Planning): PlannedItem {
  const { id, source, publishedAt } = numbered.record;
  return plannedArticle(numbered, planning, {
    kind: 'news',
    fields: { publishedAt: shifted(publishedAt, planning.shift) },
    provenance: provenance(id, source, planning),
  });
}

export function plannedEvent(numbered: Numbered<EventLine>, planning: Planning): PlannedItem {
  const { record: event } = numbered;
  const { shift, settings } = planning;
  const own = settings.items?.[event.id];
  const [after, before] = [own?.postEventBody ?? event.postEventBody, own?.preEventBody];
  const highest = highestHeadingOf([event.body, after ?? '', before ?? '']);
  const tree = (text: MarkdownOrParts | null | undefined, part: string) =>
    text ? converted(numbered, text, `${event.id}/${part}`, planning, highest) : [];
  const postEvent = tree(after, 'after');
  const preEvent = tree(before, 'before');
  const registration = own?.registration ?? settings.registration?.[event.source ?? ''];
  const planned = plannedArticle(numbered, planning, {
    kind: 'event',
    highestHeading: highest,
    fields: {
      publishedAt: announcedAt(event.publishedAt, shift),
      ...fromWire({ startDate: shifted(event.startDate, shift), endDate: shifted(event.endDate, shift) }),
      ...plainDetails('event', event, (instant) => shifted(instant, shift)),
      joinLink: event.joinLink ?? null,
      credits: event.credits ?? [],
      timeZone: own?.timeZone ?? null,
      registration: registration
        ? {
            capacity: registration.capacity ?? null,
            closesAt: registration.closesAt ? shifted(registration.closesAt, shift) : null,
          }
        : null,
    },
    trees: { preEventData: preEvent, postEventData: postEvent },
    provenance: {
      ...provenance(event.id, event.source, planning),
      ...(event.registrationUrl ? { registrationUrl: event.registrationUrl } : {}),
      ...(event.audience ? { intendedFor: event.audience } : {}),
      ...(event.document ? { document: event.document } : {}),
      ...(event.timesInvented === undefined ? {} : { timesInvented: event.timesInvented }),
    },
  });
  // If the source text was split after a heading, the heading ends the first part but belongs to the second.
  const { components } = planned.content.trees;
  if (components.at(-1)?.type === 'Header' && postEvent.length > 0) postEvent.unshift(components.pop()!);
  return planned;
}

export function plannedResource(numbered: Numbered<ResourceLine>, planning: Planning): PlannedItem {
  const { id, source, publishedAt } = numbered.record;
  return plannedArticle(numbered, planning, {
    kind: 'resource',
    fields: {
      publishedAt: announcedAt(publishedAt, planning.shift),
      ...plainDetails('resource', numbered.record, (instant) => announcedAt(instant, planning.shift)),
    },
    provenance: provenance(id, source, planning),
  });
}

/** `file` is what the portal made of the document's file. */
export function plannedDocument(numbered: Numbered<DocumentLine>, file: StoredFile, planning: Planning): PlannedItem {
  const { record } = numbered;
  return plannedArticle(
    {
      ...numbered,
      record: {
        ...record,
        description: record.description ?? '',
        authorDepartment: record.department,
        image: null,
        body: '',
      },
    },
    planning,
    {
      kind: record.isAsset ? 'asset' : 'document',
      fields: {
        publishedAt: announcedAt(record.publishedAt, planning.shift),
        file,
        ...plainDetails('document', record, (instant) => announcedAt(instant, planning.shift)),
      },
      provenance: provenance(record.id, record.source, planning),
    },
  );
}

/** The plain details that a line has a value for, with moved instants. */
function plainDetails(kind: ItemKind, record: object, moved: (instant: string) => string): Partial<ContentFields> {
  const fields: ItemFields = fieldsOf[kind];
  return Object.fromEntries(
    detailNames(fields).flatMap((name) => {
      const value: unknown = Reflect.get(record, name);
      if (value === null || value === undefined || value === '') return [];
      return [[name, fields[name]?.is === 'instant' ? moved(value as string) : value]];
    }),
  ) as Partial<ContentFields>;
}

interface OfKind extends Pick<RevisionContent, 'provenance'> {
  kind: ContentKind;
  /** Of all texts of the item, if it has more than its body. */
  highestHeading?: number | undefined;
  fields: Partial<ContentFields>;
  trees?: Partial<ItemContent['trees']>;
}

function plannedArticle(
  numbered: Numbered<NewsLine>,
  planning: Planning,
  { kind, highestHeading, ...ofKind }: OfKind,
): PlannedItem {
  const { file, line, record } = numbered;
  const { settings, references, shift, report } = planning;
  const own = settings.items?.[record.id];
  const imageId = own?.image ?? record.image;
  const image = imageId ? references.pictures.get(imageId) : undefined;
  if (imageId && !image)
    report.note({
      file,
      line,
      id: record.id,
      reason: `picture ${imageId} is neither in the collection nor in the portal`,
    });
  return {
    kind,
    itemId: itemIdOf(record.id),
    key: record.id,
    externalId: record.id,
    isDraft: own?.draft ?? false,
    file,
    line,
    content: {
      ...contentWith(
        {
          ...ofKind.fields,
          header: record.title,
          description: record.description,
          categories: [...new Set(record.categories.map((name) => settings.categoryNames?.[name] ?? name))],
          audience: own?.audience ?? [],
          ...(own?.audienceRule ? { audienceRule: own.audienceRule } : {}),
          ...(own?.publishedAt ? { publishedAt: shifted(own.publishedAt, shift) } : {}),
          expiresAt: own?.expiresAt ? shifted(own.expiresAt, shift) : null,
          authorDepartment: record.authorDepartment || null,
          image: image ?? null,
        },
        {
          ...ofKind.trees,
          components: converted(numbered, credited(record.body, record.source), record.id, planning, highestHeading),
        },
      ),
      creatorInfo: { kind: 'System' },
      provenance: ofKind.provenance,
    },
  };
}

function converted(
  { file, line, record }: Numbered<NewsLine>,
  text: MarkdownOrParts,
  scope: string,
  { references, report }: Planning,
  highestHeading?: number,
) {
  const { components, notes } = articleBody(text, scope, references, highestHeading);
  for (const reason of notes) report.note({ file, line, id: record.id, reason });
  return components;
}

function provenance(externalId: string, source: string | null | undefined, { shift }: Planning) {
  return { externalId, ...(source ? { source } : {}), ...(shift ? { dateShift: { ...shift } } : {}) };
}

/** Credit lines that a license requires to be shown with the text, by `source`. */
const credits: Record<string, string> = {
  'UK-PENSIONWISE':
    'Contains public sector information licensed under the [Open Government Licence v3.0](https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/).',
};

function credited(body: MarkdownOrParts, source: string | null | undefined): MarkdownOrParts {
  const credit = source ? credits[source] : undefined;
  if (!credit) return body;
  return typeof body === 'string' ? `${body}\n\n---\n\n${credit}` : [...body, `---\n\n${credit}`];
}
