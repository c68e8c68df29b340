import type { PagePreview, ReaderPage as Shown } from '@portico/authoring/readerPage';
import { ContentSlots } from '@portico/kinds/page/ContentSlots';
import { ContentTree } from '@portico/kinds/page/ContentTree';
import { standfirst } from '@portico/kinds/page/standfirst';
import type { EventPreview, PortalEvent } from '@portico/contracts/events';
import type { ReactNode } from 'react';
import { Article } from '../../kit/article/Article.tsx';
import { portalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { EventDetail } from '../../features/events/page/EventDetail.tsx';
import { Dashboard } from '../../features/home/Dashboard.tsx';
import { NewsArticle } from '../../features/news/NewsArticle.tsx';
import { ContentArticle } from '../../features/pages/ContentArticle.tsx';
import { PersonApplications } from '../../features/pages/PersonApplications.tsx';
import { ResourceArticle } from '../../features/resources/ResourceArticle.tsx';

/** An item on the reader page of its kind. Nothing in it is saved or sent: forms and checklists can only be read. */
export function ReaderPage({ shown }: { shown: Shown }) {
  return <ContentSlots value={{}}>{pageOf(shown)}</ContentSlots>;
}

function pageOf({ kind, page }: Shown): ReactNode {
  if (kind === 'home') return <Dashboard home={page} isPreview />;
  const header = page.header || t('studio.untitled');
  if (kind === 'news') return <NewsArticle news={{ ...page, header }} isPreview />;
  if (kind === 'resource') return <ResourceArticle resource={{ ...page, header }} isPreview />;
  if (kind === 'page') return <PreviewedPage page={{ ...page, header }} />;
  if (kind === 'event' && hasTimes(page)) return <EventDetail event={{ ...page, header }} isPreview />;
  return (
    <Article title={header} description={standfirst(page)} picture={page.image}>
      <ContentTree components={page.components} renderLink={portalLink} />
    </Article>
  );
}

const hasTimes = (event: EventPreview): event is PortalEvent => event.startDate !== null && event.endDate !== null;

const PreviewedPage = ({ page }: { page: PagePreview }) => (
  <ContentArticle page={page} isPreview>
    {page.path === '/applications' && <PersonApplications />}
  </ContentArticle>
);
