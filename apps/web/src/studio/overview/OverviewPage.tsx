import type { OverviewItem } from '@portico/contracts/studio/overview';
import { ENDING_DAYS } from '@portico/contracts/studio/studio';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { useReloadOn } from '../../api/useReloadOn.ts';
import { useHasRole } from '../../api/useHasRole.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { t } from '../../locale/text.ts';
import { itemKindLabel } from '../kinds.ts';
import { leftItemsQuery } from '../owners/owners.queries.ts';
import { ReviewAnswers } from '../owners/ReviewAnswers.tsx';
import { dayLabel } from '../owners/reviewDay.ts';
import { LoadError } from '../LoadError.tsx';
import { whenLabel } from '../releases/releaseLabels.ts';
import { StudioNav } from '../StudioNav.tsx';
import { accessQuery, waitingQuery } from '../studio.queries.ts';
import { failedJobsQuery, overviewQuery, unansweredTermsQuery } from './overview.queries.ts';
import { countLabel, OverviewGroup } from './OverviewGroup.tsx';
import sections from '../Sections.module.css';
import styles from './Overview.module.css';

const loadSchedule = async () => ({ default: (await import('./Schedule.tsx')).Schedule });
const Schedule = lazyInBackground(loadSchedule);

/** How many items or terms a group names. */
const MAX_NAMED = 5;

const groups = [
  { group: 'MyReviews', title: () => t('overview.myReviews'), when: () => '' },
  { group: 'Mine', title: () => t('overview.mine'), when: (when: string) => t('overview.changedAt', { when }) },
  {
    group: 'Scheduled',
    title: () => t('overview.scheduled'),
    when: (when: string) => t('overview.startsAt', { when }),
  },
  {
    group: 'Ending',
    title: () => t('overview.ending', { days: ENDING_DAYS }),
    when: (when: string) => t('overview.endsAt', { when }),
  },
  { group: 'Reviews', title: () => t('overview.reviews'), when: () => '' },
  { group: 'BrokenLinks', title: () => t('overview.brokenLinks'), when: () => '' },
] as const;

/** What calls for attention: each number is that of the list behind it. */
export function Page() {
  return (
    <div className={sections.page}>
      <PageHeading title={t('studio.overview')} />
      <StudioNav current="/studio/overview" />
      <p className={sections.lead}>{t('overview.lead')}</p>
      <Groups />
      <section className={sections.section} aria-labelledby="overview-calendar">
        <h2 id="overview-calendar" className={sections.subtitle}>
          {t('overview.calendar')}
        </h2>
        <Suspense fallback={<Skeleton shape="box" height="22rem" />}>
          <Schedule />
        </Suspense>
      </section>
    </div>
  );
}

function Groups() {
  const { data, error, refetch, isFetching } = useQuery(overviewQuery());
  const waiting = useQuery({ ...waitingQuery(), throwOnError: false });
  useReloadOn('studio', overviewQuery());
  useReloadOn('studio', waitingQuery());
  const failed = [error, waiting.error].find((one) => one !== null);
  if (failed && !(data && waiting.data))
    return (
      <LoadError
        title={t('overview.notLoaded')}
        error={failed}
        onRetry={() => Promise.all([refetch(), waiting.refetch()])}
        isRetrying={isFetching || waiting.isFetching}
      />
    );
  if (!data || !waiting.data)
    return (
      <SkeletonGroup label={t('overview.loading')} className={styles.groups}>
        {[0, 1, 2, 3, 4].map((index) => (
          <Skeleton key={index} shape="box" height="14rem" />
        ))}
      </SkeletonGroup>
    );
  const { items } = waiting.data;
  return (
    <div className={styles.groups}>
      <OverviewGroup
        title={t('studio.waitingForMe')}
        total={items.length}
        href="/studio/waiting"
        rows={items.slice(0, MAX_NAMED).map(({ id, title, kind }) => ({
          id,
          href: `/studio/${id}?panel=review`,
          title,
          facts: itemKindLabel(kind),
        }))}
      />
      {groups.map(({ group, title, when }) => (
        <OverviewGroup
          key={group}
          title={title()}
          total={data[group].total}
          href={`/studio?show=${group}`}
          rows={data[group].items.map((item) => ({
            id: item.id,
            href: `/studio/${item.id}`,
            title: item.title,
            facts: factsOf(item, when),
            actions: group === 'MyReviews' && item.reviewOn !== null && (
              <ReviewAnswers itemId={item.id} title={item.title} reviewOn={item.reviewOn} withLink />
            ),
          }))}
        />
      ))}
      <OwnersLeft />
      <SearchedInVain />
      <FailedJobs />
    </div>
  );
}

function factsOf({ kind, at, reviewOn }: OverviewItem, when: (when: string) => string): ReactNode {
  const fact =
    at !== null ? when(whenLabel(at)) : reviewOn !== null && t('overview.reviewBy', { day: dayLabel(reviewOn) });
  return [itemKindLabel(kind), fact].filter(Boolean).join(' · ');
}

/** Items of people who left, for those who may hand them over. */
function OwnersLeft() {
  const { data: access } = useQuery({ ...accessQuery(), throwOnError: false });
  const { data } = useQuery({ ...leftItemsQuery({}), enabled: access?.mayHandOver === true });
  if (!data || data.all === 0) return null;
  return (
    <OverviewGroup
      title={t('overview.left')}
      total={data.all}
      href="/studio/owners"
      rows={data.people.slice(0, MAX_NAMED).map(({ id, name, items }) => ({
        id,
        href: `/studio/owners?person=${id}`,
        title: name,
        facts: t('overview.leftItems', { count: items }),
      }))}
    />
  );
}

/** What readers searched for and did not find, for those who may answer it. */
function SearchedInVain() {
  const { data: access } = useQuery({ ...accessQuery(), throwOnError: false });
  const { data } = useQuery({ ...unansweredTermsQuery(), enabled: access?.mayManage === true });
  if (!data) return null;
  return (
    <OverviewGroup
      title={t('overview.searchedInVain')}
      total={data.unanswered}
      href="/studio/insights"
      rows={data.terms.slice(0, MAX_NAMED).map(({ term, unanswered }) => ({
        id: term,
        href: '/studio/insights',
        title: term,
        facts: t('overview.searches', { count: countLabel(unanswered) }),
      }))}
    />
  );
}

/** Only administrators see jobs, and only failed ones call for attention. */
function FailedJobs() {
  const isAdmin = useHasRole('admin');
  const { data } = useQuery({ ...failedJobsQuery(), enabled: isAdmin });
  if (!data || data.total === 0) return null;
  return (
    <OverviewGroup title={t('overview.failedJobs')} total={data.total} href="/admin/jobs?state=failed" rows={[]}>
      <p>{t('overview.failedJobsHelp', { count: data.total })}</p>
    </OverviewGroup>
  );
}
