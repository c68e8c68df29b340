import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '../../locale/text.ts';
import { ArticleSkeleton } from '../../kit/article/Article.tsx';
import { ResourceArticle } from './ResourceArticle.tsx';
import { resourceQuery } from './resources.queries.ts';

/** One resource. Source: spec §2. */
export function Page() {
  const { resourceId = '' } = useParams({ strict: false });
  const { data: resource } = useQuery(resourceQuery(resourceId));
  return resource ? (
    <ResourceArticle resource={resource} />
  ) : (
    <ArticleSkeleton label={t('resources.loadingItem')} hasPicture={false} side="facts" />
  );
}
