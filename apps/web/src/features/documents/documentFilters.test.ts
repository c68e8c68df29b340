import { anId } from '@portico/testing/builders';
import { describe, expect, test } from 'vitest';
import { parseSearch } from '../../routing/searchParams.ts';
import { documentPreviewHref, documentSearch, readDocumentFilters } from './documentFilters.ts';

const id = anId();
describe('document filters in the address', () => {
  test('keep the page of an open document apart from the list page', () => {
    expect(documentPreviewHref(id, 3)).toBe(`/documents?preview=${id}&page=3`);
    expect(documentPreviewHref(id)).toBe(`/documents?preview=${id}`);
    expect(readDocumentFilters(parseSearch(`?preview=${id}&page=3&list=2`))).toMatchObject({
      page: 2,
      preview: { id, page: 3 },
    });
    expect(readDocumentFilters({ page: '3', list: '2' })).toMatchObject({ page: 3, preview: undefined });
  });

  test('keep the words to find in an open document [DOCS-015]', () => {
    const filters = readDocumentFilters(parseSearch(`?preview=${id}&page=3&find=surrender+charge`));
    expect(filters.preview).toEqual({ id, page: 3, find: 'surrender charge' });
    expect(documentSearch(filters)).toEqual({ preview: id, page: '3', find: 'surrender charge' });
    expect(readDocumentFilters({ find: 'charge' }).preview).toBeUndefined();
    expect(readDocumentFilters({ preview: id, find: ' ' }).preview?.find).toBeUndefined();
    expect(readDocumentFilters({ preview: id, find: 'x'.repeat(101) }).preview?.find).toHaveLength(100);
  });

  test('ignore an invalid document id', () => {
    expect(readDocumentFilters({ preview: '../../x', page: '3' })).toMatchObject({ page: 3, preview: undefined });
  });
});
