import type { ReactNode } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { pageWindow } from './pageWindow.ts';
import styles from './Pagination.module.css';

/** Props that the link to a page must have; spread them on the router's link. */
export interface PageLinkProps {
  className: string | undefined;
  'aria-label': string;
  'aria-current': 'page' | undefined;
  rel: 'prev' | 'next' | undefined;
  children: ReactNode;
}

export interface PaginationProps {
  /** 1-based. */
  page: number;
  pageCount: number;
  /** Renders the link to `page`, with a real address. */
  renderLink: (page: number, props: PageLinkProps) => ReactNode;
  label?: string;
}

/** Links to the pages of a list; renders nothing if there is only one page. */
export function Pagination({ page, pageCount, renderLink, label = 'Pages' }: PaginationProps) {
  if (pageCount <= 1) return null;
  const step = (to: number, rel: 'prev' | 'next') => {
    const name = rel === 'prev' ? 'Previous page' : 'Next page';
    const children =
      rel === 'prev' ? (
        <>
          <ChevronLeft aria-hidden="true" />
          <span className={styles.word}>Previous</span>
        </>
      ) : (
        <>
          <span className={styles.word}>Next</span>
          <ChevronRight aria-hidden="true" />
        </>
      );
    if (to < 1 || to > pageCount)
      return (
        <span className={styles.step} data-disabled aria-hidden="true">
          {children}
        </span>
      );
    return renderLink(to, { className: styles.step, 'aria-label': name, 'aria-current': undefined, rel, children });
  };
  return (
    <nav aria-label={label} className={styles.pagination}>
      {step(page - 1, 'prev')}
      <ol className={styles.pages}>
        {pageWindow(page, pageCount).map((slot, position) => (
          // Only the position distinguishes two gaps.
          <li key={slot === 'gap' ? `gap-${position}` : slot} aria-hidden={slot === 'gap' || undefined}>
            {slot === 'gap' ? (
              <span className={styles.gap}>…</span>
            ) : (
              renderLink(slot, {
                className: styles.page,
                'aria-label': `Page ${slot}`,
                'aria-current': slot === page ? 'page' : undefined,
                rel: undefined,
                children: slot,
              })
            )}
          </li>
        ))}
      </ol>
      <span className={styles.brief} aria-hidden="true">
        {page} of {pageCount}
      </span>
      {step(page + 1, 'next')}
    </nav>
  );
}
