import { Select, type SelectOption } from '@portico/ui/Select';
import { useMediaClass } from '@portico/ui/useMediaClass';
import { t } from '../../locale/text.ts';

export interface SortSelectProps<Order extends string> {
  options: SelectOption<Order>[];
  value: Order;
  onChange: (order: Order) => void;
}

/** The order of a list. On phones its label is for screen readers only. */
export function SortSelect<Order extends string>(props: SortSelectProps<Order>) {
  const isPhone = useMediaClass() === 'mobile';
  return <Select {...props} label={t('shared.sort')} labelPosition={isPhone ? 'hidden' : 'side'} />;
}
