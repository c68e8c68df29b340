import { DOCUMENTS_PAGE_SIZE } from '@portico/contracts/documents';
import { MAX_CATEGORY_LENGTH, MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { fileFormats } from '@portico/kinds/fileFormats';
import type { DocumentFormat } from '@portico/kinds/media';
import {
  choiceFilter,
  firstOf,
  listFilters,
  namesFilter,
  orders,
  pageFilter,
  periodFilter,
  readPage,
  textFilter,
  viewFilter,
  type Filter,
} from '../../routing/listFilters.ts';
import { MAX_FIND_LENGTH } from '../../search/searchAddress.ts';

const documentOrders = {
  ...orders,
  largest: { sortBy: 'Size', sort: 'Descending' },
  smallest: { sortBy: 'Size', sort: 'Ascending' },
} as const;

/** The document open over the list, and its page. */
export interface OpenPreview {
  id: string;
  /** Counted from 1. */
  page: number;
  /** Words to find in it. */
  find?: string | undefined;
  /** The file that the link was made for, by the first digits of its SHA-256. */
  file?: string | undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const LINKED_FILE = /^[0-9a-f]{16,64}$/;
const MAX_FORMAT = 8;

const previewFilter = {
  read: (search): OpenPreview | undefined => {
    const id = firstOf(search, 'preview');
    const find = firstOf(search, 'find').slice(0, MAX_FIND_LENGTH).trim() || undefined;
    const file = LINKED_FILE.exec(firstOf(search, 'file'))?.[0];
    return UUID.test(id) ? { id: id.toLowerCase(), page: readPage(search), find, file } : undefined;
  },
  address: (preview) =>
    preview
      ? {
          preview: preview.id,
          ...(preview.page > 1 ? { page: String(preview.page) } : {}),
          ...(preview.find === undefined ? {} : { find: preview.find }),
          ...(preview.file === undefined ? {} : { file: preview.file }),
        }
      : {},
  asked: () => ({}),
} satisfies Filter<OpenPreview | undefined>;

/** While a document is open, `page` is its page, which keeps links short, and `list` the list's. */
const listPageFilter = {
  ...pageFilter(DOCUMENTS_PAGE_SIZE),
  read: (search) => readPage(search, previewFilter.read(search) ? 'list' : 'page'),
  address: (page, { preview }) => (page > 1 ? { [preview ? 'list' : 'page']: String(page) } : {}),
} satisfies Filter<number>;

/** The document list in its address. */
export const documentFilters = listFilters({
  preview: previewFilter,
  page: listPageFilter,
  order: choiceFilter('sort', documentOrders),
  text: textFilter,
  view: viewFilter,
  period: periodFilter,
  categories: namesFilter('category', MAX_CATEGORY_LENGTH),
  departments: namesFilter('department', MAX_DEPARTMENT),
  formats: namesFilter('format', MAX_FORMAT, (name): name is DocumentFormat => Object.hasOwn(fileFormats, name)),
});
export type DocumentFilters = ReturnType<typeof documentFilters.read>;
