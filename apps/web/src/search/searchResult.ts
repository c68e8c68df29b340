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

/** The kind of a result: "News", "PDF". */
export function resultKindLabel({ kind, format }: Pick<SearchResult, 'kind' | 'format'>): string {
  return format ?? kindLabels[kind];
}

/** The start of an event, otherwise the publication date: "Mar 9, 2026". */
export function resultDateLabel({ startDate, publishedAt }: Pick<SearchResult, 'startDate' | 'publishedAt'>): string {
  return newsDateLabel(startDate ?? publishedAt);
}

/** The address of a result; a document opens over the list, at the page with the match. */
export function resultHref({ kind, id, path, page }: Pick<SearchResult, 'kind' | 'id' | 'path' | 'page'>): string {
  if (kind !== 'document') return path;
  return `/documents${stringifySearch({ preview: id, page: page ?? undefined })}`;
}
