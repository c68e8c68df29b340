import type { ContentKind } from '@portico/server/content/details';
import type { ContentDraft } from '@portico/server/content/publication';
import { detailNames, type ItemFields } from '@portico/kinds/itemFields';
import { fieldsOf, type ItemKind } from '@portico/kinds/items';
import type { StoredFile } from '@portico/server/media/files/files';
import { articleBody, highestHeadingOf } from './markup/articleBody.ts';
import { announcedAt, shifted, type DateShift } from './dates/dateShift.ts';
import type { References } from './references.ts';
import type { ImportReport } from './report.ts';
import type { CollectionSettings } from './settings.ts';
import type { DocumentLine, EventLine, MarkdownOrParts, NewsLine, Numbered, ResourceLine } from './sourceLines.ts';

/** An item as the portal should store it, with its position in the collection. */
export interface PlannedItem {
  kind: ContentKind;
  externalId: string;
  isDraft: boolean;
  content: ContentDraft;
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
    publishedAt: shifted(publishedAt, planning.shift),
    startsAt: null,
    endsAt: null,
    details: { ...provenance(id, source, planning) },
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
    publishedAt: announcedAt(event.publishedAt, shift),
    startsAt: shifted(event.startDate, shift),
    endsAt: shifted(event.endDate, shift),
    details: {
      ...provenance(event.id, event.source, planning),
      ...plainDetails('event', event, (instant) => shifted(instant, shift)),
      ...(typeof event.joinLink === 'string' ? { joinLink: event.joinLink } : {}),
      ...(own?.timeZone ? { timeZone: own.timeZone } : {}),
      ...(registration
        ? {
            registration: {
              ...registration,
              ...(registration.closesAt ? { closesAt: shifted(registration.closesAt, shift) } : {}),
            },
          }
        : {}),
      ...(event.registrationUrl ? { registrationUrl: event.registrationUrl } : {}),
      ...(event.audience ? { intendedFor: event.audience } : {}),
      ...(event.document ? { document: event.document } : {}),
      ...(event.timesInvented === undefined ? {} : { timesInvented: event.timesInvented }),
      ...(preEvent.length > 0 ? { preEventData: preEvent } : {}),
      ...(postEvent.length > 0 ? { postEventData: postEvent } : {}),
    },
  });
  // If the source text was split after a heading, the heading ends the first part but belongs to the second.
  const { components } = planned.content;
  if (components.at(-1)?.type === 'Header' && postEvent.length > 0) postEvent.unshift(components.pop()!);
  return planned;
}

export function plannedResource(numbered: Numbered<ResourceLine>, planning: Planning): PlannedItem {
  const { id, source, publishedAt } = numbered.record;
  return plannedArticle(numbered, planning, {
    kind: 'resource',
    publishedAt: announcedAt(publishedAt, planning.shift),
    startsAt: null,
    endsAt: null,
    details: {
      ...provenance(id, source, planning),
      ...plainDetails('resource', numbered.record, (instant) => announcedAt(instant, planning.shift)),
    },
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
      publishedAt: announcedAt(record.publishedAt, planning.shift),
      startsAt: null,
      endsAt: null,
      details: {
        ...provenance(record.id, record.source, planning),
        ...file,
        ...plainDetails('document', record, (instant) => announcedAt(instant, planning.shift)),
      },
    },
  );
}

/** The plain details that a line has a value for, with moved instants. */
function plainDetails(kind: ItemKind, record: object, moved: (instant: string) => string): Record<string, unknown> {
  const fields: ItemFields = fieldsOf[kind];
  return Object.fromEntries(
    detailNames(fields).flatMap((name) => {
      const value: unknown = Reflect.get(record, name);
      if (value === null || value === undefined || value === '') return [];
      return [[name, fields[name]?.is === 'instant' ? moved(value as string) : value]];
    }),
  );
}

interface OfKind extends Pick<ContentDraft, 'publishedAt' | 'startsAt' | 'endsAt' | 'details'> {
  kind: ContentKind;
  /** Of all texts of the item, if it has more than its body. */
  highestHeading?: number | undefined;
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
    externalId: record.id,
    isDraft: own?.draft ?? false,
    file,
    line,
    content: {
      ...ofKind,
      header: record.title,
      description: record.description,
      categories: [...new Set(record.categories.map((name) => settings.categoryNames?.[name] ?? name))],
      audience: own?.audience ?? [],
      ...(own?.audienceRule ? { audienceRule: own.audienceRule } : {}),
      publishedAt: own?.publishedAt ? shifted(own.publishedAt, shift) : ofKind.publishedAt,
      expiresAt: own?.expiresAt ? shifted(own.expiresAt, shift) : null,
      authorDepartment: record.authorDepartment || null,
      creatorInfo: { kind: 'System' },
      image: image ?? null,
      components: converted(numbered, credited(record.body, record.source), record.id, planning, highestHeading),
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
