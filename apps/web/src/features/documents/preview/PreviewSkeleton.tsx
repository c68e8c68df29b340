import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { t } from '../../../locale/text.ts';
import styles from './PreviewBody.module.css';

/** A placeholder for a document's content while it loads. */
export function PreviewSkeleton({ label = t('shared.loadingPreview') }: { label?: string }) {
  return (
    <SkeletonGroup label={label} className={styles.loading}>
      <div className={styles.sheet}>
        <Skeleton width="40%" />
        <Skeleton lines={6} />
        <Skeleton lines={8} />
      </div>
    </SkeletonGroup>
  );
}
