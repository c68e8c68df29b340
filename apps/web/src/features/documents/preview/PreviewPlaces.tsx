import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { t } from '../../../locale/text.ts';
import styles from './DocumentPreviewBody.module.css';

/** The place of a document's content that is on the way. */
export function PreviewPlaces({ label = t('shared.loadingPreview') }: { label?: string }) {
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
