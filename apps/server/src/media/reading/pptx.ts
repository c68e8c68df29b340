import type { Inline, InlineText } from '@portico/kinds/richText';
import type { ByteSource } from '../zip/sourceReader.ts';
import { componentPreview, joinedInline, type Block } from './componentList.ts';
import { openOffice, type OfficePackage } from './officePackage.ts';
import {
  graphicLines,
  isTrue,
  paragraphLines,
  paragraphRuns,
  relatedParts,
  relationId,
  unescaped,
} from './officeText.ts';
import { joinedCells, storedTexts, MAX_READ_PAGES, UnreadableFile, type Reading } from './reading.ts';
import { childNamed, elementsIn, parseXml, textOf, type XmlElement } from './xml.ts';

/** Placeholders around the content of a slide: search finds their words, but they are not in the preview. */
const FRAME = new Set(['sldNum', 'dt', 'ftr', 'hdr']);

/** A part of a slide, and its words for search, which have no limit. */
interface SlideBlock {
  block: Block;
  words: string;
}

/**
 * A presentation: one heading per slide, then its texts and tables. Hidden slides are left out, but still count in the
 * numbering. Search also finds footers, notes, comments, charts and SmartArt. Throws UnreadableFile. Source: ECMA-376
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
  const blocks: Block[] = [];
  for (const [index, name] of slides.slice(0, MAX_READ_PAGES).entries()) {
    const slideXml = name === undefined ? undefined : await office.part(name);
    const slide = slideXml === undefined ? undefined : parseXml(slideXml);
    if (name === undefined || !slide || ['0', 'false'].includes(slide.attributes['show'] ?? '')) {
      texts.push('');
      continue;
    }
    const found = slideBlocks(slide, index + 1);
    blocks.push(...found.map(({ block }) => block));
    const beside = [...frameLines(slide), ...(await linesBeside(office, name))];
    texts.push([...found.map(({ words }) => words), ...beside].join('\n'));
  }
  return { pages: slides.length, texts: storedTexts(texts), preview: componentPreview(blocks) };
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

function slideBlocks(slide: XmlElement, number: number): SlideBlock[] {
  const shapes = shapesOf(slide);
  const title = shapes.find((shape) => /^(?:ctrT|t)itle$/.test(placeholderOf(shape) ?? ''));
  const titleWords = title
    ? paragraphsOf(title)
        .map(({ words }) => words.replaceAll(/\s+/g, ' '))
        .join(' ')
    : '';
  const heading = titleWords === '' ? `Slide ${number}` : `${number}. ${titleWords}`;
  return [
    { block: { kind: 'heading', level: 2, text: heading }, words: heading },
    ...shapes.filter((shape) => shape !== title && !FRAME.has(placeholderOf(shape) ?? '')).flatMap(shapeBlocks),
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

function shapeBlocks(shape: XmlElement): SlideBlock[] {
  if (shape.name === 'graphicFrame')
    return tableBlocks(childNamed(childNamed(childNamed(shape, 'graphic'), 'graphicData'), 'tbl'));
  const paragraphs = paragraphsOf(shape);
  const isList = placeholderOf(shape) === 'body' && paragraphs.length > 1;
  return paragraphs.map(({ depth, content, words }) => ({
    block: isList ? { kind: 'item', depth, ordered: false, content } : { kind: 'paragraph', content },
    words,
  }));
}

function tableBlocks(table: XmlElement | undefined): SlideBlock[] {
  const cells = elementsIn(table, 'tr').map((row) =>
    elementsIn(row, 'tc').map((cell) =>
      paragraphsOf(cell)
        .map(({ words }) => words)
        .join('\n'),
    ),
  );
  if (cells.length === 0) return [];
  const hasHeader = isTrue(childNamed(table, 'tblPr')?.attributes['firstRow']);
  const rows = cells.map((row) =>
    row.map((text) => inlineOf(text.split(/(\n)/).map((run) => (run === '\n' ? undefined : run)))),
  );
  return [{ block: { kind: 'table', rows, hasHeader }, words: cells.map(joinedCells).join('\n') }];
}

const inlineOf = (runs: Array<string | undefined>): InlineText =>
  joinedInline(
    runs
      .filter((run) => run !== '')
      .map((run): Inline => (run === undefined ? { type: 'hardBreak' } : { type: 'text', text: run })),
  );

/** The paragraphs that contain text. */
function paragraphsOf(holder: XmlElement): Array<{ depth: number; content: InlineText; words: string }> {
  return elementsIn(childNamed(holder, 'txBody'), 'p').flatMap((paragraph) => {
    const runs = paragraphRuns(paragraph);
    const words = runs
      .map((run) => run ?? '\n')
      .join('')
      .trim();
    const depth = Math.min(Number(childNamed(paragraph, 'pPr')?.attributes['lvl'] ?? 0) || 0, 8);
    return words === '' ? [] : [{ depth, content: inlineOf(runs), words }];
  });
}
