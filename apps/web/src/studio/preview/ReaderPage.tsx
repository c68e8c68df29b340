import type { PagePreview, ReaderPage as Shown } from '@portico/authoring/readerPage';
import { ContentSlots, type Slots } from '@portico/kinds/page/ContentSlots';
import { ContentTree } from '@portico/kinds/page/ContentTree';
import { standfirst } from '@portico/kinds/page/standfirst';
import type { EventPreview, PortalEvent } from '@portico/contracts/events';
import { Skeleton } from '@portico/ui/Skeleton';
import { lazy, Suspense, type ReactNode } from 'react';
import { Article } from '../../kit/article/Article.tsx';
import { portalLink } from '../../kit/PortalLink.tsx';
import { withTexts } from '../../locale/loadTexts.ts';
import { t } from '../../locale/text.ts';
import { EventDetail } from '../../features/events/page/EventDetail.tsx';
import { Dashboard } from '../../features/home/Dashboard.tsx';
import { NewsArticle } from '../../features/news/NewsArticle.tsx';
import { ContentArticle } from '../../features/pages/ContentArticle.tsx';
import { PersonApplications } from '../../features/pages/PersonApplications.tsx';
import { ResourceArticle } from '../../features/resources/ResourceArticle.tsx';

const FormTryOut = lazy(withTexts(['forms'], () => import('../../features/forms/entry/FormTryOut.tsx')));

/** Forms can be tried out, and checklists can only be read. */
const slots: Slots = {
  Form: (props) => (
    <Suspense fallback={<Skeleton shape="box" height="32rem" />}>
      <FormTryOut {...props} />
    </Suspense>
  ),
};

/** An item on the reader page of its kind. Nothing in it is saved or sent. */
export function ReaderPage({ shown }: { shown: Shown }) {
  return <ContentSlots value={slots}>{pageOf(shown)}</ContentSlots>;
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
