import type { SearchResult } from '@portico/contracts/search';
import { newsDateLabel } from '../dates/dateLabels.ts';
import { stringifySearch } from '../routing/searchParams.ts';

const kindLabels: Record<SearchResult['kind'], string> = {
  news: 'News',
  event: 'Event',
  resource: 'Resource',
  page: 'Page',
  document: 'Document',
};

/** What kind of thing was found: "News", "PDF". */
export function resultKindLabel({ kind, format }: Pick<SearchResult, 'kind' | 'format'>): string {
  return format ?? kindLabels[kind];
}

/** The day that says when: of the start for an event, else of publication. "Mar 9, 2026" */
export function resultDateLabel({ startDate, publishedAt }: Pick<SearchResult, 'startDate' | 'publishedAt'>): string {
  return newsDateLabel(startDate ?? publishedAt);
}

/** Where a result leads; a document opens over the list, at the page that has the words. */
export function resultHref({ kind, id, path, page }: Pick<SearchResult, 'kind' | 'id' | 'path' | 'page'>): string {
  if (kind !== 'document') return path;
  return `/documents${stringifySearch({ preview: id, page: page ?? undefined })}`;
}
