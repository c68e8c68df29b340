import { listNewsCategories } from '@portico/contracts/categories';
import type { CallInput } from '@portico/contracts/endpoint';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type NewsListInput = CallInput<typeof listNews>['query'];

/** One page of news. The previous page stays visible while another one loads. */
export const newsListQuery = (query: NewsListInput) =>
  queryOptions({
    queryKey: ['news', 'list', query],
    queryFn: ({ signal }) => call(listNews, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const newsItemQuery = (newsId: string) =>
  queryOptions({
    queryKey: ['news', newsId],
    queryFn: ({ signal }) => call(getNewsItem, { params: { newsId } }, { signal }),
  });

/** News categories. An error is ignored: the list works without category chips. */
export const newsCategoriesQuery = () =>
  queryOptions({
    queryKey: ['categories', 'news'],
    queryFn: ({ signal }) => call(listNewsCategories, {}, { signal }),
    throwOnError: false,
  });
