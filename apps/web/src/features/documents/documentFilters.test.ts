import { listDocuments } from '@portico/contracts/documents';
import { anId } from '@portico/testing/builders';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { parseSearch, stringifySearch } from '../../routing/searchParams.ts';
import { documentPreviewHref, documentSearch, documentsInput, readDocumentFilters } from './documentFilters.ts';

const now = new Date(2026, 2, 9, 15, 5);
const id = anId();
const anything = fc.dictionary(
  fc.constantFrom('page', 'list', 'sort', 'days', 'from', 'to', 'category', 'department', 'format', 'preview', 'other'),
  fc.oneof(
    fc.constantFrom(
      '1',
      '2',
      '1000',
      '1001',
      '-1',
      'newest',
      'a-z',
      'largest',
      'constructor',
      '30',
      '2026-02-28',
      '2026-02-30',
      'PDF',
      'pdf',
      'XLSX',
      id,
      '',
    ),
    fc.string(),
    fc.array(fc.string(), { minLength: 2, maxLength: 30 }),
  ),
);

describe('document filters in the address', () => {
  test('always give a valid API query, whatever the address [DOCS-002]', () => {
    fc.assert(
      fc.property(anything, (search) => {
        const query = documentsInput(readDocumentFilters(parseSearch(stringifySearch(search))), now);
        expect(z.safeParse(listDocuments.query, query).success).toBe(true);
      }),
    );
  });

  test('survive a round trip through the address [DOCS-002]', () => {
    fc.assert(
      fc.property(anything, (search) => {
        const filters = readDocumentFilters(search);
        expect(readDocumentFilters(parseSearch(stringifySearch(documentSearch(filters))))).toEqual(filters);
      }),
    );
  });

  test('keep the page of an open document apart from the list page', () => {
    expect(documentPreviewHref(id, 3)).toBe(`/documents?preview=${id}&page=3`);
    expect(documentPreviewHref(id)).toBe(`/documents?preview=${id}`);
    expect(readDocumentFilters(parseSearch(`?preview=${id}&page=3&list=2`))).toMatchObject({
      page: 2,
      preview: { id, page: 3 },
    });
    expect(readDocumentFilters({ page: '3', list: '2' })).toMatchObject({ page: 3, preview: undefined });
  });

  test('ignore an invalid document id', () => {
    expect(readDocumentFilters({ preview: '../../x', page: '3' })).toMatchObject({ page: 3, preview: undefined });
  });
});
