import { MAX_LIST_TEXT } from '@portico/contracts/paging';
import { MAX_PAGE } from '@portico/contracts/paging';
import { cleanText } from '@portico/kinds/typedText';
import { valuesOf } from './searchParams.ts';

const MAX_NAMES = 20;
/** The most letters of the words to find in a document, in its address. */
export const MAX_FIND_LENGTH = 100;

/** The page number in the address, counted from 1; an invalid one is 1. */
export function readPage(search: Record<string, unknown>, name = 'page'): number {
  const [text = ''] = valuesOf(search, name);
  const page = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
  return page <= MAX_PAGE ? page : 1;
}

/** Values of a filter in the address, without duplicates, at most as many as a call accepts. */
export function readNames(search: Record<string, unknown>, name: string, maxLength: number): string[] {
  return [...new Set(valuesOf(search, name).filter((value) => value !== '' && value.length <= maxLength))].slice(
    0,
    MAX_NAMES,
  );
}

/** The trimmed search text in an address; empty for none. */
export const readListText = (text: string | undefined): string =>
  cleanText(cleanText(text ?? '').slice(0, MAX_LIST_TEXT));

/** How a list shows its items. */
export type ListView = 'cards' | 'table';

/** The view in an address; undefined if it leaves the choice to the reader. */
export function readView(search: Record<string, unknown>): ListView | undefined {
  const [view] = valuesOf(search, 'view');
  return view === 'cards' || view === 'table' ? view : undefined;
}
