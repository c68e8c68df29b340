import { HOME_EVENT_COUNT, HOME_NEWS_COUNT, type Home } from '@portico/contracts/home';
import { displayName } from '@portico/contracts/users';
import { classes } from '@portico/ui/classes';
import { EmptyState } from '@portico/ui/EmptyState';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { greetingLabel, todayLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { currentUserQuery } from '../../api/frame.queries.ts';
import { ForEditors } from '../../kit/EditLink.tsx';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { EventCard } from '../events/list/EventCard.tsx';
import { NewsCard } from '../news/NewsCard.tsx';
import { AttentionSkeleton, AttentionStrip } from './AttentionStrip.tsx';
import styles from './HomePage.module.css';
import { BegunForms, DueTasks, HomeCarousel } from './homeParts.tsx';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';

/** Placeholders for the dashboard while it loads. */
function HomeSkeleton() {
  return (
    <SkeletonGroup label={t('dashboard.loading')} className={styles.columns}>
      <div className={styles.section}>
        <Head />
        <Skeleton shape="box" height="10.5rem" />
        <Skeleton shape="box" height={`${(HOME_NEWS_COUNT - 1) * 4.8}rem`} />
      </div>
      <div className={styles.beside}>
        <div className={styles.section}>
          <Head />
          <Skeleton shape="box" height={`${HOME_EVENT_COUNT * 4.6}rem`} />
        </div>
      </div>
    </SkeletonGroup>
  );
}

const Head = () => (
  <div className={styles.sectionHead}>
    <Skeleton width="8rem" />
  </div>
);

/** The dashboard's content; placeholders while `home` loads. What is new and what is due come before the highlights. */
export function Dashboard({ home, isPreview = false }: { home: Home | undefined; isPreview?: boolean }) {
  return (
    <div className={styles.page}>
      <Greeting />
      {home ? <AttentionStrip home={home} isPreview={isPreview} /> : <AttentionSkeleton />}
      {home ? <HomeContent home={home} /> : <HomeSkeleton />}
    </div>
  );
}

function Greeting() {
  const { data: user } = useQuery(currentUserQuery());
  const now = new Date();
  const name = user && (user.nickname || user.givenName || displayName(user));
  return (
    <header className={styles.greeting}>
      <PageHeading title={t('dashboard.title')}>
        {greetingLabel(now)}
        {name && `, ${name}`}
      </PageHeading>
      <p className={styles.today}>{todayLabel(now)}</p>
      <ForEditors isDashboard />
    </header>
  );
}

function HomeContent({ home: { carousel, news, events, newSince } }: { home: Home }) {
  const [areFormsKnown, setFormsKnown] = useState(false);
  return (
    <>
      <div className={styles.columns}>
        <HomeNews news={news} newSince={newSince} />
        <div className={styles.beside}>
          <HomeEvents events={events} />
          <DueTasks />
          <BegunForms onKnown={() => setFormsKnown(true)} />
        </div>
      </div>
      {carousel.length > 0 && <HomeCarousel images={carousel} isHeld={!areFormsKnown} />}
    </>
  );
}

/** The newest item as a lead card, the others as lines. Marks items newer than `newSince`. */
function HomeNews({ news: [lead, ...others], newSince }: Pick<Home, 'news' | 'newSince'>) {
  const since = Date.parse(newSince);
  const isNew = (item: Home['news'][number]) => Date.parse(item.publishedAt) > since;
  return (
    <section aria-labelledby="home-news" className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 id="home-news">{t('dashboard.newForYou')}</h2>
        <PortalLink href="/news">{t('dashboard.allNews')}</PortalLink>
      </div>
      {lead ? (
        <>
          <NewsCard news={lead} variant="lead" headingLevel={3} isNew={isNew(lead)} />
          {others.length > 0 && (
            <ul className={styles.lines}>
              {others.map((item) => (
                <li key={item.id}>
                  <NewsCard news={item} variant="line" headingLevel={3} isNew={isNew(item)} />
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <EmptyState headingLevel={3} title={t('dashboard.noNews')} description={t('dashboard.noNewsYet')} />
      )}
    </section>
  );
}

function HomeEvents({ events }: Pick<Home, 'events'>) {
  return (
    <section aria-labelledby="home-events" className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 id="home-events">{t('dashboard.events')}</h2>
        <PortalLink href="/events?tab=upcoming">{t('dashboard.allEvents')}</PortalLink>
      </div>
      {events.length > 0 ? (
        <ul className={classes(styles.lines, styles.events)}>
          {events.map((event) => (
            <li key={event.id}>
              <EventCard event={event} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState headingLevel={3} title={t('events.nonePlanned')} description={t('events.newOnesAppear')} />
      )}
    </section>
  );
}
