import { useId, type ReactNode } from 'react';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import rows from '../../kit/list/Rows.module.css';
import sections from '../Sections.module.css';
import styles from './Overview.module.css';

interface OverviewGroupProps {
  title: string;
  total: number;
  /** The list of all of them. */
  href: string;
  rows: ReadonlyArray<{ id: string; href: string; title: string; facts: ReactNode }>;
  children?: ReactNode;
}

/** A group of items with their number, the first few, and a link to all. */
export function OverviewGroup({ title, total, href, rows: items, children }: OverviewGroupProps) {
  const id = useId();
  return (
    <section className={sections.list} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title} <span className={styles.count}>{total}</span>
      </h2>
      {total === 0 && <p className={rows.facts}>{t('overview.nothing')}</p>}
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item.id} className={sections.entry}>
              <PortalLink href={item.href} className={rows.title}>
                {item.title || t('studio.untitled')}
              </PortalLink>
              <p className={rows.facts}>{item.facts}</p>
            </li>
          ))}
        </ul>
      )}
      {children}
      {total > 0 && (
        <PortalLink href={href} className={styles.all} aria-label={t('overview.allOf', { group: title, count: total })}>
          {t('overview.all', { count: total })}
        </PortalLink>
      )}
    </section>
  );
}
