import type { Inline, InlineText, Mark } from '@portico/kinds/richText';
import { isSafeHref } from '@portico/kinds/safeHref';
import { PortalError } from '../../errors.ts';
import type { ByteSource } from '../zip/sourceReader.ts';
import { openZip } from '../zip/zipArchive.ts';
import { joinedInline, plainBlock, type Block } from './componentList.ts';
import { UnreadableFile } from './reading.ts';
import { childNamed, childrenOf, elementsIn, parseXml, type XmlElement } from './xml.ts';

/** The limit for one unpacked part of a file. */
const MAX_PART_BYTES = 100 * 1024 * 1024;
/** Repeated cells and spaces are written once, with a number that can be anything. */
const MAX_REPEATED = 1000;

/** An ODT, ODS or ODP. */
export interface OpenDocument {
  /** The body in XML: `office:body` and everything in it. */
  body: string;
  styles: Styles;
  /** Headers and footers of pages, and the like. */
  masterPages: XmlElement[];
  /** The words of an embedded object, such as a chart; empty for one that has none. */
  objectLines(href: string): Promise<string[]>;
}

/** What a style says about its text. */
interface Style {
  marks: Mark[];
  isHidden: boolean;
  isTitle: boolean;
  /** Properties of tables and pages that hide them. */
  isHiddenPart: boolean;
}

export interface Styles {
  named(family: string, name: string | undefined): Style;
  /** Whether a list has numbers at this level, which counts from 0. */
  isOrdered(list: string | undefined, level: number): boolean;
}

/** Throws UnreadableFile: `Protected`, `Damaged` or `TooLarge`. Source: ODF 1.3 part 2 (packages), part 3, 3.1. */
export async function openOpenDocument(source: ByteSource): Promise<OpenDocument> {
  const zip = await openZip(source).catch(unreadable);
  async function part(name: string): Promise<string | undefined> {
    if (!zip.entries.has(name)) return undefined;
    return decoded(await zip.unpack(name, MAX_PART_BYTES).catch(unreadable));
  }
  const manifest = (await part('META-INF/manifest.xml')) ?? '';
  if (/<(?:[\w-]+:)?encryption-data[\s/>]/.test(manifest)) throw new UnreadableFile('Protected');
  const content = await part('content.xml');
  if (content === undefined) throw new UnreadableFile('Damaged');
  const stylesXml = await part('styles.xml');
  const stylesRoot = stylesXml === undefined ? undefined : parseXml(stylesXml);
  const { body, head } = splitContent(content);
  return {
    body,
    styles: stylesOf([
      ...elementsIn(childNamed(stylesRoot, 'styles')),
      ...elementsIn(childNamed(stylesRoot, 'automatic-styles')),
      ...head,
    ]),
    masterPages: elementsIn(childNamed(stylesRoot, 'master-styles'), 'master-page'),
    async objectLines(href) {
      const xml = await part(`${href.replace(/^\.\//, '').replace(/\/$/, '')}/content.xml`);
      // Formulas of old versions declare a document type, which the parser rejects.
      return xml === undefined ? [] : objectLines(parseXml(xml.replace(/<!DOCTYPE[^>[]*>/, '')));
    },
  };
}

function unreadable(cause: unknown): never {
  if (cause instanceof PortalError)
    throw new UnreadableFile(cause.code === 'payload_too_large' ? 'TooLarge' : 'Damaged', { cause });
  throw cause;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableFile('Damaged', { cause });
  }
}

/** The body, which can be large, apart from the styles in front of it. */
function splitContent(xml: string): { body: string; head: XmlElement[] } {
  const [, name = ''] = /<([\w-]+:body|body)[\s>]/.exec(xml) ?? [];
  const start = xml.indexOf(`<${name}`);
  const end = xml.lastIndexOf(`</${name}>`);
  if (name === '' || end < start) throw new UnreadableFile('Damaged');
  const head = /<(?:[\w-]+:)?automatic-styles[\s>]/.test(xml.slice(0, start))
    ? [...childrenOf(`${xml.slice(0, start)}${xml.slice(end + name.length + 3)}`, 'automatic-styles')]
    : [];
  return { body: xml.slice(start, end + name.length + 3), head };
}

function stylesOf(elements: XmlElement[]): Styles {
  const definitions = new Map(
    elements
      .filter(({ name }) => name === 'style')
      .map((style) => [`${style.attributes['family']}/${style.attributes['name']}`, style]),
  );
  const lists = new Map(
    elements.filter(({ name }) => name === 'list-style').map((style) => [style.attributes['name'], elementsIn(style)]),
  );
  const known = new Map<string, Style>();
  function named(family: string, name: string | undefined, steps = 0): Style {
    const key = `${family}/${name}`;
    const definition = definitions.get(key);
    if (!definition || steps > 10)
      return { marks: [], isHidden: false, isTitle: name === 'Title', isHiddenPart: false };
    const found =
      known.get(key) ?? styleOf(definition, named(family, definition.attributes['parent-style-name'], steps + 1));
    known.set(key, found);
    return found;
  }
  return {
    named,
    isOrdered: (list, level) =>
      lists
        .get(list)
        ?.some(
          ({ name, attributes }) => name === 'list-level-style-number' && attributes['level'] === String(level + 1),
        ) ?? false,
  };
}

function styleOf(definition: XmlElement, parent: Style): Style {
  const text = childNamed(definition, 'text-properties')?.attributes ?? {};
  const marks = new Map(parent.marks.map((mark) => [mark.type, mark]));
  const set = (type: 'bold' | 'italic' | 'strike', value: string | undefined, off: string) => {
    if (value === off) marks.delete(type);
    else if (value !== undefined) marks.set(type, { type });
  };
  set('bold', text['fo:font-weight'] ?? text['font-weight'], 'normal');
  set('italic', text['fo:font-style'] ?? text['font-style'], 'normal');
  set('strike', text['style:text-line-through-style'] ?? text['text-line-through-style'], 'none');
  const part = [
    childNamed(definition, 'table-properties')?.attributes['display'] === 'false',
    childNamed(definition, 'section-properties')?.attributes['display'] === 'none',
    childNamed(definition, 'drawing-page-properties')?.attributes['visibility'] === 'hidden',
  ];
  return {
    marks: [...marks.values()],
    isHidden: text['display'] === undefined ? parent.isHidden : text['display'] === 'none',
    isTitle: parent.isTitle || definition.attributes['name'] === 'Title',
    isHiddenPart: parent.isHiddenPart || part.includes(true),
  };
}

/** Words that search finds, but that stand beside the text: notes, comments and the names of embedded objects. */
export interface Beside {
  lines: string[];
  objects: string[];
}

export interface TextContext {
  styles: Styles;
  beside: Beside;
}

const SHAPES = new Set(
  `frame text-box g custom-shape rect ellipse circle line polyline polygon path connector caption
  regular-polygon measure control page-thumbnail a`.split(/\s+/),
);
/** Elements whose text is not part of the document as a reader sees it. */
const SKIPPED = new Set(
  `tracked-changes table-of-content hidden-text hidden-paragraph forms ruby-text event-listeners
  sequence-decls variable-decls user-field-decls image glue-point change`.split(/\s+/),
);

/** The text of a paragraph or heading; shapes that are anchored in it become blocks after it. */
export function paragraphContent(element: XmlElement, context: TextContext): { content: InlineText; boxes: Block[] } {
  const boxes: Block[] = [];
  const style = context.styles.named('paragraph', element.attributes['style-name']);
  const inline = style.isHidden ? [] : inlineOf(element, style.marks, context, boxes);
  return { content: trimmed(joinedInline(inline)), boxes };
}

function inlineOf(element: XmlElement, marks: Mark[], context: TextContext, boxes: Block[]): Inline[] {
  const text = (words: string): Inline => ({ type: 'text', text: words, ...(marks.length > 0 ? { marks } : {}) });
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
        return style.isHidden ? [] : inlineOf(child, together(marks, style.marks), context, boxes);
      }
      case 'note':
      case 'annotation':
        besideLines(child, context);
        return [];
      case 'a':
        if (child.children.some((one) => typeof one === 'object' && SHAPES.has(one.name))) break;
        return inlineOf(child, together(marks, linkMark(child)), context, boxes);
      default:
    }
    if (!SHAPES.has(child.name)) return inlineOf(child, marks, context, boxes);
    boxes.push(...shapeBlocks(child, context));
    return [];
  });
}

const together = (marks: Mark[], more: Mark[]): Mark[] => [
  ...marks.filter(({ type }) => more.every((one) => one.type !== type)),
  ...more,
];

function linkMark({ attributes }: XmlElement): Mark[] {
  const href = attributes['xlink:href'] ?? attributes['href'] ?? '';
  return /^(?:https?|mailto|tel):/i.test(href) && href.length <= 2048 && isSafeHref(href)
    ? [{ type: 'link', attrs: { href } }]
    : [];
}

/** Without spaces at either end, which layouts use for positions. */
function trimmed(content: InlineText): InlineText {
  const cut = [...content];
  const first = cut[0];
  if (first?.type === 'text') cut[0] = { ...first, text: first.text.trimStart() };
  const last = cut.at(-1);
  if (last?.type === 'text') cut[cut.length - 1] = { ...last, text: last.text.trimEnd() };
  return joinedInline(cut);
}

export const repeated = (count: string | undefined): number =>
  Math.min(Math.max(Number(count ?? 1) || 1, 1), MAX_REPEATED);

/** The paragraphs of a note or comment go beside the text. */
function besideLines(element: XmlElement, context: TextContext): void {
  const holder = childNamed(element, 'note-body') ?? element;
  const blocks = elementsIn(holder)
    .filter(({ name }) => name === 'p' || name === 'list' || name === 'h')
    .flatMap((child) => blocksOf(child, context));
  context.beside.lines.push(...blocks.map(plainBlock));
}

/** Headings, paragraphs, lists and tables in an element of the body. */
export function blocksOf(element: XmlElement, context: TextContext): Block[] {
  if (SKIPPED.has(element.name)) return [];
  switch (element.name) {
    case 'h':
    case 'p':
      return paragraphBlocks(element, context);
    case 'list':
      return listBlocks(element, context, { depth: 0, style: undefined });
    case 'table':
      return tableBlocks(element, context);
    case 'section':
      return context.styles.named('section', element.attributes['style-name']).isHiddenPart ||
        element.attributes['display'] === 'none'
        ? []
        : elementsIn(element).flatMap((child) => blocksOf(child, context));
    case 'annotation':
      besideLines(element, context);
      return [];
    default:
      return SHAPES.has(element.name)
        ? shapeBlocks(element, context)
        : elementsIn(element).flatMap((child) => blocksOf(child, context));
  }
}

function paragraphBlocks(element: XmlElement, context: TextContext): Block[] {
  const { content, boxes } = paragraphContent(element, context);
  const text = inlineText(content).trim();
  if (text === '') return boxes;
  const style = context.styles.named('paragraph', element.attributes['style-name']);
  if (element.name === 'h' || style.isTitle) {
    const level = style.isTitle ? 1 : Number(element.attributes['outline-level'] ?? 1) || 1;
    return [{ kind: 'heading', level: level + 1, text: text.replaceAll(/\s+/g, ' ') }, ...boxes];
  }
  return [{ kind: 'paragraph', content }, ...boxes];
}

function listBlocks(
  list: XmlElement,
  context: TextContext,
  { depth, style: inherited }: { depth: number; style: string | undefined },
): Block[] {
  const style = list.attributes['style-name'] ?? inherited;
  const ordered = context.styles.isOrdered(style, depth);
  return elementsIn(list).flatMap((item) =>
    elementsIn(item).flatMap((child): Block[] => {
      if (child.name === 'list') return listBlocks(child, context, { depth: Math.min(depth + 1, 8), style });
      return blocksOf(child, context).map((block) =>
        block.kind === 'paragraph' ? { kind: 'item', depth, ordered, content: block.content } : block,
      );
    }),
  );
}

const ROW_GROUPS = new Set(['table-header-rows', 'table-rows', 'table-row-group']);

export function rowsOf(table: XmlElement): XmlElement[] {
  return elementsIn(table).flatMap((child) =>
    child.name === 'table-row' ? [child] : ROW_GROUPS.has(child.name) ? rowsOf(child) : [],
  );
}

export const cellsOf = (row: XmlElement): XmlElement[] =>
  elementsIn(row).filter(({ name }) => name === 'table-cell' || name === 'covered-table-cell');

/** A table with a single cell is a frame around text. */
function tableBlocks(table: XmlElement, context: TextContext): Block[] {
  const rows = rowsOf(table).map(cellsOf);
  if (rows.length === 1 && rows[0]!.length === 1)
    return elementsIn(rows[0]![0]).flatMap((child) => blocksOf(child, context));
  const contents = rows.map((cells) =>
    cells.flatMap((cell): InlineText[] =>
      Array.from({ length: repeated(cell.attributes['number-columns-repeated']) }, () => cellContent(cell, context)),
    ),
  );
  return contents.length === 0 ? [] : [{ kind: 'table', rows: contents, hasHeader: true }];
}

/** The paragraphs of a cell, one per line. */
function cellContent(cell: XmlElement, context: TextContext): InlineText {
  const lines = elementsIn(cell)
    .flatMap((child) => blocksOf(child, context))
    .map((block): InlineText =>
      block.kind === 'paragraph' || block.kind === 'item'
        ? block.content
        : [{ type: 'text', text: plainBlock(block) || ' ' }],
    );
  return joinedInline(lines.flatMap((line, index) => (index === 0 ? line : [{ type: 'hardBreak' as const }, ...line])));
}

/** The text in a shape. An embedded object, such as a chart, goes beside the text. */
export function shapeBlocks(shape: XmlElement, context: TextContext): Block[] {
  return elementsIn(shape).flatMap((child) => {
    if (child.name === 'object') {
      context.beside.objects.push(child.attributes['xlink:href'] ?? child.attributes['href'] ?? '');
      return [];
    }
    // The picture of an embedded object repeats its words.
    return child.name === 'object-ole' ? [] : blocksOf(child, context);
  });
}

export const inlineText = (content: InlineText): string =>
  content.map((node) => (node.type === 'text' ? node.text : '\n')).join('');

/** The lines beside a text: notes, comments, charts, and headers and footers of pages, each once. */
export async function linesBeside({ beside, styles }: TextContext, document: OpenDocument): Promise<string[]> {
  const objects: string[] = [];
  for (const href of new Set(beside.objects)) objects.push(...(await document.objectLines(href)));
  const context: TextContext = { styles, beside: { lines: [], objects: [] } };
  const margins = document.masterPages
    .flatMap((page) => elementsIn(page).filter(({ name }) => /^(?:header|footer)/.test(name)))
    .flatMap((margin) => elementsIn(margin).flatMap((child) => blocksOf(child, context)))
    .map(plainBlock);
  return [...beside.lines, ...objects, ...new Set(margins)];
}

/** The words of a chart: its paragraphs, except numbers. */
function objectLines(element: XmlElement): string[] {
  if (element.name === 'p') {
    const context: TextContext = { styles: stylesOf([]), beside: { lines: [], objects: [] } };
    const text = inlineText(paragraphContent(element, context).content).trim();
    return text === '' || !Number.isNaN(Number(text)) ? [] : [text];
  }
  return elementsIn(element).flatMap(objectLines);
}
