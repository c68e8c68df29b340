import { HOME_EVENT_COUNT, HOME_NEWS_COUNT } from '@portico/contracts/home';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { t } from '../../locale/text.ts';
import { useHasTwoColumnSpace } from '../../kit/useHasTwoColumnSpace.ts';
import styles from './HomePage.module.css';

/** Placeholders for the dashboard while it loads. */
export function HomeSkeleton() {
  const hasTwoColumns = useHasTwoColumnSpace();
  const attention = <div className={styles.callouts}>{skeletons(3, hasTwoColumns ? '11rem' : '7rem')}</div>;
  const highlights = (
    <div>
      <Skeleton shape="box" ratio="16 / 9" />
    </div>
  );
  const news = (
    <div className={styles.section}>
      <div className={styles.sectionHead}>
        <Skeleton width="6rem" />
      </div>
      <div>
        <Skeleton shape="box" ratio="16 / 12" />
      </div>
      <div className={styles.briefs}>{skeletons(HOME_NEWS_COUNT - 1, '8.5rem')}</div>
    </div>
  );
  const events = (
    <div className={styles.section}>
      <div className={styles.sectionHead}>
        <Skeleton width="8rem" />
      </div>
      <div className={styles.events}>{skeletons(HOME_EVENT_COUNT, '7.5rem')}</div>
    </div>
  );
  return (
    <SkeletonGroup label={t('dashboard.loading')} className={hasTwoColumns ? styles.columns : styles.content}>
      {hasTwoColumns ? (
        <>
          <div className={styles.column}>
            {highlights}
            {news}
          </div>
          <div className={styles.column}>
            {attention}
            {events}
          </div>
        </>
      ) : (
        <>
          {attention}
          {highlights}
          {news}
          {events}
        </>
      )}
    </SkeletonGroup>
  );
}

const skeletons = (count: number, height: string) =>
  Array.from({ length: count }, (_, index) => <Skeleton key={index} shape="box" height={height} />);
