import { z } from 'zod/mini';
import { dayAfter, dayIn } from '@portico/contracts/times';
import { Category, MAX_CATEGORIES, MAX_DESCRIPTION, MAX_TITLE } from '@portico/kinds/itemParts';
import { nonEmptyText } from '@portico/kinds/contentBase';
import { ContentPagePath } from '@portico/contracts/pages';
import type { RevisionContent } from '@portico/server/content/storedContent';
import { emptyRule } from '@portico/authoring/audience';
import { contentWith } from '@portico/authoring/blankDraft';
import type { ContentFields, ItemContent } from '@portico/contracts/studio/draft';
import { resolved, UnknownReference, type References } from './references.ts';
import { SourceId } from './sourceLines.ts';

/**
 * `home.json`: the dashboard's page. Its components are those of the contract, except that a picture is named by its id
 * in images.jsonl, a link to an item is `item:<id>`, the due date of a checklist is `dueInDays`, a file of a list is `{
 * "document": "<id>" }`, and formatted text is markdown.
 */
export const HomePage = z.object({
  id: SourceId,
  header: nonEmptyText(MAX_TITLE),
  description: z.optional(z.string().check(z.maxLength(MAX_DESCRIPTION))),
  categories: z.optional(z.array(Category).check(z.maxLength(MAX_CATEGORIES))),
  components: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  /** As in the contract; validated when it is stored. The banner's link can be an `item:<id>` too. */
  notificationBanner: z.optional(z.looseObject({ id: z.string() })),
  widgets: z.optional(z.array(z.unknown())),
  /**
   * News and events that come first on the dashboards of an audience, and who sees a callout or gallery; without an
   * audience, everyone. `item` is the id in its file. Validated when they are stored.
   */
  pins: z.optional(z.array(z.looseObject({ item: SourceId }))),
  entryAudiences: z.optional(z.array(z.looseObject({ entryId: z.string() }))),
});
export type HomePage = z.infer<typeof HomePage>;

/** `pages.json`: content pages, each in the format of the dashboard's page. */
export const ContentPages = z.array(z.extend(HomePage, { path: ContentPagePath }));
export type ContentPages = z.infer<typeof ContentPages>;

/**
 * `publishedAt` is ISO 8601; a checklist's `dueInDays` counts from that day in the firm's time zone. Components are
 * validated when they are stored. Throws UnknownReference.
 */
export function homeContent(
  home: HomePage & { path?: ContentPagePath },
  { publishedAt, firmTimeZone }: { publishedAt: string; firmTimeZone: string },
  references: References,
): RevisionContent {
  const { header, description = '', categories = [], notificationBanner, widgets, pins, entryAudiences } = home;
  return {
    ...contentWith(
      {
        header,
        description,
        categories,
        publishedAt,
        ...(home.path ? { path: home.path } : {}),
        ...(notificationBanner
          ? { notificationBanner: resolved(notificationBanner, references) as ContentFields['notificationBanner'] }
          : {}),
        ...(widgets ? { widgets: widgets as ContentFields['widgets'] } : {}),
        ...(pins ? { pins: pins.map((pin) => pinOf(pin, references)) as ContentFields['pins'] } : {}),
        ...(entryAudiences
          ? { entryAudiences: entryAudiences.map(forEveryoneElse) as ContentFields['entryAudiences'] }
          : {}),
      },
      {
        components: resolved(
          home.components.map((component) => withDueDate(component, { publishedAt, firmTimeZone })),
          references,
        ) as ItemContent['trees']['components'],
      },
    ),
    creatorInfo: { kind: 'System' },
    provenance: { externalId: home.id },
  };
}

/** An entry with the parts of its audience that it leaves out. */
const forEveryoneElse = (entry: object): object => ({ audience: [], audienceRule: emptyRule, ...entry });

/** Throws UnknownReference for an item that is neither news nor an event of the collection or the portal. */
function pinOf({ item, ...audience }: { item: string } & Record<string, unknown>, { pathOf }: References): object {
  const itemId = /^\/(?:news|events)\/([^/?]+)$/.exec(pathOf(item) ?? '')?.[1];
  if (itemId === undefined)
    throw new UnknownReference(`pinned item ${item} is neither news nor an event of the collection or the portal`);
  return forEveryoneElse({ ...audience, itemId });
}

/** A collection gives days from its import, because it cannot know the date of that. */
function withDueDate(
  { dueInDays, ...component }: Record<string, unknown>,
  { publishedAt, firmTimeZone }: { publishedAt: string; firmTimeZone: string },
): Record<string, unknown> {
  if (typeof dueInDays !== 'number') return component;
  return { ...component, dueDate: dayAfter(dayIn(firmTimeZone, publishedAt), dueInDays) };
}
