import { adminPagePaths, type AdminPagePath } from '@portico/contracts/admin/paths';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { adminPageLabel } from './adminLabels.ts';
import styles from './AdminNav.module.css';

export function AdminNav({ current }: { current: AdminPagePath }) {
  return (
    <nav aria-label={t('admin.administration')} className={styles.nav}>
      {adminPagePaths.map((path) => (
        <PortalLink key={path} href={path} className={styles.page} aria-current={path === current ? 'page' : undefined}>
          {adminPageLabel(path)}
        </PortalLink>
      ))}
    </nav>
  );
}
