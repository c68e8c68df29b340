import type { Page } from '@portico/contracts/paging';
import { classes } from '@portico/ui/classes';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton } from '@portico/ui/Skeleton';
import type { ReactNode } from 'react';
import { ListResults, type ListTexts } from './ListResults.tsx';
import styles from './Rows.module.css';

interface RowListProps<Item extends { id: string }> {
  texts: ListTexts;
  /** Undefined while the first page loads. */
  list: Page<Item> | undefined;
  /** The list still shows results of the previous filters. */
  isStale: boolean;
  /** The current page and the address of any other page; undefined is the first one. */
  page: number;
  hrefOf: (page: string | undefined) => string;
  renderItem: (item: Item) => ReactNode;
  /** Height and number of the skeletons. */
  rowHeight?: string;
  rowCount?: number;
  icon: ReactNode;
  onClear: () => void;
  /** `onClear` by default. */
  onFirstPage?: () => void;
  /** True if only dividers are between the rows. */
  isDense?: boolean;
  /** Replaces the advice about filters when there are no items. */
  empty?: { title: string; description?: string; headingLevel?: 2 | 3 } | undefined;
}

/** A list of rows with its count, the empty state and the pagination below. */
export function RowList<Item extends { id: string }>({
  list,
  page,
  hrefOf,
  rowHeight = '4rem',
  rowCount = 6,
  onClear,
  onFirstPage = onClear,
  isDense = false,
  empty,
  ...others
}: RowListProps<Item>) {
  return (
    <ListResults<Item>
      {...others}
      list={list}
      page={page}
      pageSize={list?.pageSize ?? 1}
      hrefOf={(to) => hrefOf(to > 1 ? String(to) : undefined)}
      skeleton={rowSkeletons(rowCount, rowHeight)}
      onClear={onClear}
      onFirstPage={onFirstPage}
      hasStickyPages={false}
      className={classes(styles.rows, isDense && styles.dense)}
      nothing={empty && <EmptyState headingLevel={2} icon={others.icon} {...empty} />}
    />
  );
}

const rowSkeletons = (count: number, height: string): ReactNode =>
  Array.from({ length: count }, (_, index) => <Skeleton key={index} shape="box" height={height} />);
