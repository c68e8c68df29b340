import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '../../locale/text.ts';
import { ArticleSkeleton } from '../../kit/article/Article.tsx';
import { PreviewBanner } from '../../kit/PreviewBanner.tsx';
import { ResourceArticle } from './ResourceArticle.tsx';
import { resourcePreviewQuery } from './resources.queries.ts';

/** A draft resource, for editors. Source: spec §2. */
export function Page() {
  const { resourceId = '' } = useParams({ strict: false });
  const { data: resource } = useQuery(resourcePreviewQuery(resourceId));
  if (!resource) return <ArticleSkeleton label={t('shared.loadingPreview')} hasPicture={false} side="facts" />;
  return (
    <>
      <PreviewBanner href={`/resources/${resourceId}`} />
      <ResourceArticle resource={resource} isPreview />
    </>
  );
}
