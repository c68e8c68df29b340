import { ApiError } from '@portico/client/ApiError';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import { t } from '../../../locale/text.ts';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { PortalLinkButton } from '../../../kit/PortalLink.tsx';
import page from '../../../kit/SettingsPage.module.css';
import { AbbreviationList } from './AbbreviationList.tsx';
import styles from './AbbreviationsPage.module.css';
import { abbreviationsQuery } from '../search.queries.ts';

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403;

/** The list of abbreviations that the search expands, for editors. Source: issue, search. */
export function Page() {
  const { data, error } = useQuery({
    ...abbreviationsQuery(),
    throwOnError: (failure, query) => query.state.data === undefined && !isForbidden(failure),
  });
  if (isForbidden(error)) return <Forbidden />;
  return (
    <div className={page.page}>
      <PageHeading title={t('shared.abbreviationsTitle')} />
      <p className={page.lead}>{t('search.abbreviationsLead')}</p>
      {data ? <AbbreviationList known={data} /> : <ListSkeleton />}
    </div>
  );
}

function Forbidden() {
  return (
    <>
      <PageHeading title={t('shared.noAccess')} className={styles.hiddenHeading} />
      <EmptyState
        icon={<Lock />}
        title={t('search.editorsOnly')}
        description={t('search.editorsOnlyReason')}
        action={
          <PortalLinkButton href="/search" variant="primary">
            {t('search.toSearch')}
          </PortalLinkButton>
        }
      />
    </>
  );
}

function ListSkeleton() {
  return (
    <SkeletonGroup label={t('search.loadingAbbreviations')} className={page.section}>
      <Skeleton shape="box" height="8.5rem" />
      <Skeleton width="8rem" />
      <Skeleton shape="box" height="24rem" />
    </SkeletonGroup>
  );
}
