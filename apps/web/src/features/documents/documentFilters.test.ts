import { anId } from '@portico/testing/builders';
import { describe, expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '../../routing/searchParams.ts';
import { documentFilters } from './documentFilters.ts';

const id = anId();
describe('document filters in the address', () => {
  test('keep the page of an open document apart from the list page', () => {
    const open = (page: number) =>
      documentFilters.address({ ...documentFilters.read({}), page: 2, preview: { id, page } });
    expect(stringifySearch(open(3))).toBe(`?preview=${id}&page=3&list=2`);
    expect(stringifySearch(open(1))).toBe(`?preview=${id}&list=2`);
    expect(documentFilters.read(parseSearch(`?preview=${id}&page=3&list=2`))).toMatchObject({
      page: 2,
      preview: { id, page: 3 },
    });
    expect(documentFilters.read({ page: '3', list: '2' })).toMatchObject({ page: 3, preview: undefined });
  });

  test('keep the words to find in an open document [DOCS-015]', () => {
    const filters = documentFilters.read(parseSearch(`?preview=${id}&page=3&find=surrender+charge`));
    expect(filters.preview).toEqual({ id, page: 3, find: 'surrender charge' });
    expect(documentFilters.address(filters)).toEqual({ preview: id, page: '3', find: 'surrender charge' });
    expect(documentFilters.read({ find: 'charge' }).preview).toBeUndefined();
    expect(documentFilters.read({ preview: id, find: ' ' }).preview?.find).toBeUndefined();
    expect(documentFilters.read({ preview: id, find: 'x'.repeat(101) }).preview?.find).toHaveLength(100);
  });

  test('keep the file that a link was made for, and ignore what names none [DESK-221]', () => {
    const file = '0123456789abcdef';
    const filters = documentFilters.read({ preview: id, file });
    expect(filters.preview).toMatchObject({ id, file });
    expect(documentFilters.address(filters)).toEqual({ preview: id, file });
    for (const wrong of ['xyz', file.slice(1), file.toUpperCase(), 'a'.repeat(65)])
      expect(documentFilters.read({ preview: id, file: wrong }).preview?.file, wrong).toBeUndefined();
  });

  test('ignore an invalid document id', () => {
    expect(documentFilters.read({ preview: '../../x', page: '3' })).toMatchObject({ page: 3, preview: undefined });
  });
});
