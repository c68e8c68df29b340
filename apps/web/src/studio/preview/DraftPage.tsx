import { Banner } from '@portico/ui/Banner';
import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import Eye from 'lucide-react/icons/eye';
import { ArticleSkeleton } from '../../kit/article/Article.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import styles from './DraftPage.module.css';
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

/** A note above a page that it shows a draft. `href` is the published page. */
function PreviewBanner({ href }: { href: string }) {
  return (
    <div className={styles.root} data-print="hidden">
      <Banner icon={<Eye />} action={<PortalLink href={href}>{t('shared.openPublished')}</PortalLink>}>
        <strong>{t('shared.preview')}</strong> {t('shared.previewNote')}
      </Banner>
    </div>
  );
}
