import { NEWS_PAGE_SIZE } from '@portico/contracts/news';
import { MAX_CATEGORY_LENGTH } from '@portico/kinds/itemParts';
import {
  choiceFilter,
  listFilters,
  namesFilter,
  pageFilter,
  periodFilter,
  textFilter,
} from '../../routing/listFilters.ts';

export const newsOrders = { newest: { sort: 'Descending' }, oldest: { sort: 'Ascending' } } as const;

/** The news list in its address. */
export const newsFilters = listFilters({
  page: pageFilter(NEWS_PAGE_SIZE),
  order: choiceFilter('sort', newsOrders),
  text: textFilter,
  period: periodFilter,
  categories: namesFilter('category', MAX_CATEGORY_LENGTH),
});
export type NewsFilters = ReturnType<typeof newsFilters.read>;
