import { z } from 'zod/mini';
import { dayAfter, dayIn } from '@portico/contracts/times';
import { Category } from '@portico/kinds/itemParts';
import { ContentPagePath } from '@portico/contracts/pages';
import type { ContentDraft } from '@portico/server/content/publication';
import { resolved, type References } from './references.ts';
import { SourceId } from './sourceLines.ts';

/**
 * `home.json`: the dashboard's page. Its components are those of the contract, except that a picture is named by its id
 * in images.jsonl, a link to an item is `item:<id>`, the due date of a checklist is `dueInDays`, a file of a list is `{
 * "document": "<id>" }`, and formatted text is markdown.
 */
export const HomePage = z.object({
  id: SourceId,
  header: z.string().check(z.minLength(1), z.maxLength(300)),
  description: z.optional(z.string().check(z.maxLength(1000))),
  categories: z.optional(z.array(Category)),
  components: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  /** As in the contract; validated when it is stored. The banner's link can be an `item:<id>` too. */
  notificationBanner: z.optional(z.looseObject({ id: z.string() })),
  widgets: z.optional(z.array(z.unknown())),
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
  home: HomePage & { path?: string },
  { publishedAt, firmTimeZone }: { publishedAt: string; firmTimeZone: string },
  references: References,
): ContentDraft {
  return {
    header: home.header,
    description: home.description ?? '',
    categories: home.categories ?? [],
    audience: [],
    publishedAt,
    expiresAt: null,
    startsAt: null,
    endsAt: null,
    authorDepartment: null,
    creatorInfo: { kind: 'System' },
    image: null,
    components: resolved(
      home.components.map((component) => withDueDate(component, { publishedAt, firmTimeZone })),
      references,
    ) as ContentDraft['components'],
    details: {
      externalId: home.id,
      ...(home.path ? { path: home.path } : {}),
      ...(home.notificationBanner ? { notificationBanner: resolved(home.notificationBanner, references) } : {}),
      ...(home.widgets ? { widgets: home.widgets } : {}),
    },
  };
}

/** A collection gives days from its import, because it cannot know the date of that. */
function withDueDate(
  { dueInDays, ...component }: Record<string, unknown>,
  { publishedAt, firmTimeZone }: { publishedAt: string; firmTimeZone: string },
): Record<string, unknown> {
  if (typeof dueInDays !== 'number') return component;
  return { ...component, dueDate: dayAfter(dayIn(firmTimeZone, publishedAt), dueInDays) };
}
