import { type ContentPagePath, getContentPage } from '@portico/contracts/pages';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const contentPageQuery = (path: ContentPagePath) =>
  queryOptions({
    queryKey: ['pages', path],
    queryFn: ({ signal }) => call(getContentPage, { query: { path } }, { signal }),
  });
