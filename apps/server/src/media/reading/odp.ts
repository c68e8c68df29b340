import type { ByteSource } from '../zip/sourceReader.ts';
import { componentPreview, plainBlock, type Block } from './componentList.ts';
import { blocksOf, linesBeside, openOpenDocument, shapeBlocks, type TextContext } from './openDocument.ts';
import { storedTexts, type Reading } from './reading.ts';
import { childrenOf, elementsIn, type XmlElement } from './xml.ts';

/** Kinds of shapes around the content of a slide, which LibreOffice fills in. */
const FRAME = new Set(['page-number', 'date-time', 'footer', 'header']);

/**
 * A presentation in OpenDocument: one heading per slide, then its texts and tables. Hidden slides are left out, but
 * still count in the numbering. Throws UnreadableFile. Source: ODF 1.3 part 3, 3.6 and 10.
 */
export async function readOdp(source: ByteSource): Promise<Reading> {
  const document = await openOpenDocument(source);
  const blocks: Block[] = [];
  const texts: string[] = [];
  for (const page of childrenOf(document.body, 'presentation')) {
    if (page.name !== 'page') continue;
    const isHidden = document.styles.named('drawing-page', page.attributes['style-name']).isHiddenPart;
    if (isHidden) {
      texts.push('');
      continue;
    }
    const context: TextContext = { styles: document.styles, beside: { lines: [], objects: [] } };
    const shown = slideBlocks(page, texts.length + 1, context);
    blocks.push(...shown);
    const beside = await linesBeside(context, { ...document, masterPages: [] });
    texts.push([...shown.map(plainBlock), ...beside].join('\n'));
  }
  return { pages: texts.length, texts: storedTexts(texts), preview: componentPreview(blocks) };
}

function slideBlocks(page: XmlElement, number: number, context: TextContext): Block[] {
  const shapes = elementsIn(page);
  const kindOf = ({ attributes }: XmlElement) => attributes['presentation:class'] ?? attributes['class'] ?? '';
  const title = shapes.find((shape) => kindOf(shape) === 'title');
  const words = title ? shapeBlocks(title, context).map(plainBlock).join(' ').replaceAll(/\s+/g, ' ') : '';
  for (const notes of shapes.filter(({ name }) => name === 'notes'))
    context.beside.lines.push(
      ...elementsIn(notes)
        .flatMap((shape) => blocksOf(shape, context))
        .map(plainBlock),
    );
  return [
    { kind: 'heading', level: 2, text: words === '' ? `Slide ${number}` : `${number}. ${words}` },
    ...shapes
      .filter((shape) => shape !== title && shape.name !== 'notes' && !FRAME.has(kindOf(shape)))
      .flatMap((shape) => blocksOf(shape, context)),
  ];
}
