import { IconButton } from '@portico/ui/IconButton';
import { useDismiss } from '@portico/ui/useDismiss';
import History from 'lucide-react/icons/history';
import { useId, useRef, useState } from 'react';
import { t } from '../locale/text.ts';
import { PortalLink } from '../kit/PortalLink.tsx';
import styles from './RecentPages.module.css';
import { readVisitedPages } from '../sign-in/visitedPages.ts';

/** A menu of recently visited pages, next to the breadcrumbs. Hidden while this page is the only one. */
export function RecentPages({ path }: { path: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useDismiss(menu, isOpen, () => setIsOpen(false));
  const pages = readVisitedPages().filter((page) => page.path !== path);
  if (pages.length === 0) return null;
  return (
    <div ref={menu} className={styles.menu}>
      <IconButton
        size="small"
        label={t('shared.recentPages')}
        icon={<History aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPress={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <nav id={id} aria-label={t('shared.recentPages')} className={styles.panel}>
          <p className={styles.title} aria-hidden="true">
            {t('shared.recentPages')}
          </p>
          <ul className={styles.list}>
            {pages.map((page) => (
              <li key={page.path}>
                <PortalLink href={page.path} className={styles.link} onClick={() => setIsOpen(false)}>
                  {page.title}
                </PortalLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
