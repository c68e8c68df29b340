import { act, renderHook, waitFor } from '@testing-library/react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { usePdfFind } from './usePdfFind.ts';

/** A PDF with these pages. */
const pdfOf = (...pages: string[]) =>
  ({
    numPages: pages.length,
    getPage: (number: number) =>
      Promise.resolve({
        getTextContent: () => Promise.resolve({ items: [{ str: pages[number - 1], hasEOL: true }] }),
      }),
  }) as unknown as PDFDocumentProxy;

test('the words of a search hit are found at first, from its page on [DOCS-015]', async () => {
  const pdf = pdfOf('A surrender charge', 'Nothing', 'Each surrender charge');
  const { result, rerender } = renderHook(({ words }) => usePdfFind(pdf, () => 3, words), {
    initialProps: { words: 'surrender charge' },
  });
  expect(result.current.query).toBe('surrender charge');
  await waitFor(() => expect(result.current.isSearching).toBe(false));
  expect(result.current.matches.map(({ page }) => page)).toEqual([1, 3]);
  expect(result.current.matches[result.current.current]?.page).toBe(3);

  act(() => result.current.setQuery('nothing'));
  rerender({ words: 'surrender charge' });
  expect(result.current.query, 'what the reader typed').toBe('nothing');
  rerender({ words: 'each' });
  expect(result.current.query, 'of another hit').toBe('each');
});
