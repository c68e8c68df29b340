import { useQuery } from '@tanstack/react-query';
import { Navigate, useMatches } from '@tanstack/react-router';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import type { ContentPagePath } from '@portico/contracts/pages';
import { t } from '../../locale/text.ts';
import { currentUserQuery } from '../../api/frame.queries.ts';
import { ArticleSkeleton } from '../../kit/article/Article.tsx';
import { ContentArticle } from './ContentArticle.tsx';
import { contentPageQuery } from './pages.queries.ts';
import { PersonApplications } from './PersonApplications.tsx';

/**
 * The content page at the current path. The applications page also lists the reader's applications. Source: READINGS,
 * pages.
 */
export function Page() {
  const path = useContentPagePath();
  const { data: page } = useQuery(contentPageQuery(path));
  const { isFetched, failureCount } = useQuery(currentUserQuery());
  // The applications stand above the text, which would jump down if they came later.
  const waitsForApplications = path === '/applications' && !isFetched && failureCount === 0;
  if (!page || waitsForApplications) return <ArticleSkeleton label={t('pages.loading')} hasPicture={false} />;
  // The page has moved, and this is its previous address.
  if (page.path !== path) return <Navigate to={page.path} search hash replace />;
  return <ContentArticle page={page}>{path === '/applications' && <PersonApplications />}</ContentArticle>;
}

/** Path of the current content page. Throws on any other route. */
function useContentPagePath(): ContentPagePath {
  const opened = useMatches().at(-1)?.staticData.page?.path;
  const path = contentPagePaths.find((known) => opened === known);
  if (!path) throw new Error(`${opened} is not a content page.`);
  return path;
}
