import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import styles from '../row/TaskList.module.css';

export function TasksSkeleton() {
  return (
    <SkeletonGroup className={styles.skeleton}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} shape="box" height="2.5rem" />
      ))}
    </SkeletonGroup>
  );
}
