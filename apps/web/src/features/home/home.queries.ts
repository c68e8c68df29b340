import { getHome, previewHome } from '@portico/contracts/home';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const homeQuery = () =>
  queryOptions({ queryKey: ['home'], queryFn: ({ signal }) => call(getHome, {}, { signal }) });

/** The dashboard with its draft, refetched on each visit because the draft may have changed. */
export const homePreviewQuery = () =>
  queryOptions({
    queryKey: ['home', 'preview'],
    queryFn: ({ signal }) => call(previewHome, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
