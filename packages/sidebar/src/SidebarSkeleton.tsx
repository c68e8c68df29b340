import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import styles from './SidebarSkeleton.module.css';

const ROWS = ['72%', '46%', '84%', '58%', '66%'];

/** The places of what is still on its way; nothing once both are there. */
export function SidebarSkeleton({ hasUser, hasMenu }: { hasUser: boolean; hasMenu: boolean }) {
  if (hasUser && hasMenu) return null;
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">Loading the menu</VisuallyHidden>
      {!hasUser && (
        <div className={styles.user}>
          <span className={styles.avatar} />
          <span className={styles.line} />
          <span className={styles.line} />
        </div>
      )}
      {!hasMenu && ROWS.map((length) => (
        <div key={length} className={styles.row}>
          <span className={styles.icon} />
          <span className={styles.line} style={{ inlineSize: length }} />
        </div>
      ))}
    </div>
  );
}
