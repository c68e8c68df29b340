import { type Redirect, removeRedirect } from '@portico/contracts/studio/redirects';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton } from '@portico/ui/Skeleton';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Signpost from 'lucide-react/icons/signpost';
import { call } from '../../api/call.ts';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { redirectsQuery } from './releases.queries.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from '../Sections.module.css';
import { StudioNav } from '../StudioNav.tsx';
import { reasonOf } from '../reasonOf.ts';

/** Redirects from former addresses of pages. */
export function Page() {
  const cache = useQueryClient();
  const { data } = useQuery(redirectsQuery());
  const remove = async ({ id, from }: Redirect) => {
    try {
      await call(removeRedirect, { params: { redirectId: id } });
      showToast(t('releases.saidRedirectRemoved', { path: from }), { type: 'success' });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
    } finally {
      void cache.invalidateQueries({ queryKey: redirectsQuery().queryKey });
    }
  };
  return (
    <div className={styles.page}>
      <PageHeading title={t('studio.redirects')} />
      <StudioNav current="/studio/redirects" />
      <p className={styles.lead}>{t('releases.redirectsLead')}</p>
      {!data && <Skeleton shape="box" height="10rem" />}
      {data?.items.length === 0 && (
        <EmptyState headingLevel={2} icon={<Signpost />} title={t('releases.noRedirects')} />
      )}
      {data && data.items.length > 0 && (
        <ul className={rows.rows}>
          {data.items.map((redirect) => (
            <Row key={redirect.id} redirect={redirect} onRemove={() => void remove(redirect)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ redirect, onRemove }: { redirect: Redirect; onRemove: () => void }) {
  const { from, to, itemId, title, createdAt, createdBy } = redirect;
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <p>
          <span className={rows.title}>{from}</span>{' '}
          {to === null ? t('releases.redirectNowhere') : t('releases.redirectTo', { path: to })}
        </p>
        <p className={rows.facts}>
          <PortalLink href={`/studio/${itemId}`}>{title || t('studio.untitled')}</PortalLink>{' '}
          {t('releases.redirectSince', {
            day: newsDateLabel(createdAt),
            name: createdBy ?? t('releases.system'),
          })}
        </p>
      </div>
      <Button size="small" aria-label={t('releases.redirectRemove', { path: from })} onPress={onRemove}>
        {t('releases.remove')}
      </Button>
    </li>
  );
}
