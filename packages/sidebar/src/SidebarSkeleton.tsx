import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import styles from './SidebarSkeleton.module.css';
import { t } from './text.ts';

const ROWS = ['72%', '46%', '84%', '58%', '66%'];

/** Skeleton of the user block or the menu while it loads. Only the menu's is announced. */
export function SidebarSkeleton({ part }: { part: 'user' | 'menu' }) {
  if (part === 'user') {
    return (
      <div className={styles.user} aria-hidden="true">
        <span className={styles.avatar} />
        <span className={styles.line} />
        <span className={styles.line} />
      </div>
    );
  }
  return (
    <div className={styles.menu}>
      <VisuallyHidden role="status">{t('loadingMenu')}</VisuallyHidden>
      {ROWS.map((length) => (
        <div key={length} className={styles.row}>
          <span className={styles.icon} />
          <span className={styles.line} style={{ inlineSize: length }} />
        </div>
      ))}
    </div>
  );
}
