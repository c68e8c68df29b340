import { CalloutView } from '@portico/content/CalloutView';
import type { Home } from '@portico/contracts/home';
import { displayName } from '@portico/contracts/users';
import { EmptyState } from '@portico/ui/EmptyState';
import { useQuery } from '@tanstack/react-query';
import { greetingLabel, todayLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { currentUserQuery } from '../../api/frame.queries.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink, portalLink } from '../../kit/PortalLink.tsx';
import { useHasTwoColumnSpace } from '../../kit/useHasTwoColumnSpace.ts';
import { EventCard } from '../events/list/EventCard.tsx';
import { NewsCard } from '../news/NewsCard.tsx';
import { HomeCarousel } from './HomeCarousel.tsx';
import styles from './HomePage.module.css';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import { NotificationBanner } from './NotificationBanner.tsx';

/** The dashboard's content; placeholders while `home` loads. */
export function Dashboard({ home, isPreview = false }: { home: Home | undefined; isPreview?: boolean }) {
  return (
    <div className={styles.page}>
      {home?.notificationBanner && <NotificationBanner banner={home.notificationBanner} isPreview={isPreview} />}
      <Greeting />
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
      <p className={styles.today}>{todayLabel(now)}</p>
      <PageHeading title={t('dashboard.title')}>
        {greetingLabel(now)}
        {name && `, ${name}`}
      </PageHeading>
    </header>
  );
}

/** Two columns on desktop; otherwise one, in order of importance. */
function HomeContent({ home: { callouts, carousel, news, events } }: { home: Home }) {
  const attention = callouts.length > 0 && (
    <section aria-label={t('dashboard.attention')} className={styles.callouts}>
      {callouts.map((callout) => (
        <CalloutView key={callout.id} callout={callout} renderLink={portalLink} />
      ))}
    </section>
  );
  const highlights = carousel.length > 0 && <HomeCarousel images={carousel} />;
  if (useHasTwoColumnSpace()) {
    return (
      <div className={styles.columns}>
        <div className={styles.column}>
          {highlights}
          <HomeNews news={news} />
        </div>
        <div className={styles.column}>
          {attention}
          <HomeEvents events={events} />
        </div>
      </div>
    );
  }
  return (
    <>
      {attention}
      {highlights}
      <HomeNews news={news} />
      <HomeEvents events={events} />
    </>
  );
}

/** The newest item as a lead card, followed by brief cards. */
function HomeNews({ news: [lead, ...others] }: Pick<Home, 'news'>) {
  return (
    <section aria-labelledby="home-news" className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 id="home-news">{t('dashboard.news')}</h2>
        <PortalLink href="/news">{t('dashboard.allNews')}</PortalLink>
      </div>
      {lead ? (
        <>
          <NewsCard news={lead} look="lead" headingLevel={3} />
          <ul className={styles.briefs}>
            {others.map((item) => (
              <li key={item.id}>
                <NewsCard news={item} look="brief" headingLevel={3} />
              </li>
            ))}
          </ul>
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
        <ul className={styles.events}>
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
