import type { ByteSource } from '../zip/sourceReader.ts';
import { componentPreview, plainBlock, type Block } from './componentList.ts';
import { blocksOf, linesBeside, openOpenDocument, type TextContext } from './openDocument.ts';
import { storedTexts, textParts, type Reading } from './reading.ts';
import { childrenOf } from './xml.ts';

/**
 * A text in OpenDocument: headings, paragraphs, lists and tables in order. Throws UnreadableFile. Source: ODF 1.3 part
 * 3, 4 and 5.
 */
export async function readOdt(source: ByteSource): Promise<Reading> {
  const document = await openOpenDocument(source);
  const context: TextContext = { styles: document.styles, beside: { lines: [], objects: [] } };
  const blocks: Block[] = [];
  for (const element of childrenOf(document.body, 'text')) blocks.push(...blocksOf(element, context));
  const beside = await linesBeside(context, document);
  return {
    pages: null,
    texts: storedTexts(textParts([...blocks.map(plainBlock), ...beside].join('\n'))),
    preview: componentPreview(blocks),
  };
}
