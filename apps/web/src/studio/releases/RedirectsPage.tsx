import { addRedirect, type listRedirects, type Redirect, removeRedirect } from '@portico/contracts/studio/redirects';
import type { CallResult } from '@portico/contracts/endpoint';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Signpost from 'lucide-react/icons/signpost';
import { useState } from 'react';
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
      {data && data.freePaths.length > 0 && data.pages.length > 0 && <AddForm list={data} />}
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

type RedirectList = CallResult<typeof listRedirects>;

/** Redirects a free address to a page. */
function AddForm({ list: { freePaths, pages } }: { list: RedirectList }) {
  const cache = useQueryClient();
  const [from, setFrom] = useState('');
  const [itemId, setItemId] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const path = freePaths.find((each) => each === from);
  const add = async () => {
    if (path === undefined || itemId === '') return setProblem(t('releases.redirectChoose'));
    setPending(true);
    setProblem(undefined);
    try {
      await call(addRedirect, { body: { from: path, itemId } });
      setFrom('');
      showToast(t('releases.saidRedirectAdded', { path }), { type: 'success' });
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setPending(false);
      void cache.invalidateQueries({ queryKey: redirectsQuery().queryKey });
    }
  };
  return (
    <form
      className={styles.form}
      aria-label={t('releases.redirectAdd')}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div className={styles.fields}>
        <Select
          label={t('releases.redirectFrom')}
          value={from}
          onChange={setFrom}
          options={[
            { value: '', label: t('releases.redirectChooseFrom') },
            ...freePaths.map((each) => ({ value: each, label: each })),
          ]}
        />
        <Select
          label={t('releases.redirectPage')}
          value={itemId}
          onChange={setItemId}
          options={[
            { value: '', label: t('releases.redirectChoosePage') },
            ...pages.map((page) => ({ value: page.itemId, label: `${page.title} (${page.path})` })),
          ]}
        />
      </div>
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div>
        <Button type="submit" pending={pending}>
          {t('releases.redirectAdd')}
        </Button>
      </div>
    </form>
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
