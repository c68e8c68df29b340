import { type ContentPagePath, getContentPage, previewContentPage } from '@portico/contracts/pages';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const contentPageQuery = (path: ContentPagePath) =>
  queryOptions({
    queryKey: ['pages', path],
    queryFn: ({ signal }) => call(getContentPage, { query: { path } }, { signal }),
  });

/** The draft, refetched on each visit because it may have changed. */
export const contentPagePreviewQuery = (path: ContentPagePath) =>
  queryOptions({
    queryKey: ['pages', path, 'preview'],
    queryFn: ({ signal }) => call(previewContentPage, { query: { path } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
