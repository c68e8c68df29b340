import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { UnreadableFile } from './reading.ts';

const MAX_DEPTH = 256;
/** Large parts are parsed in chunks of this many characters, so that their elements are never all in memory at once. */
const PIECE_LENGTH = 64 * 1024;
/** Errors that other readers forgive too; the characters stay as they are. */
const TOLERATED = /^(?:undefined entity|disallowed character in entity name|empty entity name|disallowed character)\.$/;
const NUMERIC_REFERENCE = /&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));/g;

export interface XmlElement {
  /** Without its prefix. */
  name: string;
  /** As written, and also without the prefix unless another attribute has that name. */
  attributes: Record<string, string>;
  children: Array<XmlElement | string>;
}

/** The whole document as a tree. Throws UnreadableFile. */
export function parseXml(xml: string): XmlElement {
  const [root] = parseElements(xml);
  return root!;
}

/**
 * Yields the direct children of the first element with that name, one by one, so that a large parent is never in memory
 * as a whole. Throws UnreadableFile.
 */
export function childrenOf(xml: string, parentName: string): Generator<XmlElement> {
  return parseElements(xml, parentName);
}

/** Yields the root, or the children of the first element named `parentName`. */
function* parseElements(xml: string, parentName?: string): Generator<XmlElement> {
  const parser = createParser();
  const finished: XmlElement[] = [];
  const open: XmlElement[] = [];
  const progress = { depth: 0, isInside: parentName === undefined, isDone: false };
  parser.on('opentag', (tag) => {
    progress.depth += 1;
    if (progress.depth > MAX_DEPTH) throw new UnreadableFile('TooLarge');
    if (progress.isInside) open.push(addChild(open.at(-1), toElement(tag)));
    else if (!progress.isDone && localName(tag.name) === parentName) progress.isInside = true;
  });
  parser.on('closetag', () => {
    progress.depth -= 1;
    const element = open.pop();
    if (element !== undefined && open.length === 0) finished.push(element);
    if (element !== undefined || !progress.isInside) return;
    progress.isInside = false;
    progress.isDone = true;
  });
  const addText = (text: string) => void open.at(-1)?.children.push(text);
  parser.on('text', addText);
  parser.on('cdata', addText);
  const text = withoutInvalidReferences(xml);
  for (let at = 0; at < text.length && !progress.isDone; at += PIECE_LENGTH) {
    parseOrThrow(() => parser.write(text.slice(at, at + PIECE_LENGTH)));
    yield* finished.splice(0);
  }
  if (progress.isDone) return;
  parseOrThrow(() => parser.close());
  yield* finished;
}

/** Rejects document types: there are no entities but the five of XML, and nothing is fetched. */
function createParser(): SaxesParser {
  const parser = new SaxesParser({ position: false });
  parser.on('error', (error) => {
    if (!TOLERATED.test(error.message)) throw error;
  });
  parser.on('doctype', () => {
    throw new UnreadableFile('Damaged');
  });
  return parser;
}

function parseOrThrow(parse: () => void): void {
  try {
    parse();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('Damaged', { cause: error });
  }
}

function addChild(parent: XmlElement | undefined, element: XmlElement): XmlElement {
  parent?.children.push(element);
  return element;
}

function toElement(tag: SaxesTagPlain): XmlElement {
  const attributes = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(tag.attributes)) {
    attributes[name] = value;
    attributes[localName(name)] ??= value;
  }
  return { name: localName(tag.name), attributes, children: [] };
}

/** Drops references to characters that do not exist, such as half of a surrogate pair. */
function withoutInvalidReferences(xml: string): string {
  if (!xml.includes('&#')) return xml;
  return xml.replaceAll(NUMERIC_REFERENCE, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? reference : '';
  });
}

/** The first direct child with that name. */
export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child): child is XmlElement => typeof child === 'object' && child.name === name);
}

/** The direct children, or only those with one name. */
export function elementsIn(element: XmlElement | undefined, name?: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child === 'object' && (name === undefined || child.name === name),
  );
}

/** The text content, at any depth. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
