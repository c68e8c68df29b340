import { HOME_EVENT_COUNT, HOME_NEWS_COUNT } from '@portico/contracts/home';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { t } from '../../locale/text.ts';
import { useHasTwoColumnSpace } from '../../kit/useHasTwoColumnSpace.ts';
import styles from './HomePage.module.css';

/** The dashboard's places before its content is there. */
export function HomeSkeleton() {
  const isRoomy = useHasTwoColumnSpace();
  const attention = <div className={styles.callouts}>{places(3, isRoomy ? '11rem' : '7rem')}</div>;
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
      <div className={styles.briefs}>{places(HOME_NEWS_COUNT - 1, '8.5rem')}</div>
    </div>
  );
  const events = (
    <div className={styles.section}>
      <div className={styles.sectionHead}>
        <Skeleton width="8rem" />
      </div>
      <div className={styles.events}>{places(HOME_EVENT_COUNT, '7.5rem')}</div>
    </div>
  );
  return (
    <SkeletonGroup label={t('dashboard.loading')} className={isRoomy ? styles.columns : styles.content}>
      {isRoomy ? (
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

const places = (count: number, height: string) =>
  Array.from({ length: count }, (_, place) => <Skeleton key={place} shape="box" height={height} />);
