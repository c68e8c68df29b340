import { textNodes } from '@portico/authoring/conversion/textNodes';
import type { Piece } from '@portico/authoring/conversion/pieces';
import type { ByteSource } from '../zip/sourceReader.ts';
import { openOpenDocument } from './openDocument.ts';
import { linesBeside, piecesOf, shapePieces, textContext, type TextContext } from './openDocumentText.ts';
import { storedTexts, type Reading } from './reading.ts';
import { componentPreview, plainPiece } from './shownPieces.ts';
import { childrenOf, elementsIn, type XmlElement } from './xml.ts';

/** Kinds of shapes around the content of a slide, which LibreOffice fills in. */
const FRAME = new Set(['page-number', 'date-time', 'footer', 'header']);

/**
 * A presentation in OpenDocument: one heading per slide, then its texts and tables. Hidden slides are left out, but
 * still count in the numbering. Throws UnreadableFile. Source: ODF 1.3 part 3, 3.6 and 10.
 */
export async function readOdp(source: ByteSource): Promise<Reading> {
  const document = await openOpenDocument(source);
  const pieces: Piece[] = [];
  const texts: string[] = [];
  for (const page of childrenOf(document.body, 'presentation')) {
    if (page.name !== 'page') continue;
    const isHidden = document.styles.named('drawing-page', page.attributes['style-name']).isHiddenPart;
    if (isHidden) {
      texts.push('');
      continue;
    }
    const context = textContext(document.styles);
    const shown = slidePieces(page, texts.length + 1, context);
    pieces.push(...shown);
    const beside = await linesBeside(context, { ...document, masterPages: [] });
    texts.push([...shown.map(plainPiece), ...beside].join('\n'));
  }
  return { pages: texts.length, texts: storedTexts(texts), preview: componentPreview(pieces) };
}

function slidePieces(page: XmlElement, number: number, context: TextContext): Piece[] {
  const shapes = elementsIn(page);
  const kindOf = ({ attributes }: XmlElement) => attributes['presentation:class'] ?? attributes['class'] ?? '';
  const title = shapes.find((shape) => kindOf(shape) === 'title');
  const words = title ? [...shapePieces(title, context)].map(plainPiece).join(' ').replaceAll(/\s+/g, ' ') : '';
  for (const notes of shapes.filter(({ name }) => name === 'notes'))
    context.beside.lines.push(
      ...elementsIn(notes)
        .flatMap((shape) => [...piecesOf(shape, context)])
        .map(plainPiece),
    );
  return [
    { kind: 'heading', level: 1, text: textNodes(words === '' ? `Slide ${number}` : `${number}. ${words}`) },
    ...shapes
      .filter((shape) => shape !== title && shape.name !== 'notes' && !FRAME.has(kindOf(shape)))
      .flatMap((shape) => [...piecesOf(shape, context)]),
  ];
}
