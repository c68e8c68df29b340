import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { annotationText, type Annotation } from './pdf/annotationText.ts';
import { openPdf, type ContentMark, type DocumentFacts, type StructureNode, type TextItem } from './pdf/engine.ts';
import { pageText, structureDescriptions, structureReplacements } from './pdf/pageText.ts';
import { withFormText, xfaText } from './pdf/xfaText.ts';
import { storedTexts, MAX_READ_PAGES, UnreadableFile, type Reading } from './reading.ts';

/** CPU time after which the words of further pages are left out; otherwise a limit of the process would end it. */
const MAX_CPU_MS = 50_000;

/** The words and the number of pages of a PDF, which browsers can display. Throws UnreadableFile. */
export async function readPdf(bytes: Uint8Array): Promise<Reading> {
  const document = await openPdf(bytes).catch(unreadable);
  // A fault in layers, structure, annotations or facts hides no page from readers.
  const layers = await document.getOptionalContentConfig().catch(() => undefined);
  const pages: string[] = [];
  const faults: unknown[] = [];
  for (let number = 1; number <= Math.min(document.numPages, MAX_READ_PAGES); number += 1) {
    const words = await pageWords(document, number, (layer) => layers?.isVisible(layer) ?? true).catch(
      (fault: unknown) => void faults.push(fault),
    );
    pages.push(words ?? '');
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1000 > MAX_CPU_MS) break;
  }
  // Readers see the other pages of a file with a damaged one.
  if (faults.length > 0 && faults.length === pages.length) unreadable(faults[0]);
  const facts = await document.getMetadata().then(
    ({ info }) => info as DocumentFacts,
    () => undefined,
  );
  const texts = withFormText(pages, xfaText(facts?.xfaParts ?? []));
  return { pages: document.numPages, texts: storedTexts(texts), preview: undefined };
}

async function pageWords(
  document: PDFDocumentProxy,
  number: number,
  isVisible: (layer: unknown) => boolean,
): Promise<string> {
  const page = await document.getPage(number);
  const { items, styles } = await page.getTextContent({ includeMarkedContent: true });
  const structure: StructureNode | null = await page.getStructTree().catch(() => null);
  const annotations: Annotation[] = await page.getAnnotations().catch(() => []);
  page.cleanup();
  const drawn = pageText(items as (TextItem | ContentMark)[], structureReplacements(structure), {
    isVertical: (font) => styles[font]?.vertical ?? false,
    isVisible,
  });
  const words = `${drawn}\n${annotationText(annotations)}`;
  // A page that is only a picture must count as one without words, whatever its description says.
  if (!structure || words.trim() === '') return words;
  return [words, ...structureDescriptions(structure)].join('\n');
}

function unreadable(cause: unknown): never {
  // Encryption with certificates is recognizable only by the message.
  const isProtected = cause instanceof Error && (cause.name === 'PasswordException' || /encrypt/i.test(cause.message));
  throw new UnreadableFile(isProtected ? 'Protected' : 'Damaged', { cause });
}
