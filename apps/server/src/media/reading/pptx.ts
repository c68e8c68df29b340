import type { Inline, InlineText } from '@portico/kinds/richText';
import type { ByteSource } from '../zip/sourceReader.ts';
import { componentPreview, joinedInline, plainBlock, type Block } from './componentList.ts';
import { openOffice, type OfficePackage } from './officePackage.ts';
import { storedTexts, MAX_READ_PAGES, UnreadableFile, type Reading } from './reading.ts';
import { childNamed, elementsIn, parseXml, textOf, type XmlElement } from './xml.ts';

/** Placeholders whose text is not part of the slide's content. */
const FRAME = new Set(['sldNum', 'dt', 'ftr', 'hdr']);

/**
 * A presentation: one heading per slide, then its texts and tables. Hidden slides are left out, but still count in the
 * numbering. Throws UnreadableFile. Source: ECMA-376 part 1, 19.
 */
export async function readPptx(source: ByteSource): Promise<Reading> {
  const office = await openOffice(source);
  const xml = await office.part(office.main);
  if (xml === undefined) throw new UnreadableFile('Damaged');
  const relations = await office.relations(office.main);
  const slides = elementsIn(childNamed(parseXml(xml), 'sldIdLst'), 'sldId').map(
    (one) => relations.get(one.attributes['r:id'] ?? '')?.target,
  );
  const texts: string[] = [];
  const blocks: Block[] = [];
  for (const [index, name] of slides.slice(0, MAX_READ_PAGES).entries()) {
    const slide = name === undefined ? undefined : await office.part(name);
    const found = slide === undefined ? [] : slideBlocks(parseXml(slide), index + 1);
    blocks.push(...found);
    const extra = name === undefined || found.length === 0 ? [] : await extraText(office, name);
    texts.push([...found.map(plainBlock), ...extra].join('\n'));
  }
  return { pages: slides.length, texts: storedTexts(texts), preview: componentPreview(blocks) };
}

/** Parts whose text is not in the slide itself: speaker's notes, charts and the data of SmartArt. */
const EXTRA_PARTS = new Set(['notesSlide', 'chart', 'diagramData']);

/** The texts of these parts, one per line. */
async function extraText(office: OfficePackage, slide: string): Promise<string[]> {
  const related = [...(await office.relations(slide)).values()];
  const lines: string[] = [];
  for (const { type, target, isExternal } of related) {
    if (isExternal || !EXTRA_PARTS.has(type)) continue;
    const xml = await office.part(target);
    if (xml === undefined) continue;
    const root = parseXml(xml);
    const shapes = type === 'notesSlide' ? shapesIn(childNamed(childNamed(root, 'cSld'), 'spTree')) : [root];
    const shown = shapes.filter((shape) => !FRAME.has(placeholderOf(shape) ?? ''));
    lines.push(...shown.flatMap(textLines));
  }
  return lines;
}

/** The text of each paragraph, and of each value stored in a chart. */
function textLines(element: XmlElement): string[] {
  if (element.name === 'p' || element.name === 'v') {
    const line = textOf(element).trim();
    return line === '' || (element.name === 'v' && !Number.isNaN(Number(line))) ? [] : [line];
  }
  return elementsIn(element).flatMap(textLines);
}

function slideBlocks(slide: XmlElement, number: number): Block[] {
  if (['0', 'false'].includes(slide.attributes['show'] ?? '')) return [];
  const shapes = shapesIn(childNamed(childNamed(slide, 'cSld'), 'spTree'));
  const title = shapes.find((shape) => /^(?:ctrT|t)itle$/.test(placeholderOf(shape) ?? ''));
  const words = title
    ? paragraphsOf(title)
        .map((one) => one.text)
        .join(' ')
    : '';
  return [
    { kind: 'heading', level: 2, text: words === '' ? `Slide ${number}` : `${number}. ${words}` },
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

function shapeBlocks(shape: XmlElement): Block[] {
  if (shape.name === 'graphicFrame')
    return tableBlocks(childNamed(childNamed(childNamed(shape, 'graphic'), 'graphicData'), 'tbl'));
  const paragraphs = paragraphsOf(shape);
  const isList = placeholderOf(shape) === 'body' && paragraphs.length > 1;
  return paragraphs.map(({ depth, content }): Block =>
    isList ? { kind: 'item', depth, ordered: false, content } : { kind: 'paragraph', content },
  );
}

function tableBlocks(table: XmlElement | undefined): Block[] {
  const rows = elementsIn(table, 'tr').map((row) =>
    elementsIn(row, 'tc').map((cell): InlineText => {
      const text = paragraphsOf(cell)
        .map((one) => one.text)
        .join('\n');
      return text === '' ? [] : [{ type: 'text', text }];
    }),
  );
  if (rows.length === 0) return [];
  const hasHeader = ['1', 'true'].includes(childNamed(table, 'tblPr')?.attributes['firstRow'] ?? '');
  return [{ kind: 'table', rows, hasHeader }];
}

/** The paragraphs that contain text. */
function paragraphsOf(holder: XmlElement): Array<{ depth: number; content: InlineText; text: string }> {
  return elementsIn(childNamed(holder, 'txBody'), 'p').flatMap((paragraph) => {
    const content = joinedInline(
      elementsIn(paragraph).flatMap((child): Inline[] => {
        if (child.name === 'br') return [{ type: 'hardBreak' }];
        const words = child.name === 'r' || child.name === 'fld' ? childNamed(child, 't') : undefined;
        return words ? [{ type: 'text', text: textOf(words) }] : [];
      }),
    );
    const text = content
      .map((node) => (node.type === 'text' ? node.text : ' '))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const depth = Math.min(Number(childNamed(paragraph, 'pPr')?.attributes['lvl'] ?? 0) || 0, 8);
    return text === '' ? [] : [{ depth, content, text }];
  });
}
