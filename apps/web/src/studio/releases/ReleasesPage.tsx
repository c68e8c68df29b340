import type { ReleaseSummary } from '@portico/contracts/studio/releases';
import { hasVisibleText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { showToast } from '@portico/ui/toasts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { ReleaseFields } from './ReleaseFields.tsx';
import { releasesQuery, startRelease } from './releases.queries.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from '../Sections.module.css';
import { StudioNav } from '../StudioNav.tsx';
import { reasonOf } from '../reasonOf.ts';
import { releaseStateLabel, whenLabel } from './releaseLabels.ts';

/** All releases: upcoming ones first, then the most recent. */
export function Page() {
  const { data } = useQuery(releasesQuery());
  return (
    <div className={styles.page}>
      <PageHeading title={t('studio.releases')} />
      <StudioNav current="/studio/releases" />
      <p className={styles.lead}>{t('releases.releasesLead')}</p>
      <NewRelease />
      {!data && <Skeleton shape="box" height="10rem" />}
      {data?.items.length === 0 && (
        <EmptyState
          headingLevel={2}
          icon={<CalendarClock />}
          title={t('releases.noReleases')}
          description={t('releases.noReleasesAdvice')}
        />
      )}
      {data && data.items.length > 0 && (
        <ul className={rows.rows}>
          {data.items.map((release) => (
            <Row key={release.id} release={release} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ release }: { release: ReleaseSummary }) {
  const { id, name, state, hasProblems, itemCount, createdBy } = release;
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <PortalLink href={`/studio/releases/${id}`} className={rows.title}>
          {name}
        </PortalLink>
        <p className={rows.facts}>
          {[
            t('releases.itemCount', { count: itemCount }),
            dateLabel(release),
            t('releases.byName', { name: createdBy ?? t('releases.system') }),
          ].join(' · ')}
        </p>
      </div>
      <StatusLabel tone={hasProblems ? 'warning' : state === 'Live' ? 'accent' : 'neutral'}>
        {hasProblems ? t('releases.stopped') : releaseStateLabel(state)}
      </StatusLabel>
    </li>
  );
}

/** When a release goes live, or since when it has been live. */
export function dateLabel({ goesLiveAt, releasedAt }: ReleaseSummary): string {
  if (releasedAt !== null) return t('releases.liveSince', { when: whenLabel(releasedAt) });
  return goesLiveAt === null ? t('releases.noDate') : t('releases.liveOn', { when: whenLabel(goesLiveAt) });
}

function NewRelease() {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [goesLiveAt, setGoesLiveAt] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const create = async () => {
    setPending(true);
    try {
      const { id } = await startRelease(name.trim(), goesLiveAt);
      await navigate({ to: `/studio/releases/${id}` });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
    } finally {
      setPending(false);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (hasVisibleText(name)) void create();
      }}
    >
      <ReleaseFields name={name} onName={setName} goesLiveAt={goesLiveAt} onDate={setGoesLiveAt} />
      <div className={rows.tools}>
        <Button type="submit" variant="primary" pending={pending} isDisabled={!hasVisibleText(name)}>
          {t('releases.create')}
        </Button>
      </div>
    </form>
  );
}
