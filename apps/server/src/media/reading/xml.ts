import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { UnreadableFile } from './reading.ts';

const MAX_DEPTH = 256;
/** Large parts are parsed in chunks of this many characters, so that their elements are never all in memory at once. */
const PIECE_LENGTH = 64 * 1024;
/** Errors that other readers forgive too; the characters stay as they are. */
const TOLERATED = /^(?:undefined entity|disallowed character in entity name|empty entity name|disallowed character)\.$/;
const MAX_REFERENCE_LENGTH = '&#1114111;'.length;
const NUMERIC_REFERENCE = /&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));/g;

export interface XmlElement {
  /** Without its prefix. */
  name: string;
  /**
   * As written, and also without the prefix unless another attribute has that name. Those that name a relation have the
   * prefix `r` too, whatever the document calls it.
   */
  attributes: Record<string, string>;
  children: Array<XmlElement | string>;
}

/** The whole document as a tree. Throws UnreadableFile. */
export function parseXml(xml: string): XmlElement {
  for (const step of stepsIn(xml, () => false)) if (step.kind === 'element') return step.element;
  throw new UnreadableFile('Damaged');
}

/**
 * Yields the direct children of the first element with that name, one by one, so that a large parent is never in memory
 * as a whole. Throws UnreadableFile.
 */
export function* childrenOf(xml: string, parentName: string): Generator<XmlElement> {
  let hasBegun = false;
  const isAround = (name: string) => {
    const isOutside = !hasBegun;
    hasBegun ||= name === parentName;
    return isOutside;
  };
  // Steps come later than `isAround` is asked: after the piece of the document that they are in has been parsed.
  let isInside = false;
  for (const step of stepsIn(xml, isAround)) {
    if (step.kind === 'open') isInside = step.element.name === parentName;
    else if (step.kind === 'element') yield step.element;
    else if (isInside) return;
  }
}

/** What happens next in a document: a container opens or closes, or an element in it is complete. */
export type XmlStep =
  | { kind: 'open'; element: XmlElement }
  | { kind: 'close' }
  | { kind: 'element'; element: XmlElement };

/**
 * Walks through a document whose containers, unlike its other elements, are never in memory as a whole. `isContainer`
 * is called for the root and for each child of a container. Throws UnreadableFile.
 */
export function* stepsIn(xml: string | Iterable<string>, isContainer: (name: string) => boolean): Generator<XmlStep> {
  const parser = createParser();
  const steps: XmlStep[] = [];
  const open: XmlElement[] = [];
  const relationPrefixes = new Set<string>();
  let depth = 0;
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new UnreadableFile('TooLarge');
    const element = toElement(tag, relationPrefixes);
    const parent = open.at(-1);
    if (parent === undefined && isContainer(element.name)) steps.push({ kind: 'open', element });
    else {
      parent?.children.push(element);
      open.push(element);
    }
  });
  parser.on('closetag', () => {
    depth -= 1;
    const element = open.pop();
    if (element === undefined) steps.push({ kind: 'close' });
    else if (open.length === 0) steps.push({ kind: 'element', element });
  });
  const addText = (text: string) => void open.at(-1)?.children.push(text);
  parser.on('text', addText);
  parser.on('cdata', addText);
  for (const piece of wholeReferences(typeof xml === 'string' ? slicesOf(xml) : xml)) {
    parseOrThrow(() => parser.write(withoutInvalidReferences(piece)));
    yield* steps.splice(0);
  }
  parseOrThrow(() => parser.close());
  yield* steps.splice(0);
}

/** The same steps for the children of an element that is in memory. */
export function* stepsBelow(parent: XmlElement, isContainer: (name: string) => boolean): Generator<XmlStep> {
  for (const element of elementsIn(parent))
    if (isContainer(element.name)) {
      yield { kind: 'open', element };
      yield* stepsBelow(element, isContainer);
      yield { kind: 'close' };
    } else yield { kind: 'element', element };
}

/** The steps up to the end of the container that is open. */
export function* untilClosed(steps: Iterator<XmlStep>): Generator<Exclude<XmlStep, { kind: 'close' }>> {
  for (let next = steps.next(); next.done !== true && next.value.kind !== 'close'; next = steps.next())
    yield next.value;
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

/** The namespace of attributes that name a relation, also in its strict form. */
const RELATIONS =
  /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/officeDocument\/(?:2006\/)?relationships$/;

function toElement(tag: SaxesTagPlain, relationPrefixes: Set<string>): XmlElement {
  const attributes = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(tag.attributes))
    if (name.startsWith('xmlns:') && RELATIONS.test(value)) relationPrefixes.add(name.slice('xmlns:'.length));
  for (const [name, value] of Object.entries(tag.attributes)) {
    attributes[name] = value;
    attributes[localName(name)] ??= value;
    if (relationPrefixes.has(name.slice(0, Math.max(0, name.indexOf(':'))))) attributes[`r:${localName(name)}`] = value;
  }
  return { name: localName(tag.name), attributes, children: [] };
}

function* slicesOf(xml: string): Generator<string> {
  for (let at = 0; at < xml.length; at += PIECE_LENGTH) yield xml.slice(at, at + PIECE_LENGTH);
}

/** The same text, in pieces that do not end within a reference to a character. */
function* wholeReferences(pieces: Iterable<string>): Generator<string> {
  let held = '';
  for (const piece of pieces) {
    const text = held + piece;
    const start = text.lastIndexOf('&');
    const isOpen = start >= 0 && start > text.length - MAX_REFERENCE_LENGTH && !text.includes(';', start);
    held = isOpen ? text.slice(start) : '';
    yield isOpen ? text.slice(0, start) : text;
  }
  yield held;
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
