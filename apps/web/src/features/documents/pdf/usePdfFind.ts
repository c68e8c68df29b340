import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useEffectEvent, useState } from 'react';
import { findInPage, foldQuery, pageText, type PageText, type TextRange } from './pageText.ts';
import { readTextItems } from './readTextItems.ts';

/** A match of the query in the file. */
export interface PdfMatch {
  /** Counted from 1. */
  page: number;
  range: TextRange;
}

export interface PdfFind {
  query: string;
  setQuery: (query: string) => void;
  matches: readonly PdfMatch[];
  /** Index of the current match; -1 for none. */
  current: number;
  /** Increases each time the current match should scroll into view. */
  visit: number;
  isSearching: boolean;
  step: (direction: 1 | -1) => void;
}

const WAIT_MS = 250;
/** Find stops here: nobody steps through more matches. */
const MAX_MATCHES = 2000;

/**
 * Finds text in a PDF, page by page. The first match on or after the current page becomes the current match. Reads each
 * page's text once. `requested` is the query until the reader types another one, or another is requested.
 */
export function usePdfFind(pdf: PDFDocumentProxy | undefined, getCurrentPage: () => number, requested = ''): PdfFind {
  const [query, setQuery] = useState(requested);
  const [lastRequested, setLastRequested] = useState(requested);
  if (requested !== lastRequested) {
    setLastRequested(requested);
    setQuery(requested);
  }
  const [found, setFound] = useState<{ query: string; matches: PdfMatch[]; isDone: boolean }>({
    query: '',
    matches: [],
    isDone: true,
  });
  const [position, setPosition] = useState({ current: -1, visit: 0 });
  const [texts] = useState(() => new Map<number, Promise<PageText>>());
  const readPage = useEffectEvent(getCurrentPage);
  const folded = foldQuery(query);

  useEffect(() => {
    if (!pdf || folded === '') {
      setFound({ query: folded, matches: [], isDone: true });
      setPosition(({ visit }) => ({ current: -1, visit }));
      return;
    }
    let isCanceled = false;
    const search = async () => {
      const from = readPage();
      const matches: PdfMatch[] = [];
      let current = -1;
      for (let page = 1; page <= pdf.numPages && matches.length < MAX_MATCHES; page += 1) {
        const text = texts.get(page) ?? readTextItems(pdf, page).then(pageText);
        texts.set(page, text);
        const ranges = findInPage(await text, folded);
        if (isCanceled) return;
        if (ranges.length === 0) continue;
        matches.push(...ranges.map((range) => ({ page, range })));
        setFound({ query: folded, matches: [...matches], isDone: false });
        if (current < 0 && page >= from) {
          current = matches.length - ranges.length;
          setPosition(({ visit }) => ({ current, visit: visit + 1 }));
        }
      }
      setFound({ query: folded, matches, isDone: true });
      if (current < 0) setPosition(({ visit }) => ({ current: matches.length > 0 ? 0 : -1, visit: visit + 1 }));
    };
    const timer = setTimeout(() => {
      // A page that can't be read has no matches. The page itself shows the error.
      search().catch(() => {
        if (!isCanceled) setFound((before) => ({ ...before, query: folded, isDone: true }));
      });
    }, WAIT_MS);
    return () => {
      isCanceled = true;
      clearTimeout(timer);
    };
  }, [pdf, folded, texts]);

  const matches = found.query === folded ? found.matches : [];
  return {
    query,
    setQuery,
    matches,
    current: matches.length > 0 ? position.current : -1,
    visit: position.visit,
    isSearching: folded !== '' && (found.query !== folded || !found.isDone),
    step: (direction) => {
      if (matches.length === 0) return;
      setPosition(({ current, visit }) => ({
        current: (current + direction + matches.length) % matches.length,
        visit: visit + 1,
      }));
    },
  };
}
