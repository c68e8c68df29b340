import type { MarkedText, SearchResult } from '@portico/contracts/search';
import { newsDateLabel } from '../dates/dateLabels.ts';
import { stringifySearch } from '../routing/searchParams.ts';
import { MAX_FIND_LENGTH } from './searchAddress.ts';

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

/** The address of a result. A document opens over the list at the page with the match, a PDF with its words marked. */
export function resultHref({
  kind,
  id,
  path,
  page,
  format,
  snippet,
}: Pick<SearchResult, 'kind' | 'id' | 'path' | 'page' | 'format' | 'snippet'>): string {
  if (kind !== 'document') return path;
  const find = format === 'PDF' && page !== null ? longestMatch(snippet) : undefined;
  return `/documents${stringifySearch({ preview: id, page: page ?? undefined, find })}`;
}

/** The longest run of matching words in a passage, as they are written there; undefined without any. */
function longestMatch(passage: MarkedText): string | undefined {
  const runs: string[] = [];
  let run = '';
  for (const { text, isMatch } of passage) {
    if (isMatch) run += text;
    else if (run !== '' && /^[\s-]+$/.test(text)) run += text;
    else {
      runs.push(run);
      run = '';
    }
  }
  const [longest = ''] = [...runs, run].map((words) => words.trim()).toSorted((a, b) => b.length - a.length);
  return longest === '' ? undefined : longest.slice(0, MAX_FIND_LENGTH).trim();
}
