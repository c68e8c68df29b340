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

const orders = { newest: { sort: 'Descending' }, oldest: { sort: 'Ascending' } } as const;

/** The news list in its address. */
export const newsFilters = listFilters({
  page: pageFilter(NEWS_PAGE_SIZE),
  order: choiceFilter('sort', orders),
  text: textFilter,
  period: periodFilter,
  categories: namesFilter('category', MAX_CATEGORY_LENGTH),
});
export type NewsFilters = ReturnType<typeof newsFilters.read>;
