import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import { useId, type ReactNode } from 'react';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import rows from '../../kit/list/Rows.module.css';
import sections from '../Sections.module.css';
import styles from './Overview.module.css';

interface OverviewGroupProps {
  title: string;
  /** Null for a count that is too small to be shown. */
  total: number | null;
  /** The list of all of them. */
  href: string;
  rows: ReadonlyArray<{ id: string; href: string; title: string; facts: ReactNode; actions?: ReactNode }>;
  children?: ReactNode;
}

/** A number, or "fewer than 5". */
export const countLabel = (count: number | null): string =>
  count === null ? t('overview.fewerThan', { count: MIN_SHOWN_COUNT }) : String(count);

/** A group of items with their number, the first few, and a link to all. */
export function OverviewGroup({ title, total, href, rows: items, children }: OverviewGroupProps) {
  const id = useId();
  return (
    <section className={sections.list} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title} <span className={styles.count}>{countLabel(total)}</span>
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
              {item.actions}
            </li>
          ))}
        </ul>
      )}
      {children}
      {total !== 0 && (
        <PortalLink
          href={href}
          className={styles.all}
          aria-label={t('overview.allOf', { group: title, count: countLabel(total) })}
        >
          {t('overview.all', { count: countLabel(total) })}
        </PortalLink>
      )}
    </section>
  );
}
