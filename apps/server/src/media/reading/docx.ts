import type { Inline, InlineText, Mark } from '@portico/kinds/richText';
import { isSafeHref } from '@portico/kinds/safeHref';
import type { ByteSource } from '../zip/sourceReader.ts';
import { joinedInline, plainBlock, ShownBlocks, type Block } from './componentList.ts';
import { numberingOf, stylesOf, toggle, valueOf, type DocxStyles } from './docxStyles.ts';
import { drawingLines } from './drawingLines.ts';
import { embeddedLines } from './embeddedText.ts';
import { equationText } from './equation.ts';
import { openOffice, type OfficePackage, type Relation } from './officePackage.ts';
import { StoredLines, UnreadableFile, type Reading } from './reading.ts';
import { symbolCharacter, withoutPrivateCharacters } from './symbols.ts';
import { childNamed, elementsIn, parseXml, stepsBelow, stepsIn, textOf, type XmlElement, type XmlStep } from './xml.ts';

/** Rows of a table that are in memory together. */
const ROWS_PER_BLOCK = 100;
/** A cell with more paragraphs is layout around text, not part of a table. */
const MAX_CELL_BLOCKS = 200;
/** Cells that one cell covers, or that a row leaves out at its beginning. */
const MAX_SPAN = 20;
/** Limits of embedded documents. */
const MAX_EMBEDDED = 50;
const MAX_EMBEDDED_BYTES = 20 * 1024 * 1024;
const MAX_EMBEDDED_BLOCKS = 50_000;
const MAX_EMBEDDED_DEPTH = 3;

/** Elements that wrap rows, cells, paragraphs or runs without changing them. */
const WRAPPERS = new Set(['ins', 'moveTo', 'smartTag', 'customXml', 'sdt', 'sdtContent', 'fldSimple', 'dir', 'bdo']);
/** Elements that can be as large as the document. */
const CONTAINERS = new Set(
  'body footnote endnote comment tbl tr tc ins moveTo smartTag customXml sdt sdtContent'.split(' '),
);
/** Parts outside the main text that search should find. */
const TEXT_PARTS = new Set(['footnotes', 'endnotes', 'comments', 'header', 'footer']);
const DRAWING_PARTS = new Set(['chart', 'chartEx', 'diagramData']);

interface Context {
  styles: DocxStyles;
  /** True for numbers, false for bullets, by `numId/level`. */
  numbered: Map<string, boolean>;
  links: Map<string, Relation>;
  /** The contents of embedded documents by the id of their relation. */
  embedded: Map<string, Block[]>;
}

/**
 * A word-processing document: headings, paragraphs, lists and tables in order. Memory grows with the largest paragraph,
 * not with the document. Throws UnreadableFile. Source: ECMA-376 part 1, 17; docs/files.md lists what is read.
 */
export async function readDocx(source: ByteSource): Promise<Reading> {
  const office = await openOffice(source);
  const context = await contextOf(office, 0);
  const shown = new ShownBlocks();
  const stored = new StoredLines();
  for (const block of partBlocks(await mainXml(office), context)) {
    stored.add(plainBlock(block));
    shown.add(block);
  }
  for await (const line of linesBeside(office, context)) stored.add(line);
  return { pages: null, texts: stored.finish(), preview: shown.preview() };
}

async function mainXml(office: OfficePackage): Promise<Iterable<string>> {
  const xml = await office.pieces(office.main);
  if (xml === undefined) throw new UnreadableFile('Damaged');
  return xml;
}

async function contextOf(office: OfficePackage, depth: number): Promise<Context> {
  const links = await office.relations(office.main);
  const partOf = async (type: string) => {
    const relation = [...links.values()].find((one) => one.type === type && !one.isExternal);
    const xml = relation && (await office.part(relation.target));
    return xml === undefined ? undefined : parseXml(xml);
  };
  return {
    styles: stylesOf(await partOf('styles')),
    numbered: numberingOf(await partOf('numbering')),
    links,
    embedded: await embeddedBlocks(office, links, depth),
  };
}

/** Documents of other formats that are shown in place: web pages, texts and other DOCX. */
async function embeddedBlocks(
  office: OfficePackage,
  links: Map<string, Relation>,
  depth: number,
): Promise<Map<string, Block[]>> {
  const chunks = [...links].filter(([, { type, isExternal }]) => type === 'aFChunk' && !isExternal);
  const blocks = new Map<string, Block[]>();
  let room = MAX_EMBEDDED_BYTES;
  for (const [id, { target }] of chunks.slice(0, MAX_EMBEDDED)) {
    const bytes = await office.bytes(target);
    if (bytes === undefined || bytes.length > room) continue;
    room -= bytes.length;
    const isDocx = bytes.toString('latin1', 0, 2) === 'PK';
    blocks.set(
      id,
      isDocx
        ? await nestedBlocks(bytes, depth)
        : embeddedLines(bytes).slice(0, MAX_EMBEDDED_BLOCKS).map(plainParagraph),
    );
  }
  return blocks;
}

/** An embedded DOCX; one that cannot be read is left out. */
async function nestedBlocks(bytes: Buffer, depth: number): Promise<Block[]> {
  if (depth >= MAX_EMBEDDED_DEPTH) return [];
  try {
    const office = await openOffice({
      size: bytes.length,
      read: async (start, length) => bytes.subarray(start, start + length),
    });
    const blocks: Block[] = [];
    for (const block of partBlocks(await mainXml(office), await contextOf(office, depth + 1)))
      if (blocks.push(block) >= MAX_EMBEDDED_BLOCKS) break;
    return blocks;
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

/** The lines of notes, comments, headers and footers, and of charts and SmartArt. Headers that are equal count once. */
async function* linesBeside(office: OfficePackage, context: Context): AsyncGenerator<string> {
  const related = [...context.links.values()].filter(({ isExternal }) => !isExternal);
  const names = new Map(related.map(({ target, type }) => [target, type]));
  const headers = new Set<string>();
  for (const [name, type] of names) {
    const texts = TEXT_PARTS.has(type) ? await office.pieces(name) : undefined;
    const drawing = DRAWING_PARTS.has(type) ? await office.part(name) : undefined;
    if (texts)
      for (const block of partBlocks(texts, { ...context, links: new Map(), embedded: new Map() })) {
        const line = plainBlock(block);
        const isRepeated = headers.has(line);
        if (type === 'header' || type === 'footer') headers.add(line);
        if (!isRepeated) yield line;
      }
    if (drawing !== undefined) {
      yield* drawingLines(parseXml(drawing));
      yield* await annotationLines(office, name);
    }
  }
}

/** Text boxes that people drew onto a chart. */
async function annotationLines(office: OfficePackage, chart: string): Promise<string[]> {
  const shapes = [...(await office.relations(chart)).values()].find(({ type }) => type === 'chartUserShapes');
  const xml = shapes && !shapes.isExternal ? await office.part(shapes.target) : undefined;
  return xml === undefined ? [] : drawingLines(parseXml(xml));
}

function* partBlocks(xml: string | Iterable<string>, context: Context): Generator<Block> {
  let isRoot = true;
  const isContainer = (name: string) => {
    const isOpened = isRoot || CONTAINERS.has(name);
    isRoot = false;
    return isOpened;
  };
  yield* new DocxReader(context).allBlocks(stepsIn(xml, isContainer));
}

/** The children of an element, with those of wrappers, and with the first of several drawings of the same thing. */
function* contentOf(element: XmlElement | undefined): Generator<XmlElement> {
  for (const child of elementsIn(element))
    if (child.name === 'AlternateContent') yield* contentOf(chosenIn(child));
    else if (WRAPPERS.has(child.name)) yield* contentOf(child);
    else yield child;
}

const chosenIn = (alternatives: XmlElement): XmlElement | undefined =>
  childNamed(alternatives, 'Choice') ?? childNamed(alternatives, 'Fallback');

interface OpenTable {
  /** Rows of cells; a cell that is covered by another has no blocks. */
  rows: Block[][][];
  row: Block[][];
  isRowDeleted: boolean;
  /** Whether rows of it have already been returned. */
  continues: boolean;
}

interface OpenParagraph {
  isHidden: boolean;
  /** What is anchored in it. */
  boxes: Block[];
}

/** Reads the blocks of one part, one after another. */
class DocxReader {
  readonly #context: Context;
  /** Fields that are open here, from the outermost. */
  #fields: Array<{ isInResult: boolean; choice: string | undefined }> = [];
  /** Text that belongs to the next paragraph, because the mark between them was deleted or it is a drop cap. */
  #carried: InlineText = [];
  readonly #cells: Array<{ properties?: XmlElement }> = [];

  constructor(context: Context) {
    this.#context = context;
  }

  *allBlocks(steps: Iterator<XmlStep>): Generator<Block> {
    yield* this.#blocks(steps);
    yield* this.#flush();
  }

  /** The blocks up to the end of the container that is open. */
  *#blocks(steps: Iterator<XmlStep>): Generator<Block> {
    for (const step of untilClosed(steps))
      if (step.kind === 'element') yield* this.#element(step.element);
      else if (step.element.name === 'tbl') {
        yield* this.#flush();
        yield* this.#table(steps);
      } else yield* this.#blocks(steps);
  }

  *#element(element: XmlElement): Generator<Block> {
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
      case 'AlternateContent':
        yield* this.#blocksBelow(chosenIn(element));
        break;
      case 'tcPr':
        Object.assign(this.#cells.at(-1) ?? {}, { properties: element });
        break;
    }
  }

  *#blocksBelow(element: XmlElement | undefined): Generator<Block> {
    if (element) yield* this.#blocks(stepsBelow(element, (name) => CONTAINERS.has(name)));
  }

  *#flush(): Generator<Block> {
    const content = this.#carried;
    this.#carried = [];
    if (plainText(content) !== '') yield { kind: 'paragraph', content };
  }

  /** A table with a single cell is a frame around text. */
  *#table(steps: Iterator<XmlStep>): Generator<Block> {
    const table: OpenTable = { rows: [], row: [], isRowDeleted: false, continues: false };
    yield* this.#tableContent(steps, table);
    const [cells] = table.rows;
    if (!table.continues && table.rows.length === 1 && cells!.length === 1) yield* cells![0]!;
    else yield* rowsOf(table);
  }

  *#tableContent(steps: Iterator<XmlStep>, table: OpenTable): Generator<Block> {
    for (const step of untilClosed(steps)) {
      const { name } = step.element;
      if (step.kind === 'element') {
        if (name === 'trPr') {
          table.isRowDeleted = childNamed(step.element, 'del') !== undefined;
          table.row.push(...emptyCells(spanOf(step.element, 'gridBefore') ?? 0));
        }
      } else if (name === 'tc') yield* this.#cell(steps, table);
      else if (name === 'tr') {
        yield* this.#tableContent(steps, table);
        if (table.row.length > 0 && !table.isRowDeleted) table.rows.push(table.row);
        Object.assign(table, { row: [], isRowDeleted: false });
        if (table.rows.length >= ROWS_PER_BLOCK) yield* rowsOf(table);
      } else yield* this.#tableContent(steps, table);
    }
  }

  *#cell(steps: Iterator<XmlStep>, table: OpenTable): Generator<Block> {
    const cell: { properties?: XmlElement } = {};
    this.#cells.push(cell);
    let blocks: Block[] = [];
    let isLayout = false;
    for (const block of this.allBlocks(steps)) {
      if (isLayout && !table.isRowDeleted) yield block;
      if (isLayout || blocks.push(block) <= MAX_CELL_BLOCKS) continue;
      isLayout = true;
      if (!table.isRowDeleted) {
        table.rows.push(table.row);
        yield* rowsOf(table);
        yield* blocks;
      }
      table.row = [];
      blocks = [];
    }
    this.#cells.pop();
    if (isLayout || childNamed(cell.properties, 'cellDel')) return;
    table.row.push(blocks, ...emptyCells((spanOf(cell.properties, 'gridSpan') ?? 1) - 1));
  }

  *#paragraph(element: XmlElement): Generator<Block> {
    const { styles, numbered } = this.#context;
    const properties = childNamed(element, 'pPr');
    const style = styles.paragraph(valueOf(properties, 'pStyle'));
    const paragraph: OpenParagraph = { isHidden: style.isHidden, boxes: [] };
    const nodes = [...this.#inline(element, paragraph, undefined)];
    // The instructions of a field never extend over paragraphs, except in damaged documents.
    this.#fields = this.#fields.filter(({ isInResult }) => isInResult);
    if (style.isContents) return;
    const { boxes } = paragraph;
    const isCarried = continuesInNext(properties);
    const joined = joinedInline([...this.#carried, ...nodes]);
    this.#carried = isCarried ? joined : [];
    const content = withoutOuterBreaks(joined);
    const text = isCarried ? '' : plainText(content);
    const outline = Number(valueOf(properties, 'outlineLvl') ?? Number.NaN) + 1;
    const heading = outline >= 1 && outline <= 9 ? outline : style.heading;
    const numbering = childNamed(properties, 'numPr') ?? style.numbering;
    const numberId = valueOf(numbering, 'numId') ?? '0';
    if (text === '') yield* boxes;
    else if (heading !== undefined) yield* [{ kind: 'heading' as const, level: heading + 1, text }, ...boxes];
    else if (numberId !== '0') {
      const depth = Math.min(Number(valueOf(numbering, 'ilvl') ?? 0) || 0, 8);
      yield { kind: 'item', depth, ordered: numbered.get(`${numberId}/${depth}`) ?? false, content };
      yield* boxes;
    } else yield* [{ kind: 'paragraph' as const, content }, ...boxes];
  }

  *#inline(element: XmlElement | undefined, paragraph: OpenParagraph, link: Mark | undefined): Generator<Inline> {
    for (const child of contentOf(element))
      if (child.name === 'r') yield* this.#run(child, paragraph, link);
      else if (child.name === 'hyperlink') yield* this.#inline(child, paragraph, this.#linkMark(child));
      else if (child.name === 'oMath' || child.name === 'oMathPara')
        yield { type: 'text', text: equationText(child).replaceAll(/\s+/g, ' ') };
  }

  #linkMark(element: XmlElement): Mark | undefined {
    const href = this.#context.links.get(element.attributes['r:id'] ?? element.attributes['id'] ?? '')?.target ?? '';
    return /^(?:https?|mailto|tel):/i.test(href) && href.length <= 2048 && isSafeHref(href)
      ? { type: 'link', attrs: { href } }
      : undefined;
  }

  *#run(element: XmlElement, paragraph: OpenParagraph, link: Mark | undefined): Generator<Inline> {
    const properties = childNamed(element, 'rPr');
    const isHidden = this.#isHidden(properties, paragraph);
    const marks: Mark[] = [
      ...(toggle(properties, 'b') ? [{ type: 'bold' as const }] : []),
      ...(toggle(properties, 'i') ? [{ type: 'italic' as const }] : []),
      ...(toggle(properties, 'strike') || toggle(properties, 'dstrike') ? [{ type: 'strike' as const }] : []),
      ...(link ? [link] : []),
    ];
    const text = (words: string): Inline => ({ type: 'text', text: words, ...(marks.length > 0 ? { marks } : {}) });
    for (const child of contentOf(element)) {
      const choice = child.name === 'fldChar' ? this.#fieldCharacter(child) : undefined;
      if (isHidden || this.#fields.some(({ isInResult }) => !isInResult)) continue;
      if (choice !== undefined) yield text(choice);
      else if (child.name === 'br' || child.name === 'cr') yield { type: 'hardBreak' };
      else if (child.name === 'ruby') yield* this.#inline(childNamed(child, 'rubyBase'), paragraph, link);
      else if (child.name === 'drawing' || child.name === 'pict' || child.name === 'object')
        paragraph.boxes.push(...this.#boxes(child));
      else {
        const words = runText(child, childNamed(properties, 'rFonts'));
        if (words !== '') yield text(words);
      }
    }
  }

  /** Styles combine so that a hidden run in a hidden paragraph is shown. Source: ECMA-376 part 1, 17.7.3. */
  #isHidden(properties: XmlElement | undefined, paragraph: OpenParagraph): boolean {
    const { styles } = this.#context;
    const byStyle = styles.run(valueOf(properties, 'rStyle')).isHidden;
    return toggle(properties, 'vanish') ?? (styles.isHiddenByDefault || paragraph.isHidden !== byStyle);
  }

  /** Returns the entry that is chosen in a list field, when it ends. Source: ECMA-376 part 1, 17.16.18. */
  #fieldCharacter(element: XmlElement): string | undefined {
    switch (element.attributes['fldCharType']) {
      case 'begin':
        this.#fields.push({ isInResult: false, choice: chosenEntry(element) });
        return undefined;
      case 'separate':
        if (this.#fields.length > 0) this.#fields.at(-1)!.isInResult = true;
        return undefined;
      default: {
        const field = this.#fields.pop();
        return field?.isInResult ? undefined : field?.choice;
      }
    }
  }

  /** The text of boxes and watermarks in a drawing. */
  *#boxes(element: XmlElement): Generator<Block> {
    for (const child of contentOf(element))
      if (child.name === 'txbxContent')
        yield* new DocxReader(this.#context).allBlocks(stepsBelow(child, (name) => CONTAINERS.has(name)));
      else if (child.name === 'txBody') yield* drawingLines(child).map(plainParagraph);
      else if (child.name === 'textpath')
        yield* (child.attributes['string'] ?? '') === '' ? [] : [plainParagraph(child.attributes['string']!)];
      else yield* this.#boxes(child);
  }
}

/** The steps up to the end of the container that is open. */
function* untilClosed(steps: Iterator<XmlStep>): Generator<Exclude<XmlStep, { kind: 'close' }>> {
  for (let next = steps.next(); next.done !== true && next.value.kind !== 'close'; next = steps.next())
    yield next.value;
}

/** The rows that are complete, which are then no longer in memory. */
function* rowsOf(table: OpenTable): Generator<Block> {
  const rows = table.rows.filter((row) => row.length > 0).map((row) => row.map(cellContent));
  if (rows.length > 0) yield { kind: 'table', rows, hasHeader: true, continues: table.continues };
  table.continues = true;
  table.rows = [];
}

/** The paragraphs of a cell, one per line. */
function cellContent(blocks: Block[]): InlineText {
  const lines = blocks.flatMap((block): InlineText[] =>
    block.kind === 'paragraph' || block.kind === 'item'
      ? [block.content]
      : plainBlock(block)
          .split('\n')
          .map((text) => [{ type: 'text', text: text || ' ' }]),
  );
  return joinedInline(lines.flatMap((line, index) => (index === 0 ? line : [{ type: 'hardBreak' as const }, ...line])));
}

const emptyCells = (count: number): Block[][] => Array.from({ length: Math.max(0, count) }, () => []);

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

/** The text of a part of a run. Breaks, drawings and ruby are not text. */
function runText(element: XmlElement, fonts: XmlElement | undefined): string {
  const { attributes } = element;
  switch (element.name) {
    case 't':
      return (
        withoutPrivateCharacters(textOf(element), fonts?.attributes['ascii'] ?? fonts?.attributes['hAnsi'])
          // Soft hyphens are visible only at the end of a line.
          .replaceAll('\u00ad', '')
          .replaceAll(/[\t\r\n]+/g, ' ')
      );
    case 'tab':
    case 'ptab':
      return ' ';
    case 'noBreakHyphen':
      return '-';
    case 'sym':
    case 'symEx':
      return symbolCharacter(attributes['font'] ?? '', Number.parseInt(attributes['char'] ?? '', 16) || 0);
    default:
      return '';
  }
}

function chosenEntry(field: XmlElement): string | undefined {
  const list = childNamed(childNamed(field, 'ffData'), 'ddList');
  const index = Number(valueOf(list, 'result') ?? valueOf(list, 'default') ?? 0);
  return elementsIn(list, 'listEntry')[index]?.attributes['val'];
}

const plainParagraph = (text: string): Block => ({
  kind: 'paragraph',
  content: [{ type: 'text', text: text.toWellFormed() }],
});

/** A break to another page would be an empty line in a preview. */
function withoutOuterBreaks(content: InlineText): InlineText {
  const start = content.findIndex(({ type }) => type !== 'hardBreak');
  return content.slice(start, content.findLastIndex(({ type }) => type !== 'hardBreak') + 1);
}

const plainText = (content: InlineText): string =>
  content
    .map((node) => (node.type === 'text' ? node.text : ' '))
    .join('')
    .trim();
