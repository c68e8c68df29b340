import { MAX_PAGE, type Page, type PageTotal } from '@portico/contracts/paging';
import { Button } from '@portico/ui/Button';
import { classes } from '@portico/ui/classes';
import { EmptyState } from '@portico/ui/EmptyState';
import { Pagination } from '@portico/ui/Pagination';
import { SkeletonGroup } from '@portico/ui/Skeleton';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import type { ReactNode } from 'react';
import { t } from '../../locale/text.ts';
import styles from './ListPage.module.css';
import { PortalLink } from '../PortalLink.tsx';
import { StickyFooter } from './StickyFooter.tsx';
import { totalLabel } from './totalLabel.ts';

/** Texts about the items of a list. */
export interface ListTexts {
  one: string;
  many: string;
  /** "No news found" */
  none: string;
  /** "No news matches these filters" */
  noMatch: string;
  advice: string;
  /** "Loading news" */
  loading: string;
  /** Name of the pagination. */
  pages: string;
}

export interface ListResultsProps<Item extends { id: string }> {
  texts: ListTexts;
  /** Undefined while the first page loads. */
  list: Page<Item> | undefined;
  /** The list still shows results of the previous filters. */
  isStale: boolean;
  /** The current page and the address of any other page. */
  page: number;
  pageSize: number;
  hrefOf: (page: number) => string;
  renderItem: (item: Item) => ReactNode;
  /** Renders all items at once instead, such as in a table. */
  renderAll?: ((items: Item[]) => ReactNode) | undefined;
  /** Skeletons of the items. */
  skeleton: ReactNode;
  icon: ReactNode;
  onClear: () => void;
  onFirstPage: () => void;
  /** Layout of the items; a column by default. */
  className?: string | undefined;
  /** False if the pagination is below the items instead of in the page's sticky footer. */
  hasStickyPages?: boolean;
  /** Replaces the advice about filters when there are no items. */
  nothing?: ReactNode;
}

/** The items of a list with their count, the empty state and the pagination. */
export function ListResults<Item extends { id: string }>({
  texts,
  list,
  isStale,
  page,
  pageSize,
  hrefOf,
  renderItem,
  renderAll,
  skeleton,
  icon,
  onClear,
  onFirstPage,
  className,
  hasStickyPages = true,
  nothing,
}: ListResultsProps<Item>) {
  if (!list)
    return (
      <SkeletonGroup label={texts.loading} className={classes(styles.list, className)}>
        {skeleton}
      </SkeletonGroup>
    );
  const pages = (
    <Pagination
      page={page}
      pageCount={Math.min(Math.ceil(list.total / pageSize), MAX_PAGE)}
      label={texts.pages}
      renderLink={(to, link) => <PortalLink {...link} href={hrefOf(to)} />}
    />
  );
  return (
    <>
      <p role="status" className={styles.count}>
        <CountLabel texts={texts} list={list} page={page} pageSize={pageSize} shown={list.items.length} />
      </p>
      {list.items.length > 0 && renderAll && (
        <div className={styles.list} aria-busy={isStale} data-stale={isStale || undefined}>
          {renderAll(list.items)}
        </div>
      )}
      {list.items.length > 0 && !renderAll && (
        <ul className={classes(styles.list, className)} aria-busy={isStale} data-stale={isStale || undefined}>
          {list.items.map((item) => (
            <li key={item.id}>{renderItem(item)}</li>
          ))}
        </ul>
      )}
      {list.items.length === 0 &&
        ((list.total === 0 && nothing) || (
          <NoResults texts={texts} icon={icon} hasPages={list.total > 0} onClear={onClear} onFirstPage={onFirstPage} />
        ))}
      {hasStickyPages ? <StickyFooter>{pages}</StickyFooter> : <div className={styles.pages}>{pages}</div>}
    </>
  );
}

interface CountLabelProps {
  texts: ListTexts;
  list: PageTotal;
  page: number;
  pageSize: number;
  shown: number;
}

/**
 * "3 documents", or "13–24 of 70 documents" when there are more pages. Visually hidden if there are no items, because
 * the empty state says the same.
 */
function CountLabel({ texts: { one, many, none }, list, page, pageSize, shown }: CountLabelProps) {
  const { total } = list;
  if (total === 0) return <VisuallyHidden>{none}</VisuallyHidden>;
  if (shown === 0 || total <= shown) return total === 1 ? `1 ${one}` : `${totalLabel(list)} ${many}`;
  const first = (page - 1) * pageSize + 1;
  return t('shared.rangeOf', {
    first: first.toLocaleString('en-US'),
    last: (first + shown - 1).toLocaleString('en-US'),
    total: totalLabel(list),
    many,
  });
}

function NoResults({
  texts,
  icon,
  hasPages,
  onClear,
  onFirstPage,
}: {
  texts: ListTexts;
  icon: ReactNode;
  hasPages: boolean;
  onClear: () => void;
  onFirstPage: () => void;
}) {
  if (hasPages) {
    return (
      <EmptyState
        icon={icon}
        title={t('shared.nothingOnPage')}
        action={<Button onPress={onFirstPage}>{t('shared.firstPage')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={texts.noMatch}
      description={texts.advice}
      action={<Button onPress={onClear}>{t('shared.clearFilters')}</Button>}
    />
  );
}
