import { Callout } from '@portico/kinds/components/callout/shape';
import { GalleryImage } from '@portico/kinds/components/image-gallery/shape';
import type { ComponentOf, ComponentTree } from '@portico/kinds/content';
import { shownFields } from '@portico/kinds/itemFields';
import { fields as event } from '@portico/kinds/items/event/shape';
import { fields as resource } from '@portico/kinds/items/resource/shape';
import { spotsLeft, type EventPreview } from '@portico/contracts/events';
import type { Home } from '@portico/contracts/home';
import type { NewsItem } from '@portico/contracts/news';
import type { ContentPage } from '@portico/contracts/pages';
import type { Resource } from '@portico/contracts/resources';
import type { ItemContent, ContentFields, StudioKind } from '@portico/contracts/studio/draft';
import { toWire } from '@portico/kinds/items/event/wire';
import type { Surroundings } from '@portico/contracts/studio/previews';

/** What the page of an item shows to readers. A draft can lack the times of an event and the address of a page. */
export type ReaderPage =
  | { kind: 'news'; page: NewsItem }
  | { kind: 'resource'; page: Resource }
  | { kind: 'event'; page: EventPreview }
  | { kind: 'page'; page: PagePreview }
  | { kind: 'home'; page: Home }
  | { kind: 'document'; page: DocumentPreview };

export type PagePreview = Omit<ContentPage, 'path'> & Pick<ContentFields, 'path'>;
/** Readers find a document in lists; the studio shows its words. */
export type DocumentPreview = Pick<ContentPage, 'id' | 'header' | 'description' | 'image' | 'components'>;

interface Previewed {
  itemId: string;
  draft: ItemContent;
  surroundings: Surroundings;
  now: Date;
}

/** An item as readers would see it if its draft, complete or not, were published now. */
export function readerPageOf(kind: StudioKind, { itemId, draft, surroundings, now }: Previewed): ReaderPage {
  const { fields, trees } = draft;
  const { components } = trees;
  const summary = {
    id: itemId,
    header: fields.header.trim(),
    description: fields.description.trim(),
    categories: fields.categories,
    publishedAt: fields.publishedAt ?? now.toISOString(),
    authorDepartment: fields.authorDepartment,
    creatorInfo: surroundings.creatorInfo,
    image: fields.image,
  };
  const { id, header, description, image, publishedAt } = summary;
  if (kind === 'news') return { kind, page: { ...summary, components, related: surroundings.news } };
  if (kind === 'resource') {
    const own = { ...shownFields(resource, fields, 'card'), ...shownFields(resource, fields, 'page') };
    return { kind, page: { ...summary, ...own, components, related: surroundings.resources } };
  }
  if (kind === 'event') {
    const { preEventData, postEventData } = trees;
    const cards = { preEventData: orNull(preEventData), postEventData: orNull(postEventData) };
    return { kind, page: { ...summary, ...eventOf(fields, surroundings), components, ...cards } };
  }
  if (kind === 'page')
    return { kind, page: { id, header, description, image, publishedAt, path: fields.path, components } };
  if (kind === 'document') return { kind, page: { id, header, description, image, components: [] } };
  const { news, events, newSince, hiddenEntries = [] } = surroundings;
  const shown = components.filter(({ id: entryId }) => !hiddenEntries.includes(entryId));
  const rest = { news, events, newSince: newSince ?? publishedAt };
  return { kind, page: { notificationBanner: fields.notificationBanner, ...highlightsOf(shown), ...rest } };
}

const orNull = (tree: ComponentTree): ComponentTree | null => (tree.length > 0 ? tree : null);

function eventOf(fields: ContentFields, { createdAt, timeZone, registrations }: Surroundings) {
  const { startsAt, registration } = fields;
  return {
    createdAt,
    ...toWire({ startsAt, endsAt: fields.endsAt ?? startsAt }),
    timeZone: fields.timeZone ?? timeZone,
    ...shownFields(event, fields, 'card'),
    ...shownFields(event, fields, 'page'),
    joinLink: fields.joinLink?.trim() || null,
    credits: fields.credits,
    receipt: null,
    registrationStatus: registrations.status,
    waitingPosition: registrations.waitingPosition,
    registration:
      registration && startsAt !== null
        ? {
            capacity: registration.capacity,
            spotsLeft: spotsLeft(registration.capacity, registrations.taken),
            waiting: registrations.waiting,
            closesAt: registration.closesAt ?? startsAt,
          }
        : null,
  };
}

/**
 * What the dashboard shows of a home page: its callouts, and the pictures of its first gallery. Components that violate
 * the contract are omitted; the rest of the dashboard still works.
 */
export function highlightsOf(components: ComponentTree): Pick<Home, 'callouts' | 'carousel'> {
  const gallery = components.find(
    (component): component is ComponentOf<'ImageGallery'> =>
      component?.type === 'ImageGallery' && Array.isArray(component.images),
  );
  return {
    callouts: components
      .filter((component) => component?.type === 'Callout')
      .filter((callout) => Callout.safeParse(callout).success),
    carousel: (gallery?.images ?? []).filter((image) => GalleryImage.safeParse(image).success),
  };
}
