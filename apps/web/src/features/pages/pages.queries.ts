import { type ContentPagePath, getContentPage, previewContentPage } from '@portico/contracts/pages';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export const contentPageQuery = (path: ContentPagePath) => query(getContentPage, { query: { path } });

/** The draft, refetched on each visit because it may have changed. */
export const contentPagePreviewQuery = (path: ContentPagePath) =>
  queryOptions({
    ...query(previewContentPage, { query: { path } }),
    staleTime: 0,
    gcTime: 0,
  });
