import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { ArticleSkeleton } from '../../kit/article/Article.tsx';
import { PreviewBanner } from '../../kit/PreviewBanner.tsx';
import { ContentArticle } from './ContentArticle.tsx';
import { contentPagePreviewQuery } from './pages.queries.ts';
import { PersonApplications } from './PersonApplications.tsx';
import { useContentPagePath } from './useContentPagePath.ts';

/** A draft content page, for editors. Source: spec §2, READINGS. */
export function Page() {
  const path = useContentPagePath();
  const { data: page } = useQuery(contentPagePreviewQuery(path));
  if (!page) return <ArticleSkeleton label={t('shared.loadingPreview')} hasPicture={false} />;
  return (
    <>
      <PreviewBanner href={path} />
      <ContentArticle page={page} isPreview>
        {path === '/applications' && <PersonApplications />}
      </ContentArticle>
    </>
  );
}
