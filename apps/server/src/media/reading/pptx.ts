import { joinedInline, trimmed } from '@portico/authoring/conversion/inlineText';
import { textNodes } from '@portico/authoring/conversion/textNodes';
import { joinedLines, type Piece } from '@portico/authoring/conversion/pieces';
import { plainInline } from '@portico/kinds/plainText';
import type { Inline, InlineText } from '@portico/kinds/richText';
import type { ByteSource } from '../zip/sourceReader.ts';
import { openOffice, type OfficePackage } from './officePackage.ts';
import {
  descriptionsIn,
  graphicLines,
  isTrue,
  paragraphLines,
  paragraphRuns,
  relatedParts,
  relationId,
  unescaped,
} from './officeText.ts';
import { storedTexts, MAX_READ_PAGES, UnreadableFile, type Reading } from './reading.ts';
import { componentPreview, plainPiece, tablePiece } from './shownPieces.ts';
import { childNamed, elementsIn, parseXml, textOf, type XmlElement } from './xml.ts';

/** Placeholders around the content of a slide: search finds their words, but they are not in the preview. */
const FRAME = new Set(['sldNum', 'dt', 'ftr', 'hdr']);

/**
 * A presentation: one heading per slide, then its texts and tables. Hidden slides are left out, but still count in the
 * numbering. Search also finds footers, notes, comments, charts, SmartArt and
 * descriptions of pictures. Throws UnreadableFile. Source: ECMA-376
 * part 1, 19.
 */
export async function readPptx(source: ByteSource): Promise<Reading> {
  const office = await openOffice(source);
  const xml = await office.part(office.main);
  if (xml === undefined) throw new UnreadableFile('Damaged');
  const relations = await office.relations(office.main);
  const slides = elementsIn(childNamed(parseXml(xml), 'sldIdLst'), 'sldId').map(
    (one) => relations.get(relationId(one))?.target,
  );
  const texts: string[] = [];
  const pieces: Piece[] = [];
  for (const [index, name] of slides.slice(0, MAX_READ_PAGES).entries()) {
    const slideXml = name === undefined ? undefined : await office.part(name);
    const slide = slideXml === undefined ? undefined : parseXml(slideXml);
    if (name === undefined || !slide || ['0', 'false'].includes(slide.attributes['show'] ?? '')) {
      texts.push('');
      continue;
    }
    const found = slidePieces(slide, index + 1);
    pieces.push(...found);
    const beside = [...frameLines(slide), ...(await linesBeside(office, name)), ...descriptionsIn(slide)];
    texts.push([...found.map(plainPiece), ...beside].join('\n'));
  }
  return { pages: slides.length, texts: storedTexts(texts), preview: componentPreview(pieces) };
}

const shapesOf = (slide: XmlElement): XmlElement[] => shapesIn(childNamed(childNamed(slide, 'cSld'), 'spTree'));

/** Footers and the like that somebody typed: dates that PowerPoint fills in are fields. */
function frameLines(slide: XmlElement): string[] {
  return shapesOf(slide)
    .filter((shape) => ['dt', 'ftr', 'hdr'].includes(placeholderOf(shape) ?? ''))
    .flatMap((shape) => paragraphLines(withoutFields(shape)));
}

const withoutFields = (element: XmlElement): XmlElement => ({
  ...element,
  children: element.children
    .filter((child) => typeof child === 'string' || child.name !== 'fld')
    .map((child) => (typeof child === 'string' ? child : withoutFields(child))),
});

const BESIDE = new Set(['notesSlide', 'comments']);

/** Words that are not in the slide itself: speaker's notes, comments, charts and SmartArt. */
async function linesBeside(office: OfficePackage, slide: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { relation, root } of await relatedParts(office, slide, BESIDE)) {
    if (relation.type === 'comments') lines.push(...commentLines(root));
    else
      lines.push(
        ...shapesOf(root)
          .filter((shape) => !FRAME.has(placeholderOf(shape) ?? ''))
          .flatMap(paragraphLines),
      );
  }
  return [...lines, ...(await graphicLines(office, slide))];
}

/** Comments and their replies. Before 2021 they were plain texts, since then they have paragraphs. */
function commentLines(element: XmlElement): string[] {
  if (element.name === 'text') return [unescaped(textOf(element)).trim()].filter((line) => line !== '');
  if (element.name === 'txBody') return paragraphLines(element);
  return elementsIn(element).flatMap(commentLines);
}

function slidePieces(slide: XmlElement, number: number): Piece[] {
  const shapes = shapesOf(slide);
  const title = shapes.find((shape) => /^(?:ctrT|t)itle$/.test(placeholderOf(shape) ?? ''));
  const titleWords = title
    ? paragraphsOf(title)
        .map(({ text }) => plainInline(text).replaceAll(/\s+/g, ' '))
        .join(' ')
    : '';
  const heading = titleWords === '' ? `Slide ${number}` : `${number}. ${titleWords}`;
  return [
    { kind: 'heading', level: 1, text: textNodes(heading) },
    ...shapes.filter((shape) => shape !== title && !FRAME.has(placeholderOf(shape) ?? '')).flatMap(shapePieces),
  ];
}

/** All shapes in order, with groups expanded in place. */
function shapesIn(tree: XmlElement | undefined): XmlElement[] {
  return elementsIn(tree).flatMap((child) => {
    if (child.name === 'grpSp') return shapesIn(child);
    if (child.name === 'AlternateContent') return shapesIn(childNamed(child, 'Choice'));
    return child.name === 'sp' || child.name === 'graphicFrame' ? [child] : [];
  });
}

/**
 * The kind of placeholder that a shape fills, `body` if unspecified; undefined for a shape that is not a placeholder.
 */
function placeholderOf(shape: XmlElement): string | undefined {
  const placeholder = childNamed(childNamed(childNamed(shape, 'nvSpPr'), 'nvPr'), 'ph');
  return placeholder && (placeholder.attributes['type'] ?? 'body');
}

function shapePieces(shape: XmlElement): Piece[] {
  if (shape.name === 'graphicFrame')
    return tablePieces(childNamed(childNamed(childNamed(shape, 'graphic'), 'graphicData'), 'tbl'));
  const paragraphs = paragraphsOf(shape);
  const isList = placeholderOf(shape) === 'body' && paragraphs.length > 1;
  return paragraphs.map(({ depth, text }, index) =>
    isList ? { kind: 'item', depth, ordered: false, isNew: index === 0, text } : { kind: 'paragraph', text },
  );
}

function tablePieces(table: XmlElement | undefined): Piece[] {
  const rows = elementsIn(table, 'tr').map((row) =>
    elementsIn(row, 'tc').map((cell) => joinedLines(paragraphsOf(cell).map(({ text }) => text))),
  );
  if (rows.length === 0) return [];
  return [tablePiece(rows, { hasHeader: isTrue(childNamed(table, 'tblPr')?.attributes['firstRow']) })];
}

/** The paragraphs that contain text. */
function paragraphsOf(holder: XmlElement): Array<{ depth: number; text: InlineText }> {
  return elementsIn(childNamed(holder, 'txBody'), 'p').flatMap((paragraph) => {
    const nodes = paragraphRuns(paragraph).map((run): Inline =>
      run === undefined ? { type: 'hardBreak' } : { type: 'text', text: run },
    );
    const text = trimmed(joinedInline(nodes));
    const depth = Math.min(Number(childNamed(paragraph, 'pPr')?.attributes['lvl'] ?? 0) || 0, 8);
    return text.length === 0 ? [] : [{ depth, text }];
  });
}
