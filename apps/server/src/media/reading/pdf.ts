import { getDocumentProxy } from 'unpdf';
import { storedTexts, MAX_READ_PAGES, UnreadableFile, type Reading } from './reading.ts';

/** The words and the number of pages of a PDF, which browsers can display. Throws UnreadableFile. */
export async function readPdf(bytes: Uint8Array): Promise<Reading> {
  const document = await getDocumentProxy(bytes, {
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: 0,
    verbosity: 0,
  }).catch(unreadable);
  const pages: string[] = [];
  for (let number = 1; number <= Math.min(document.numPages, MAX_READ_PAGES); number += 1) {
    const page = await document.getPage(number).catch(unreadable);
    const { items } = await page.getTextContent().catch(unreadable);
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    page.cleanup();
  }
  return { pages: document.numPages, texts: storedTexts(pages), preview: undefined };
}

function unreadable(cause: unknown): never {
  // Encryption with certificates is recognizable only by the message.
  const isProtected = cause instanceof Error && (cause.name === 'PasswordException' || /encrypt/i.test(cause.message));
  throw new UnreadableFile(isProtected ? 'Protected' : 'Damaged', { cause });
}
