import { ContentTree } from '@portico/kinds/page/ContentTree';
import { standfirst } from '@portico/kinds/page/standfirst';
import type { ContentComponent } from '@portico/kinds/content';
import type { Draft, DraftFields, StudioKind } from '@portico/contracts/studio/draft';
import { t } from '../../../locale/text.ts';
import { Article } from '../../../kit/article/Article.tsx';
import { portalLink } from '../../../kit/PortalLink.tsx';
import { EventDetail } from '../../events/EventDetail.tsx';
import { NewsArticle } from '../../news/NewsArticle.tsx';
import { ResourceArticle } from '../../resources/ResourceArticle.tsx';

export interface ReaderPageProps {
  kind: StudioKind;
  itemId: string;
  draft: Draft;
}

/** An item on the reader page of its kind. Nothing in it is saved or sent. */
export function ReaderPage({ kind, itemId, draft: { fields, trees } }: ReaderPageProps) {
  const item = { id: itemId, ...commonFields(fields), components: trees.components, related: [] };
  const { startsAt } = fields;
  if (kind === 'news') return <NewsArticle news={item} isPreview />;
  if (kind === 'resource')
    return (
      <ResourceArticle
        resource={{ ...item, department: fields.department, reviewedAt: fields.reviewedAt, owner: fields.owner }}
        isPreview
      />
    );
  if (kind === 'event' && startsAt !== null) {
    const parts = { preEventData: orNull(trees.preEventData), postEventData: orNull(trees.postEventData) };
    return <EventDetail event={{ ...item, ...eventFields(fields, startsAt), ...parts }} isPreview />;
  }
  return (
    <Article title={item.header} description={standfirst(item)} picture={item.image}>
      <ContentTree components={item.components} renderLink={portalLink} />
    </Article>
  );
}

const orNull = (tree: ContentComponent[]): ContentComponent[] | null => (tree.length > 0 ? tree : null);

/** Fields of all kinds, as they will be once the item is published. */
const commonFields = (fields: DraftFields) => ({
  header: fields.header || t('studio.untitled'),
  description: fields.description,
  categories: fields.categories,
  publishedAt: fields.publishedAt ?? new Date().toISOString(),
  authorDepartment: fields.authorDepartment,
  creatorInfo: { kind: 'User' as const },
  image: fields.image,
});

/** Event fields, with all spots still available. */
const eventFields = (fields: DraftFields, startsAt: string) => ({
  createdAt: new Date().toISOString(),
  startDate: startsAt,
  endDate: fields.endsAt ?? startsAt,
  timeZone: fields.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  locationType: fields.locationType,
  location: fields.location,
  speakers: fields.speakers,
  registrationStatus: 'Unregistered' as const,
  waitingPosition: null,
  registration: fields.registration && {
    capacity: fields.registration.capacity,
    placesLeft: fields.registration.capacity,
    waiting: 0,
    closesAt: fields.registration.closesAt ?? startsAt,
  },
});
