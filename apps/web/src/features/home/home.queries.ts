import { getHome, previewHome } from '@portico/contracts/home';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export const homeQuery = () => query(getHome, {});

/** The dashboard with its draft, refetched on each visit because the draft may have changed. */
export const homePreviewQuery = () =>
  queryOptions({
    ...query(previewHome, {}),
    staleTime: 0,
    gcTime: 0,
  });
