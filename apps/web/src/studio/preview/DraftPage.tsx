import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { ArticleSkeleton } from '../../kit/article/Article.tsx';
import { PreviewBanner } from '../../kit/PreviewBanner.tsx';
import { t } from '../../locale/text.ts';
import { draftAtQuery } from './previews.queries.ts';
import { ReaderPage } from './ReaderPage.tsx';

/** The draft behind the address of a reader's page with `/preview`, as readers will see it. Source: spec §2. */
export function Page() {
  const { params = {}, staticData } = useMatches().at(-1) ?? {};
  const path = (staticData?.page?.path ?? '').replace('/preview', '') || '/';
  const address = path.replace(/\$(\w+)/, (_, name: string) => (params as Record<string, string>)[name] ?? '');
  const { data } = useQuery(draftAtQuery(address));
  if (!data) return <ArticleSkeleton label={t('shared.loadingPreview')} hasPicture={false} />;
  return (
    <>
      <PreviewBanner href={address} />
      <ReaderPage shown={data} />
    </>
  );
}
