import ChevronRight from 'lucide-react/icons/chevron-right';
import { plainLink, type RenderLink } from '../link/renderLink.tsx';
import styles from './Breadcrumbs.module.css';

export interface Breadcrumb {
  label: string;
  /** Omitted for the current page. */
  href?: string | undefined;
}

/** The path from the home page to the current page, which is the last entry. */
export function Breadcrumbs({
  items,
  renderLink = plainLink,
}: {
  items: readonly Breadcrumb[];
  renderLink?: RenderLink;
}) {
  return (
    <nav aria-label="Breadcrumbs" className={styles.breadcrumbs}>
      <ol className={styles.list}>
        {items.map(({ label, href }, position) => {
          const isLast = position === items.length - 1;
          return (
            <li key={`${position} ${label}`} className={styles.item}>
              {href !== undefined && !isLast ? (
                renderLink({ href, className: styles.link, children: label })
              ) : (
                <span className={styles.current} aria-current={isLast ? 'page' : undefined}>
                  {label}
                </span>
              )}
              {!isLast && <ChevronRight aria-hidden="true" className={styles.separator} />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
