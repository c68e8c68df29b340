import { RESOURCES_PAGE_SIZE } from '@portico/contracts/resources';
import { MAX_CATEGORY_LENGTH, MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import {
  choiceFilter,
  listFilters,
  nameFilter,
  namesFilter,
  orders,
  pageFilter,
  periodFilter,
  textFilter,
  viewFilter,
} from '../../routing/listFilters.ts';

/** The resource list in its address, with one category at most. Source: READINGS, pages. */
export const resourceFilters = listFilters({
  page: pageFilter(RESOURCES_PAGE_SIZE),
  order: choiceFilter('sort', orders),
  text: textFilter,
  view: viewFilter,
  period: periodFilter,
  category: nameFilter('category', MAX_CATEGORY_LENGTH),
  departments: namesFilter('department', MAX_DEPARTMENT),
});
export type ResourceFilters = ReturnType<typeof resourceFilters.read>;
