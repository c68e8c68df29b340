import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '../../locale/text.ts';
import { ArticleSkeleton } from '../../kit/article/Article.tsx';
import { PreviewBanner } from '../../kit/PreviewBanner.tsx';
import { newsPreviewQuery } from './news.queries.ts';
import { NewsArticle } from './NewsArticle.tsx';

/** A draft news item, for editors. Source: spec §2. */
export function Page() {
  const { newsId = '' } = useParams({ strict: false });
  const { data: news } = useQuery(newsPreviewQuery(newsId));
  if (!news) return <ArticleSkeleton label={t('shared.loadingPreview')} side="facts" />;
  return (
    <>
      <PreviewBanner href={`/news/${newsId}`} />
      <NewsArticle news={news} isPreview />
    </>
  );
}
