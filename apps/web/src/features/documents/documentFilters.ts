import { DOCUMENTS_PAGE_SIZE } from '@portico/contracts/documents';
import { MAX_CATEGORY_LENGTH, MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { type DocumentFormat, documentFormats } from '@portico/kinds/media';
import type { Period } from '../../routing/period.ts';
import { periodInput, periodSearch, readPeriod } from '../../routing/period.ts';
import {
  MAX_FIND_LENGTH,
  readListText,
  readNames,
  readPage,
  readView,
  type ListView,
} from '../../routing/listAddress.ts';
import type { SearchParams } from '../../routing/searchParams.ts';
import { stringifySearch, valuesOf } from '../../routing/searchParams.ts';
import type { DocumentsInput } from './documents.queries.ts';

/** Sort orders by their name in the address; the first one is the default. */
export const documentOrders = {
  newest: { sortBy: 'Date', sort: 'Descending' },
  oldest: { sortBy: 'Date', sort: 'Ascending' },
  'a-z': { sortBy: 'Title', sort: 'Ascending' },
  'z-a': { sortBy: 'Title', sort: 'Descending' },
  largest: { sortBy: 'Size', sort: 'Descending' },
  smallest: { sortBy: 'Size', sort: 'Ascending' },
} as const;
export type DocumentOrder = keyof typeof documentOrders;

/** The document open over the list, and its page. */
export interface OpenPreview {
  id: string;
  /** Counted from 1. */
  page: number;
  /** Words to find in it. */
  find?: string | undefined;
}

/** The filters in the list's address. */
export interface DocumentFilters extends Period {
  page: number;
  order: DocumentOrder;
  categories: string[];
  departments: string[];
  formats: DocumentFormat[];
  /** Search text; empty for none. */
  text: string;
  /** As chosen in this address; a list without a choice is shown as last chosen. */
  view: ListView | undefined;
  preview: OpenPreview | undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * Reads filters from the address, with defaults for missing or invalid values. While a document is open, `page` is its
 * page, which keeps links short (`?preview=…&page=3`), `find` the words to find in it, and `list` the list page.
 */
export function readDocumentFilters(search: Record<string, unknown>): DocumentFilters {
  const [order = ''] = valuesOf(search, 'sort');
  const [id = ''] = valuesOf(search, 'preview');
  const preview = UUID.test(id) ? { id: id.toLowerCase(), page: readPage(search), find: readFind(search) } : undefined;
  const isFormat = (name: string): name is DocumentFormat => (documentFormats as readonly string[]).includes(name);
  return {
    ...readPeriod(search),
    page: readPage(search, preview ? 'list' : 'page'),
    order: Object.hasOwn(documentOrders, order) ? (order as DocumentOrder) : 'newest',
    categories: readNames(search, 'category', MAX_CATEGORY_LENGTH),
    departments: readNames(search, 'department', MAX_DEPARTMENT),
    formats: readNames(search, 'format', 8).filter(isFormat).slice(0, documentFormats.length),
    text: readListText(valuesOf(search, 'text')[0]),
    view: readView(search),
    preview,
  };
}

const readFind = (search: Record<string, unknown>): string | undefined =>
  valuesOf(search, 'find')[0]?.slice(0, MAX_FIND_LENGTH).trim() || undefined;

/** Search parameters for these filters, without default values. */
export function documentSearch({
  page,
  order,
  categories,
  departments,
  formats,
  text,
  view,
  preview,
  ...period
}: DocumentFilters): SearchParams {
  return {
    ...(preview
      ? {
          preview: preview.id,
          ...(preview.page > 1 ? { page: String(preview.page) } : {}),
          ...(preview.find === undefined ? {} : { find: preview.find }),
        }
      : {}),
    ...(page > 1 ? { [preview ? 'list' : 'page']: String(page) } : {}),
    ...(order !== 'newest' ? { sort: order } : {}),
    ...(text === '' ? {} : { text }),
    ...(view ? { view } : {}),
    ...periodSearch(period),
    ...(categories.length > 0 ? { category: categories } : {}),
    ...(departments.length > 0 ? { department: departments } : {}),
    ...(formats.length > 0 ? { format: formats } : {}),
  };
}

/** Address of a document opened over the list at a page. */
export function documentPreviewHref(documentId: string, page = 1): string {
  return `/documents${stringifySearch({ preview: documentId, ...(page > 1 ? { page: String(page) } : {}) })}`;
}

/** API query for these filters. */
export function documentsInput(filters: Omit<DocumentFilters, 'preview' | 'view'>, now: Date): DocumentsInput {
  const { categories, departments, formats } = filters;
  const { sortBy, sort } = documentOrders[filters.order];
  return {
    page: String(filters.page),
    pageSize: String(DOCUMENTS_PAGE_SIZE),
    sortBy,
    sort,
    ...periodInput(filters, now),
    ...(categories.length > 0 ? { category: categories } : {}),
    ...(departments.length > 0 ? { department: departments } : {}),
    ...(formats.length > 0 ? { format: formats } : {}),
    ...(filters.text === '' ? {} : { text: filters.text }),
  };
}
