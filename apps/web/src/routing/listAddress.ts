import { MAX_PAGE } from '@portico/contracts/paging';
import { valuesOf } from './searchParams.ts';

const MAX_NAMES = 20;

/** The page that the address names, counted from 1; one that can not be is the first. */
export function readPage(search: Record<string, unknown>, name = 'page'): number {
  const [text = ''] = valuesOf(search, name);
  const page = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
  return page <= MAX_PAGE ? page : 1;
}

/** Names that the address gives to a filter, each once, as many as calls take. */
export function readNames(search: Record<string, unknown>, name: string, longest: number): string[] {
  return [...new Set(valuesOf(search, name).filter((one) => one !== '' && one.length <= longest))].slice(0, MAX_NAMES);
}
