import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from './pageText.ts';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/**
 * The text content of a page, with the marks that its structure refers to. Find and the selectable text layer share it
 * so that their item indexes match.
 */
export const readTextContent = (page: PDFPageProxy): Promise<TextContent> =>
  page.getTextContent({ disableNormalization: true, includeMarkedContent: true });

/** The text items of a page, counted from 1. */
export async function readTextItems(pdf: PDFDocumentProxy, page: number): Promise<TextItem[]> {
  const { items } = await readTextContent(await pdf.getPage(page));
  return items.flatMap((item) => ('str' in item ? [{ str: item.str, hasEOL: item.hasEOL }] : []));
}
