import { Select } from '@portico/ui/Select';
import { useMediaClass } from '@portico/ui/useMediaClass';
import { t, type TextKey } from '../../locale/text.ts';

const labels = {
  newest: 'shared.newestFirst',
  oldest: 'shared.oldestFirst',
  'a-z': 'shared.titleAToZ',
  'z-a': 'shared.titleZToA',
  largest: 'documents.largestFirst',
  smallest: 'documents.smallestFirst',
  Relevance: 'search.bestFirst',
  Date: 'search.byDate',
} satisfies Record<string, TextKey>;

export interface SortSelectProps<Order extends keyof typeof labels> {
  /** In the order of the menu. */
  orders: Record<Order, unknown>;
  value: Order;
  onChange: (changed: { order: Order }) => void;
}

/** The order of a list. On phones its label is for screen readers only. */
export function SortSelect<Order extends keyof typeof labels>({ orders, value, onChange }: SortSelectProps<Order>) {
  const isPhone = useMediaClass() === 'mobile';
  return (
    <Select
      options={(Object.keys(orders) as Order[]).map((order) => ({ value: order, label: t(labels[order]) }))}
      value={value}
      onChange={(order) => onChange({ order })}
      label={t('shared.sort')}
      labelPosition={isPhone ? 'hidden' : 'side'}
    />
  );
}
