import { HOME_EVENT_COUNT, HOME_NEWS_COUNT } from '@portico/contracts/home';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { t } from '../../locale/text.ts';
import styles from './HomePage.module.css';

/** Placeholders for the dashboard while it loads. */
export function HomeSkeleton() {
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
