import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '../../locale/text.ts';
import { ArticleSkeleton } from '../../kit/article/Article.tsx';
import { newsItemQuery } from './news.queries.ts';
import { NewsArticle } from './NewsArticle.tsx';

/** One news item. Source: spec §2. */
export function Page() {
  const { newsId = '' } = useParams({ strict: false });
  const { data: news } = useQuery(newsItemQuery(newsId));
  return news ? <NewsArticle news={news} /> : <ArticleSkeleton label={t('news.loadingItem')} side="facts" />;
}
