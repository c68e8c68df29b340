import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { t } from '../../locale/text.ts';
import styles from './SearchPage.module.css';

/** Placeholders for tabs and results while they load. */
export function SearchSkeleton() {
  return (
    <SkeletonGroup label={t('search.searching')} className={styles.groups}>
      <Skeleton shape="box" height="var(--target-size)" />
      {[0, 1].map((group) => (
        <div key={group} className={styles.destinations}>
          <Skeleton width="9rem" />
          <Skeleton shape="box" height="24rem" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
