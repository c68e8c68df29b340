import type { PageTotal } from '@portico/contracts/paging';
import { t } from '../../locale/text.ts';

/** "1,234", or "more than 10,000" if counting stopped there. */
export function totalLabel({ total, totalIsMinimum }: PageTotal): string {
  const number = total.toLocaleString('en-US');
  return totalIsMinimum ? t('shared.moreThan', { number }) : number;
}
