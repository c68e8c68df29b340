import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from './pageText.ts';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** The text of a page with its places, as finding and the layer of selectable text both take it: their items have the same numbers. */
export const readTextContent = (page: PDFPageProxy): Promise<TextContent> =>
  page.getTextContent({ disableNormalization: true });

/** The pieces of text of a page, counted from 1. */
export async function readTextItems(pdf: PDFDocumentProxy, page: number): Promise<TextItem[]> {
  const { items } = await readTextContent(await pdf.getPage(page));
  return items.flatMap((item) => ('str' in item ? [{ str: item.str, hasEOL: item.hasEOL }] : []));
}
