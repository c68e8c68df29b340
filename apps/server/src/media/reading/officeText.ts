import type { cellFormat } from './cellFormat.ts';
import type { OfficePackage, Relation } from './officePackage.ts';
import { childNamed, elementsIn, parseXml, textOf, type XmlElement } from './xml.ts';

/**
 * Text with its escaped characters: `_x000D_` is a carriage return, and `_x005F_` an underscore that keeps what follows
 * from being an escape. Line breaks of all kinds become `\n`. Source: ECMA-376 part 1, 22.9.2.19.
 */
export function unescaped(text: string): string {
  return text
    .replaceAll(/_x([\dA-Fa-f]{4})_/g, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\r\n?|[\v\f]/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '');
}

/** The id of a relationship; its prefix is free, and elements can have an `id` of their own beside it. */
export function relationId({ attributes }: XmlElement, name = 'id'): string {
  const prefixed = Object.keys(attributes).find((key) => key.endsWith(`:${name}`));
  return attributes[prefixed ?? name] ?? '';
}

/** Whether an attribute of the type `xsd:boolean` is true. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** What a paragraph of DrawingML consists of: runs of text, and undefined for a line break. */
export function paragraphRuns(paragraph: XmlElement): Array<string | undefined> {
  return elementsIn(paragraph).flatMap((child): Array<string | undefined> => {
    switch (child.name) {
      case 'r':
      case 'fld': {
        const words = childNamed(child, 't');
        return words ? withBreaks(unescaped(textOf(words))) : [];
      }
      case 'br':
        return [undefined];
      case 'm':
        return [textsNamed(child, 't').join('')];
      case 'AlternateContent':
        return paragraphRuns(childNamed(child, 'Choice') ?? child);
      default:
        return [];
    }
  });
}

const withBreaks = (text: string): Array<string | undefined> =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [undefined, line]));

/** The text of a paragraph of DrawingML, with its line breaks. */
export const paragraphText = (paragraph: XmlElement): string =>
  paragraphRuns(paragraph)
    .map((run) => run ?? '\n')
    .join('')
    .trim();

/** The text of each paragraph below the element. Of two alternative drawings, the first is read. */
export function paragraphLines(element: XmlElement): string[] {
  if (element.name === 'p') return [paragraphText(element)].filter((line) => line !== '');
  if (element.name === 'Fallback') return [];
  return elementsIn(element).flatMap(paragraphLines);
}

/** How the remark begins that programs add to a description that they suggest. */
const REMARK = /Description automatically generated|AI-generated content may be incorrect/u;

/** What an element says about its picture, chart or shape to people who can't see it. */
export function descriptionLines({ attributes: { title = '', descr = '' } }: XmlElement): string[] {
  return [title, descr].map((text) => text.split(REMARK, 1)[0]!.trim()).filter((text) => text !== '');
}

/** The descriptions of all pictures, charts and shapes below an element of DrawingML. */
export function descriptionsIn(element: XmlElement): string[] {
  if (element.name === 'Fallback') return [];
  const own = element.name === 'cNvPr' ? descriptionLines(element) : [];
  return [...own, ...elementsIn(element).flatMap(descriptionsIn)];
}

type CellFormat = typeof cellFormat;

/** The title, axis titles, names of series and categories of a chart, without its numbers. */
function chartLines(element: XmlElement, formatOf: CellFormat): string[] {
  switch (element.name) {
    case 'p':
      return [paragraphText(element)].filter((line) => line !== '');
    // The values of a series; in charts of the newer kind, `numDim` holds them.
    case 'val':
    case 'xVal':
    case 'yVal':
    case 'bubbleSize':
    case 'numDim':
    case 'Fallback':
      return [];
    case 'numCache':
    case 'numLit':
      return numbersIn(element, formatOf);
    case 'v':
      return [unescaped(textOf(element)).trim()].filter((line) => line !== '');
    default:
      // The newer kind of charts has its categories directly in `pt`.
      return element.name === 'pt' && !childNamed(element, 'v')
        ? [unescaped(textOf(element)).trim()].filter((line) => line !== '')
        : elementsIn(element).flatMap((child) => chartLines(child, formatOf));
  }
}

/** Categories that are numbers or dates, such as years. */
function numbersIn(cache: XmlElement, formatOf: CellFormat): string[] {
  const code = childNamed(cache, 'formatCode');
  const format = formatOf(0, code && textOf(code), false);
  return elementsIn(cache, 'pt').flatMap((point) => {
    const value = childNamed(point, 'v');
    const number = Number(value ? textOf(value) : Number.NaN);
    return Number.isFinite(number) ? [format.number(number).words] : [];
  });
}

/** The texts of all elements with that name below the element. */
export function textsNamed(element: XmlElement, name: string): string[] {
  return elementsIn(element).flatMap((child) => (child.name === name ? [textOf(child)] : textsNamed(child, name)));
}

/** The parts that a part refers to, with the types of their relationships. */
export async function relatedParts(
  office: OfficePackage,
  part: string,
  types: ReadonlySet<string>,
): Promise<Array<{ relation: Relation; root: XmlElement }>> {
  const found: Array<{ relation: Relation; root: XmlElement }> = [];
  for (const relation of (await office.relations(part)).values()) {
    const xml = types.has(relation.type) && !relation.isExternal ? await office.part(relation.target) : undefined;
    if (xml !== undefined) found.push({ relation, root: parseXml(xml) });
  }
  return found;
}

const CHART_PARTS = new Set(['chart', 'chartEx']);
const CHART_DRAWINGS = new Set(['chartUserShapes']);

/** The texts of the charts and SmartArt that a slide or drawing refers to, including text boxes inside of charts. */
export async function graphicLines(office: OfficePackage, part: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { relation, root } of await relatedParts(office, part, new Set([...CHART_PARTS, 'diagramData']))) {
    if (relation.type === 'diagramData') lines.push(...paragraphLines(root));
    else {
      // Loaded only here, because that takes longer than reading most documents.
      const { cellFormat: formatOf } = await import('./cellFormat.ts');
      lines.push(...chartLines(root, formatOf));
      const drawings = await relatedParts(office, relation.target, CHART_DRAWINGS);
      lines.push(...drawings.flatMap((drawing) => paragraphLines(drawing.root)));
    }
  }
  return lines;
}
