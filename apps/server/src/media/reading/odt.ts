import type { ByteSource } from '../zip/sourceReader.ts';
import { openOpenDocument } from './openDocument.ts';
import { isContainer, linesBeside, piecesIn, textContext } from './openDocumentText.ts';
import { StoredLines, type Reading } from './reading.ts';
import { plainPiece, ShownPieces } from './shownPieces.ts';
import { stepsIn } from './xml.ts';

/**
 * A text in OpenDocument: headings, paragraphs, lists and tables in order. Beside the XML itself, memory grows with the
 * largest paragraph, not with the document. Throws UnreadableFile. Source: ODF 1.3 part 3, 4 and 5.
 */
export async function readOdt(source: ByteSource): Promise<Reading> {
  const document = await openOpenDocument(source);
  const context = textContext(document.styles);
  const shown = new ShownPieces();
  const stored = new StoredLines();
  for (const piece of piecesIn(stepsIn(document.body, isContainer), context)) {
    stored.add(plainPiece(piece));
    shown.add(piece);
  }
  for (const line of await linesBeside(context, document)) stored.add(line);
  return { pages: null, texts: stored.finish(), preview: shown.preview() };
}
