import { Select } from '@portico/ui/Select';
import { useMediaClass } from '@portico/ui/useMediaClass';
import { t, type TextKey } from '../../locale/text.ts';

/** Labels of orders by date, and by date and title, in the order of the menu. */
export const dateLabels = { newest: 'shared.newestFirst', oldest: 'shared.oldestFirst' } as const;
export const orderLabels = { ...dateLabels, 'a-z': 'shared.titleAToZ', 'z-a': 'shared.titleZToA' } as const;

export interface SortSelectProps<Order extends string> {
  /** In the order of the menu. */
  labels: Record<Order, TextKey>;
  value: Order;
  onChange: (changed: { order: Order }) => void;
}

/** The order of a list. On phones its label is for screen readers only. */
export function SortSelect<Order extends string>({ labels, value, onChange }: SortSelectProps<Order>) {
  const isPhone = useMediaClass() === 'mobile';
  return (
    <Select
      options={(Object.keys(labels) as Order[]).map((order) => ({ value: order, label: t(labels[order]) }))}
      value={value}
      onChange={(order) => onChange({ order })}
      label={t('shared.sort')}
      labelPosition={isPhone ? 'hidden' : 'side'}
    />
  );
}
