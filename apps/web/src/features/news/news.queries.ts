import { listNewsCategories } from '@portico/contracts/categories';
import type { CallInput } from '@portico/contracts/endpoint';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export type NewsListInput = CallInput<typeof listNews>['query'];

/** One page of news. The previous page stays visible while another one loads. */
export const newsListQuery = (input: NewsListInput) =>
  queryOptions({
    ...query(listNews, { query: input }),
    placeholderData: keepPreviousData,
  });

export const newsItemQuery = (newsId: string) => query(getNewsItem, { params: { newsId } });

/** News categories. An error is ignored: the list works without category chips. */
export const newsCategoriesQuery = () =>
  queryOptions({
    ...query(listNewsCategories, {}),
    throwOnError: false,
  });
