import { getWidgets, previewWidgets } from '@portico/contracts/widgets';
import { queryOptions } from '@tanstack/react-query';
import { query } from './query.ts';

const FRESH_MS = 5 * 60_000;

/** Widgets of the bar, or those of the home page's draft. A failure shows in the bar and leaves the page alone. */
export const widgetsQuery = (isPreview: boolean) =>
  queryOptions({
    ...query(isPreview ? previewWidgets : getWidgets, {}),
    staleTime: FRESH_MS,
    throwOnError: false,
    meta: { isFrame: true },
  });
