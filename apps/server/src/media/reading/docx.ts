import type { Inline, InlineText, Mark } from '@portico/kinds/richText';
import { isSafeHref } from '@portico/kinds/safeHref';
import type { ByteSource } from '../zip/sourceReader.ts';
import { componentPreview, joinedInline, plainBlock, type Block } from './componentList.ts';
import { openOffice, type OfficePackage, type Relation } from './officePackage.ts';
import { storedTexts, textParts, UnreadableFile, type Reading } from './reading.ts';
import { childNamed, childrenOf, elementsIn, parseXml, type XmlElement } from './xml.ts';

/** The role of a paragraph, according to its style. */
interface ParagraphStyle {
  /** 1 for the outermost level. */
  heading?: number;
  isContents?: boolean;
  numbering?: XmlElement | undefined;
}

interface Context {
  styles: Map<string, ParagraphStyle>;
  /** True for numbers, false for bullets, by `numId/level`. */
  numbered: Map<string, boolean>;
  links: Map<string, Relation>;
}

/** Elements that wrap text without changing it. */
const WRAPPERS = new Set(['ins', 'moveTo', 'smartTag', 'customXml', 'sdt', 'sdtContent', 'fldSimple', 'dir', 'bdo']);

/**
 * A word-processing document: headings, paragraphs, lists and tables in order. Throws UnreadableFile. Source: ECMA-376
 * part 1, 17.
 */
export async function readDocx(source: ByteSource): Promise<Reading> {
  const office = await openOffice(source);
  const links = await office.relations(office.main);
  const partOf = async (type: string) => {
    const relation = [...links.values()].find((one) => one.type === type && !one.isExternal);
    const xml = relation && (await office.part(relation.target));
    return xml === undefined ? undefined : parseXml(xml);
  };
  const context: Context = {
    styles: stylesOf(await partOf('styles')),
    numbered: numberingOf(await partOf('numbering')),
    links,
  };
  const xml = await office.part(office.main);
  if (xml === undefined) throw new UnreadableFile('Damaged');
  const blocks = [...childrenOf(xml, 'body')].flatMap((element) => blocksOf(element, context));
  const extra = await extraText(office, links, context);
  return {
    pages: null,
    texts: storedTexts(textParts([...blocks, ...extra].map(plainBlock).join('\n'))),
    preview: componentPreview(blocks),
  };
}

/** Parts outside the main text that search should find: notes, comments, headers and footers. */
const EXTRA_PARTS = new Set(['footnotes', 'endnotes', 'comments', 'header', 'footer']);

/** The text of these parts; a header that several sections share counts once. */
async function extraText(office: OfficePackage, links: Map<string, Relation>, context: Context): Promise<Block[]> {
  const names = [...links.values()].filter(({ type, isExternal }) => EXTRA_PARTS.has(type) && !isExternal);
  const found: Block[] = [];
  for (const name of new Set(names.map(({ target }) => target))) {
    const xml = await office.part(name);
    if (xml === undefined) continue;
    const root = parseXml(xml);
    // In notes and comments, paragraphs have an additional wrapper.
    const wrapped = elementsIn(root).flatMap((child) =>
      ['footnote', 'endnote', 'comment'].includes(child.name) ? elementsIn(child) : [child],
    );
    found.push(...wrapped.flatMap((child) => blocksOf(child, context)));
  }
  const known = new Set<string>();
  return found.filter((block) => {
    const text = plainBlock(block);
    return !known.has(text) && known.add(text);
  });
}

function blocksOf(element: XmlElement, context: Context): Block[] {
  if (element.name === 'p') return paragraph(element, context);
  if (element.name === 'tbl') return table(element, context);
  return WRAPPERS.has(element.name) ? elementsIn(element).flatMap((child) => blocksOf(child, context)) : [];
}

function paragraph(element: XmlElement, context: Context): Block[] {
  const properties = childNamed(element, 'pPr');
  const style = context.styles.get(valueOf(properties, 'pStyle') ?? '') ?? {};
  if (style.isContents) return [];
  const boxes = textBoxes(element).flatMap((child) => blocksOf(child, context));
  const content = joinedInline(inline(element, context));
  const text = content
    .map((node) => (node.type === 'text' ? node.text : ' '))
    .join('')
    .trim();
  if (text === '') return boxes;
  const outline = Number(valueOf(properties, 'outlineLvl') ?? Number.NaN) + 1;
  const heading = outline >= 1 && outline <= 9 ? outline : style.heading;
  if (heading !== undefined) return [{ kind: 'heading', level: heading + 1, text }, ...boxes];
  const numbering = childNamed(properties, 'numPr') ?? style.numbering;
  const numberId = valueOf(numbering, 'numId');
  if (numberId !== undefined && numberId !== '0') {
    const depth = Math.min(Number(valueOf(numbering, 'ilvl') ?? 0) || 0, 8);
    return [{ kind: 'item', depth, ordered: context.numbered.get(`${numberId}/${depth}`) ?? false, content }, ...boxes];
  }
  return [{ kind: 'paragraph', content }, ...boxes];
}

/** A table with a single cell is a frame around text. */
function table(element: XmlElement, context: Context): Block[] {
  const rows = elementsIn(element, 'tr');
  const cells = rows.map((row) => elementsIn(row, 'tc'));
  if (rows.length === 1 && cells[0]!.length === 1)
    return elementsIn(cells[0]![0]).flatMap((child) => blocksOf(child, context));
  const contents = cells.map((row) =>
    row.flatMap((cell) => {
      const properties = childNamed(cell, 'tcPr');
      const covered = Math.min(Number(valueOf(properties, 'gridSpan') ?? 1) || 1, 20);
      return [cellContent(cell, context), ...Array.from({ length: covered - 1 }, () => [])];
    }),
  );
  return contents.length === 0 ? [] : [{ kind: 'table', rows: contents, hasHeader: true }];
}

/** The paragraphs of a cell, one per line. */
function cellContent(cell: XmlElement, context: Context): InlineText {
  const lines = elementsIn(cell)
    .flatMap((child) => blocksOf(child, context))
    .map((block): InlineText =>
      block.kind === 'paragraph' || block.kind === 'item'
        ? block.content
        : [{ type: 'text', text: plainBlock(block) || ' ' }],
    );
  return joinedInline(lines.flatMap((line, index) => (index === 0 ? line : [{ type: 'hardBreak' as const }, ...line])));
}

function inline(element: XmlElement, context: Context, link?: Mark): Inline[] {
  return elementsIn(element).flatMap((child) => {
    if (child.name === 'r') return run(child, link);
    if (child.name === 'hyperlink') return inline(child, context, linkMark(child, context));
    return WRAPPERS.has(child.name) ? inline(child, context, link) : [];
  });
}

function linkMark(element: XmlElement, { links }: Context): Mark | undefined {
  const href = links.get(element.attributes['id'] ?? '')?.target ?? '';
  return /^(?:https?|mailto|tel):/i.test(href) && href.length <= 2048 && isSafeHref(href)
    ? { type: 'link', attrs: { href } }
    : undefined;
}

function run(element: XmlElement, link: Mark | undefined): Inline[] {
  const properties = childNamed(element, 'rPr');
  if (isOn(properties, 'vanish')) return [];
  const marks: Mark[] = [
    ...(isOn(properties, 'b') ? [{ type: 'bold' as const }] : []),
    ...(isOn(properties, 'i') ? [{ type: 'italic' as const }] : []),
    ...(isOn(properties, 'strike') || isOn(properties, 'dstrike') ? [{ type: 'strike' as const }] : []),
    ...(link ? [link] : []),
  ];
  const text = (words: string): Inline => ({ type: 'text', text: words, ...(marks.length > 0 ? { marks } : {}) });
  return elementsIn(element).flatMap((child): Inline[] => {
    switch (child.name) {
      case 't':
        return [text(child.children.filter((one) => typeof one === 'string').join(''))];
      case 'tab':
        return [text(' ')];
      case 'noBreakHyphen':
        return [text('-')];
      case 'br':
      case 'cr':
        return child.attributes['type'] === undefined ? [{ type: 'hardBreak' }] : [];
      default:
        return [];
    }
  });
}

/** The text of boxes that are anchored here. Of two alternative drawings of a box, the first is used. */
function textBoxes(element: XmlElement): XmlElement[] {
  return elementsIn(element).flatMap((child) => {
    if (child.name === 'txbxContent') return elementsIn(child);
    return child.name === 'Fallback' ? [] : textBoxes(child);
  });
}

function stylesOf(root: XmlElement | undefined): Map<string, ParagraphStyle> {
  const definitions = new Map(elementsIn(root, 'style').map((style) => [style.attributes['styleId'] ?? '', style]));
  const styleOf = (id: string, steps: number): ParagraphStyle => {
    const definition = definitions.get(id);
    if (!definition || steps > 10) return {};
    const name = valueOf(definition, 'name') ?? '';
    const [, level] = /^heading ([1-9])$/i.exec(name) ?? [];
    const inherited = styleOf(valueOf(definition, 'basedOn') ?? '', steps + 1);
    const properties = childNamed(definition, 'pPr');
    const heading = level !== undefined ? Number(level) : /^title$/i.test(name) ? 1 : inherited.heading;
    return {
      ...(heading === undefined ? {} : { heading }),
      isContents: /^toc \d$/i.test(name) || (inherited.isContents ?? false),
      numbering: childNamed(properties, 'numPr') ?? inherited.numbering,
    };
  };
  return new Map([...definitions.keys()].map((id) => [id, styleOf(id, 0)]));
}

function numberingOf(root: XmlElement | undefined): Map<string, boolean> {
  const kinds = new Map(
    elementsIn(root, 'abstractNum').map((one) => [one.attributes['abstractNumId'] ?? '', elementsIn(one, 'lvl')]),
  );
  return new Map(
    elementsIn(root, 'num').flatMap((number) => {
      const levels = kinds.get(valueOf(number, 'abstractNumId') ?? '') ?? [];
      return levels.map(
        (level) =>
          [
            `${number.attributes['numId']}/${level.attributes['ilvl']}`,
            !['bullet', 'none'].includes(valueOf(level, 'numFmt') ?? 'bullet'),
          ] as const,
      );
    }),
  );
}

function valueOf(element: XmlElement | undefined, name: string): string | undefined {
  return childNamed(element, name)?.attributes['val'];
}

function isOn(properties: XmlElement | undefined, name: string): boolean {
  const property = childNamed(properties, name);
  return property !== undefined && !['0', 'false', 'off', 'none'].includes(property.attributes['val'] ?? '1');
}
