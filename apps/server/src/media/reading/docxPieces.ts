import { joinedInline, trimmed } from '@portico/authoring/conversion/inlineText';
import type { Piece } from '@portico/authoring/conversion/pieces';
import type { InlineText } from '@portico/kinds/richText';
import type { DocxLists } from './docxLists.ts';
import { chosenIn, contentOf, DocxRuns, type RunContext } from './docxRuns.ts';
import { valueOf, type DocxStyle } from './docxStyles.ts';
import { descriptionLines, paragraphLines } from './officeText.ts';
import { OpenTable } from './openTable.ts';
import { plainParagraph } from './shownPieces.ts';
import { childNamed, stepsBelow, stepsIn, untilClosed, type XmlElement, type XmlStep } from './xml.ts';

/** Cells that one cell covers, or that a row leaves out at its beginning. */
const MAX_SPAN = 20;

/** Elements that can be as large as the document. */
const CONTAINERS = new Set(
  'body footnote endnote comment tbl tr tc ins moveTo smartTag customXml sdt sdtContent'.split(' '),
);
const isContainer = (name: string): boolean => CONTAINERS.has(name);

export interface DocxContext extends RunContext {
  lists: DocxLists;
  /** The contents of embedded documents by the id of their relation. */
  embedded: Map<string, Piece[]>;
  /** Descriptions of pictures, which search finds but no reader sees; filled while reading. */
  descriptions: Set<string>;
}

/** The text of one part of a document, a piece at a time. */
export function* partPieces(xml: string | Iterable<string>, context: DocxContext): Generator<Piece> {
  let isRoot = true;
  const isOpened = (name: string) => {
    const isFirst = isRoot;
    isRoot = false;
    return isFirst || isContainer(name);
  };
  yield* new DocxReader(context).allPieces(stepsIn(xml, isOpened));
}

interface OpenRow {
  cells: Piece[][];
  isDeleted: boolean;
}

class DocxReader {
  readonly #context: DocxContext;
  readonly #runs: DocxRuns;
  /** Text that belongs to the next paragraph, because the mark between them was deleted or it is a drop cap. */
  #carried: InlineText = [];
  readonly #cells: Array<{ properties?: XmlElement }> = [];

  constructor(context: DocxContext) {
    this.#context = context;
    this.#runs = new DocxRuns(context);
  }

  *allPieces(steps: Iterator<XmlStep>): Generator<Piece> {
    yield* this.#pieces(steps);
    yield* this.#flush();
  }

  /** The pieces up to the end of the container that is open. */
  *#pieces(steps: Iterator<XmlStep>): Generator<Piece> {
    for (const step of untilClosed(steps))
      if (step.kind === 'element') yield* this.#element(step.element);
      else if (step.element.name === 'tbl') {
        yield* this.#flush();
        yield* this.#table(steps);
      } else yield* this.#pieces(steps);
  }

  *#element(element: XmlElement): Generator<Piece> {
    switch (element.name) {
      case 'p':
        yield* this.#paragraph(element);
        break;
      case 'oMathPara':
        yield* this.#paragraph({ name: 'p', attributes: {}, children: [element] });
        break;
      case 'altChunk':
        yield* this.#flush();
        yield* this.#context.embedded.get(element.attributes['r:id'] ?? '') ?? [];
        break;
      case 'AlternateContent': {
        const chosen = chosenIn(element);
        if (chosen) yield* this.#pieces(stepsBelow(chosen, isContainer));
        break;
      }
      case 'tcPr':
        Object.assign(this.#cells.at(-1) ?? {}, { properties: element });
        break;
    }
  }

  *#flush(): Generator<Piece> {
    const text = trimmed(this.#carried);
    this.#carried = [];
    if (text.length > 0) yield { kind: 'paragraph', text };
  }

  *#table(steps: Iterator<XmlStep>): Generator<Piece> {
    const table = new OpenTable();
    yield* this.#tableContent(steps, table, { cells: [], isDeleted: false });
    yield* table.end();
    this.#context.lists.end();
  }

  *#tableContent(steps: Iterator<XmlStep>, table: OpenTable, row: OpenRow): Generator<Piece> {
    for (const step of untilClosed(steps)) {
      const { name } = step.element;
      if (step.kind === 'element') {
        if (name === 'trPr') {
          row.isDeleted = childNamed(step.element, 'del') !== undefined;
          row.cells.push(...emptyCells(spanOf(step.element, 'gridBefore') ?? 0));
        }
      } else if (name === 'tc') yield* this.#cell(steps, table, row);
      else if (name === 'tr') {
        const inner: OpenRow = { cells: [], isDeleted: false };
        yield* this.#tableContent(steps, table, inner);
        if (!inner.isDeleted) yield* table.add(inner.cells);
      } else yield* this.#tableContent(steps, table, row);
    }
  }

  *#cell(steps: Iterator<XmlStep>, table: OpenTable, row: OpenRow): Generator<Piece> {
    const cell: { properties?: XmlElement } = {};
    this.#cells.push(cell);
    const content = this.allPieces(steps);
    const pieces = row.isDeleted ? [...content] : yield* table.readCell(content, row.cells);
    this.#cells.pop();
    if (!pieces || childNamed(cell.properties, 'cellDel')) return;
    row.cells.push(pieces, ...emptyCells((spanOf(cell.properties, 'gridSpan') ?? 1) - 1));
  }

  *#paragraph(element: XmlElement): Generator<Piece> {
    const { styles } = this.#context;
    const properties = childNamed(element, 'pPr');
    const style = styles.paragraph(valueOf(properties, 'pStyle'));
    const { nodes, drawings } = this.#runs.read(element, style);
    if (style.isContents) return;
    const joined = joinedInline([...this.#carried, ...nodes]);
    const isCarried = continuesInNext(properties);
    this.#carried = isCarried ? joined : [];
    const text = isCarried ? [] : trimmed(joined);
    if (text.length > 0) yield this.#piece(text, properties, style);
    for (const drawing of drawings) yield* this.#boxes(drawing);
  }

  #piece(text: InlineText, properties: XmlElement | undefined, style: DocxStyle): Piece {
    const { lists } = this.#context;
    const outline = Number(valueOf(properties, 'outlineLvl') ?? Number.NaN) + 1;
    const heading = outline >= 1 && outline <= 9 ? outline : style.heading;
    const entry =
      heading === undefined ? lists.entry(childNamed(properties, 'numPr') ?? style.numbering, text) : undefined;
    if (entry) return entry;
    lists.end();
    if (heading !== undefined) return { kind: 'heading', level: heading, text };
    const paragraph: Piece = { kind: 'paragraph', text };
    return style.isQuote ? { kind: 'quote', pieces: [paragraph], continues: true } : paragraph;
  }

  /** The text of boxes and watermarks in a drawing. */
  *#boxes(element: XmlElement): Generator<Piece> {
    for (const child of contentOf(element)) {
      for (const line of describedBy(child)) this.#context.descriptions.add(line);
      if (child.name === 'txbxContent') yield* new DocxReader(this.#context).allPieces(stepsBelow(child, isContainer));
      else if (child.name === 'txBody')
        for (const line of paragraphLines(child)) yield plainParagraph(line.replaceAll('\n', ' '));
      else if (child.name === 'textpath')
        yield* (child.attributes['string'] ?? '') === '' ? [] : [plainParagraph(child.attributes['string']!)];
      else yield* this.#boxes(child);
    }
  }
}

/** Descriptions of drawings in both languages for them, DrawingML and VML. */
function describedBy(element: XmlElement): string[] {
  const { alt = '' } = element.attributes;
  return element.name === 'docPr'
    ? descriptionLines(element)
    : descriptionLines({ ...element, attributes: { descr: alt } });
}

const emptyCells = (count: number): Piece[][] => Array.from({ length: Math.max(0, count) }, () => []);

function spanOf(properties: XmlElement | undefined, name: string): number | undefined {
  const span = Number(valueOf(properties, name) ?? Number.NaN);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MAX_SPAN) : undefined;
}

/** Whether the paragraph's mark was deleted or moved away, or its letters are the drop cap of the next one. */
function continuesInNext(properties: XmlElement | undefined): boolean {
  const mark = childNamed(properties, 'rPr');
  const dropCap = childNamed(properties, 'framePr')?.attributes['dropCap'] ?? 'none';
  return ['del', 'moveFrom'].some((name) => childNamed(mark, name) !== undefined) || dropCap !== 'none';
}
