import { joinedInline, trimmed } from '@portico/authoring/conversion/inlineText';
import { joinedLines, type Piece } from '@portico/authoring/conversion/pieces';
import { plainInline } from '@portico/kinds/plainText';
import type { Inline, InlineText, Mark } from '@portico/kinds/richText';
import { startValue, type OpenDocument, type Styles } from './openDocument.ts';
import { OpenTable } from './openTable.ts';
import { linkMarks, plainPiece } from './shownPieces.ts';
import { childNamed, elementsIn, stepsBelow, textOf, untilClosed, type XmlElement, type XmlStep } from './xml.ts';

/** Repeated cells and spaces are written once, with a number that can be anything. */
const MAX_REPEATED = 1000;
const LAST_LEVEL = 8;

/** Words that search finds, but that stand beside the text: notes, comments and the names of embedded objects. */
interface Beside {
  lines: string[];
  objects: string[];
}

export interface TextContext {
  styles: Styles;
  beside: Beside;
}

export const textContext = (styles: Styles): TextContext => ({ styles, beside: { lines: [], objects: [] } });

const SHAPES = new Set(
  `frame text-box g custom-shape rect ellipse circle line polyline polygon path connector caption
  regular-polygon measure control page-thumbnail a`.split(/\s+/),
);
/** Elements whose text is not part of the document as a reader sees it. */
const SKIPPED = new Set(
  `tracked-changes table-of-content hidden-text hidden-paragraph forms ruby-text event-listeners
  sequence-decls variable-decls user-field-decls image glue-point change`.split(/\s+/),
);
/** Elements that can be as large as the document. */
const CONTAINERS = new Set(
  `body text section list list-item list-header table table-header-rows table-rows table-row-group table-row
  table-cell covered-table-cell`.split(/\s+/),
);
export const isContainer = (name: string): boolean => CONTAINERS.has(name);

type Steps = Iterator<XmlStep>;

/** Headings, paragraphs, lists and tables up to the end of the container that is open. */
export function* piecesIn(steps: Steps, context: TextContext): Generator<Piece> {
  for (const step of untilClosed(steps))
    if (step.kind === 'element') yield* elementPieces(step.element, context);
    else yield* containerPieces(step.element, steps, context);
}

/** The same for an element of the body, which is in memory. */
export const piecesOf = (element: XmlElement, context: TextContext): Generator<Piece> =>
  piecesIn(stepsBelow({ name: '', attributes: {}, children: [element] }, isContainer), context);

function* containerPieces(container: XmlElement, steps: Steps, context: TextContext): Generator<Piece> {
  switch (container.name) {
    case 'list':
      yield* listPieces(container, steps, context, { depth: 0, style: undefined });
      break;
    case 'table': {
      const table = new OpenTable();
      yield* tableContent(steps, table, context);
      yield* table.end();
      break;
    }
    case 'section': {
      const { isHiddenPart } = context.styles.named('section', container.attributes['style-name']);
      const isShown = !isHiddenPart && container.attributes['display'] !== 'none';
      const inside = isShown ? context : textContext(context.styles);
      for (const piece of piecesIn(steps, inside)) if (isShown) yield piece;
      break;
    }
    default:
      yield* piecesIn(steps, context);
  }
}

function* elementPieces(element: XmlElement, context: TextContext): Generator<Piece> {
  if (SKIPPED.has(element.name)) return;
  if (element.name === 'h' || element.name === 'p') yield* paragraphPieces(element, context);
  else if (element.name === 'annotation') addBeside(element, context);
  else if (SHAPES.has(element.name)) yield* shapePieces(element, context);
  else for (const child of elementsIn(element)) yield* piecesOf(child, context);
}

function* paragraphPieces(element: XmlElement, context: TextContext): Generator<Piece> {
  const { text, shapes } = paragraphContent(element, context);
  if (text.length > 0) {
    const { isTitle, isQuote } = context.styles.named('paragraph', element.attributes['style-name']);
    const level = isTitle ? 1 : Number(element.attributes['outline-level'] ?? 1) || 1;
    const paragraph: Piece = { kind: 'paragraph', text };
    if (element.name === 'h' || isTitle) yield { kind: 'heading', level, text };
    else yield isQuote ? { kind: 'quote', pieces: [paragraph], continues: true } : paragraph;
  }
  for (const shape of shapes) yield* shapePieces(shape, context);
}

/** The text of a paragraph or heading, and the shapes that are anchored in it, which come after it. */
export function paragraphContent(
  element: XmlElement,
  context: TextContext,
): { text: InlineText; shapes: XmlElement[] } {
  const shapes: XmlElement[] = [];
  const style = context.styles.named('paragraph', element.attributes['style-name']);
  const nodes = style.isHidden ? [] : inlineOf(element, style.marks, context, shapes);
  return { text: trimmed(joinedInline(nodes)), shapes };
}

function inlineOf(element: XmlElement, marks: Mark[], context: TextContext, shapes: XmlElement[]): Inline[] {
  const text = (words: string): Inline => ({ type: 'text', text: words, marks });
  return element.children.flatMap((child): Inline[] => {
    if (typeof child === 'string') return [text(child.replaceAll(/[ \t\r\n]+/g, ' '))];
    if (SKIPPED.has(child.name)) return [];
    switch (child.name) {
      case 's':
        return [text(' '.repeat(repeated(child.attributes['c'])))];
      case 'tab':
        return [text(' ')];
      case 'line-break':
        return [{ type: 'hardBreak' }];
      case 'span': {
        const style = context.styles.named('text', child.attributes['style-name']);
        return style.isHidden ? [] : inlineOf(child, together(marks, style.marks), context, shapes);
      }
      case 'note':
      case 'annotation':
        addBeside(child, context);
        return [];
      case 'a': {
        if (child.children.some((one) => typeof one === 'object' && SHAPES.has(one.name))) break;
        const link = linkMarks(child.attributes['xlink:href'] ?? child.attributes['href'] ?? '');
        return inlineOf(child, together(marks, link), context, shapes);
      }
      default:
    }
    if (!SHAPES.has(child.name)) return inlineOf(child, marks, context, shapes);
    shapes.push(child);
    return [];
  });
}

const together = (marks: Mark[], more: Mark[]): Mark[] => [
  ...marks.filter(({ type }) => more.every((one) => one.type !== type)),
  ...more,
];

const repeated = (count: string | undefined): number => Math.min(Math.max(Number(count ?? 1) || 1, 1), MAX_REPEATED);

/** The paragraphs of a note or comment go beside the text. */
function addBeside(element: XmlElement, context: TextContext): void {
  const holder = childNamed(element, 'note-body') ?? element;
  for (const child of elementsIn(holder))
    if (child.name === 'p' || child.name === 'list' || child.name === 'h')
      context.beside.lines.push(...[...piecesOf(child, context)].map(plainPiece));
}

interface ListLevel {
  depth: number;
  /** The style of the list around this one. */
  style: string | undefined;
}

function* listPieces(list: XmlElement, steps: Steps, context: TextContext, level: ListLevel): Generator<Piece> {
  const { depth } = level;
  const style = list.attributes['style-name'] ?? level.style;
  const { isOrdered, start: first } = context.styles.listLevel(style, depth);
  const continues = list.attributes['continue-numbering'] === 'true' || list.attributes['continue-list'] !== undefined;
  let isNew = depth === 0 && !continues;
  for (const item of untilClosed(steps)) {
    if (item.kind === 'element') continue;
    let entry: Extract<Piece, { kind: 'item' }> | undefined;
    const start = startValue(item.element) ?? (isNew ? first : undefined);
    for (const step of untilClosed(steps)) {
      const isList = step.kind === 'open' && step.element.name === 'list';
      const inside = isList
        ? listPieces(step.element, steps, context, { depth: Math.min(depth + 1, LAST_LEVEL), style })
        : step.kind === 'element'
          ? elementPieces(step.element, context)
          : containerPieces(step.element, steps, context);
      for (const piece of inside) {
        if (piece.kind === 'paragraph' && entry) entry.text = joinedLines([entry.text, piece.text]);
        else if (piece.kind === 'paragraph') {
          entry = { kind: 'item', depth, ordered: isOrdered, isNew, text: piece.text, ...(isOrdered && { start }) };
          isNew = false;
        } else {
          if (entry) yield entry;
          entry = undefined;
          yield piece;
        }
      }
    }
    if (entry) yield entry;
  }
}

function* tableContent(steps: Steps, table: OpenTable, context: TextContext): Generator<Piece> {
  for (const step of untilClosed(steps)) {
    if (step.kind === 'element') continue;
    if (step.element.name !== 'table-row') {
      yield* tableContent(steps, table, context);
      continue;
    }
    const row: Piece[][] = [];
    for (const cell of untilClosed(steps)) {
      if (cell.kind === 'element') continue;
      const pieces = yield* table.readCell(piecesIn(steps, context), row);
      const count = pieces ? repeated(cell.element.attributes['number-columns-repeated']) : 0;
      row.push(...Array.from({ length: count }, () => pieces!));
    }
    yield* table.add(row);
  }
}

/** The text in a shape. An embedded object, such as a chart, and descriptions go beside the text. */
export function* shapePieces(shape: XmlElement, context: TextContext): Generator<Piece> {
  for (const child of elementsIn(shape)) {
    if (child.name === 'object')
      context.beside.objects.push(child.attributes['xlink:href'] ?? child.attributes['href'] ?? '');
    else if (child.name === 'title' || child.name === 'desc') context.beside.lines.push(textOf(child).trim());
    // The picture of an embedded object repeats its words.
    else if (child.name !== 'object-ole') yield* piecesOf(child, context);
  }
}

/** The lines beside a text: notes, comments, charts, and headers and footers of pages, each once. */
export async function linesBeside({ beside, styles }: TextContext, document: OpenDocument): Promise<string[]> {
  const objects: string[] = [];
  for (const href of new Set(beside.objects)) {
    const object = await document.object(href);
    if (object) objects.push(...chartLines(object, textContext(styles)));
  }
  const context = textContext(styles);
  const margins = document.masterPages
    .flatMap((page) => elementsIn(page).filter(({ name }) => /^(?:header|footer)/.test(name)))
    .flatMap((margin) => elementsIn(margin).flatMap((child) => [...piecesOf(child, context)]))
    .map(plainPiece);
  return [...beside.lines, ...objects, ...new Set(margins)];
}

/** The words of a chart: its paragraphs, except numbers. */
function chartLines(element: XmlElement, context: TextContext): string[] {
  if (element.name !== 'p') return elementsIn(element).flatMap((child) => chartLines(child, context));
  const text = plainInline(paragraphContent(element, context).text);
  return text === '' || !Number.isNaN(Number(text)) ? [] : [text];
}
