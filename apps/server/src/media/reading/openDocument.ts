import type { Mark } from '@portico/kinds/richText';
import { PortalError } from '../../errors.ts';
import type { ByteSource } from '../zip/sourceReader.ts';
import { openZip } from '../zip/zipArchive.ts';
import { UnreadableFile } from './reading.ts';
import { childNamed, childrenOf, elementsIn, parseXml, type XmlElement } from './xml.ts';

/** The limit for one unpacked part of a file. */
const MAX_PART_BYTES = 100 * 1024 * 1024;

/** An ODT, ODS or ODP. */
export interface OpenDocument {
  /** The body in XML: `office:body` and everything in it. */
  body: string;
  styles: Styles;
  /** Headers and footers of pages, and the like. */
  masterPages: XmlElement[];
  /** The content of an embedded object, such as a chart. */
  object(href: string): Promise<XmlElement | undefined>;
}

/** What a style says about its text. */
interface Style {
  marks: Mark[];
  isHidden: boolean;
  isTitle: boolean;
  isQuote: boolean;
  /** Properties of tables and pages that hide them. */
  isHiddenPart: boolean;
}

export interface Styles {
  named(family: string, name: string | undefined): Style;
  /** Whether a list has numbers at this level, which counts from 0, and its first number. */
  listLevel(list: string | undefined, level: number): { isOrdered: boolean; start: number };
}

/** Styles of programs for paragraphs of a quotation; the second is that of Word. */
const QUOTES = /^(?:Quotations|(?:Intense_20_)?Quote)$/;

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
    async object(href) {
      const xml = await part(`${href.replace(/^\.\//, '').replace(/\/$/, '')}/content.xml`);
      // Formulas of old versions declare a document type, which the parser rejects.
      return xml === undefined ? undefined : parseXml(xml.replace(/<!DOCTYPE[^>[]*>/, ''));
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
  const styles = new Map<string, Style>();
  function named(family: string, name: string | undefined, steps = 0): Style {
    const key = `${family}/${name}`;
    const definition = definitions.get(key);
    if (!definition || steps > 10)
      return {
        marks: [],
        isHidden: false,
        isTitle: name === 'Title',
        isQuote: QUOTES.test(name ?? ''),
        isHiddenPart: false,
      };
    const found =
      styles.get(key) ?? styleOf(definition, named(family, definition.attributes['parent-style-name'], steps + 1));
    styles.set(key, found);
    return found;
  }
  return {
    named,
    listLevel(list, level) {
      const style = lists.get(list)?.find(({ attributes }) => attributes['level'] === String(level + 1));
      return {
        isOrdered: style?.name === 'list-level-style-number',
        start: startValue(style) ?? 1,
      };
    },
  };
}

/** The number with which a list or an entry starts. */
export function startValue(element: XmlElement | undefined): number | undefined {
  const value = Number.parseInt(element?.attributes['start-value'] ?? '', 10);
  return value >= 0 ? value : undefined;
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
    isQuote: parent.isQuote || QUOTES.test(definition.attributes['name'] ?? ''),
    isHiddenPart: parent.isHiddenPart || part.includes(true),
  };
}
