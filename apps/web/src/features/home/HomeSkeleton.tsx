import { HOME_EVENT_COUNT, HOME_NEWS_COUNT } from '@portico/contracts/home';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import styles from './HomePage.module.css';

/** The dashboard's places before its content is there. */
export function HomeSkeleton() {
  return (
    <SkeletonGroup label="Loading the dashboard" className={styles.content}>
      <Skeleton shape="box" height="5.5rem" />
      <Skeleton shape="box" ratio="21 / 9" />
      <div className={styles.columns}>
        <div className={styles.section}>
          <div className={styles.sectionHead}><Skeleton width="6rem" /></div>
          <Skeleton shape="box" ratio="16 / 12" />
          <div className={styles.briefs}>{places(HOME_NEWS_COUNT - 1, '8.5rem')}</div>
        </div>
        <div className={styles.section}>
          <div className={styles.sectionHead}><Skeleton width="8rem" /></div>
          <div className={styles.events}>{places(HOME_EVENT_COUNT, '7.5rem')}</div>
        </div>
      </div>
    </SkeletonGroup>
  );
}

const places = (count: number, height: string) => Array.from({ length: count }, (_, place) => <Skeleton key={place} shape="box" height={height} />);
