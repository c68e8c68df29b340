import { getWidgets, previewWidgets } from '@portico/contracts/widgets';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

const FRESH_MS = 5 * 60_000;

/** Widgets of the bar, or those of the home page's draft. A failure shows in the bar and leaves the page alone. */
export const widgetsQuery = (isPreview: boolean) =>
  queryOptions({
    queryKey: ['widgets', isPreview],
    queryFn: ({ signal }) => call(isPreview ? previewWidgets : getWidgets, {}, { signal }),
    staleTime: FRESH_MS,
    throwOnError: false,
    meta: { isFrame: true },
  });
