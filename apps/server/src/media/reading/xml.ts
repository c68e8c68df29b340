import { UnreadableFile } from './reading.ts';

const MAX_DEPTH = 256;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
const TAG_NAME = /[^\s<>"'/=]+/y;
const ENTITY = /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/g;
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export interface XmlElement {
  /** Without its prefix. */
  name: string;
  /** As written, and without the prefix where nothing else is called so. */
  attributes: Record<string, string>;
  children: Array<XmlElement | string>;
}

type XmlEvent = { open: XmlElement } | { text: string } | 'close';

/**
 * Reads XML of office files, and no more than they may have: no document type, hence no entities but the five of XML, nothing
 * fetched, nothing deeper than 256. Takes time in proportion to the length. Throws UnreadableFile.
 */
function* events(xml: string): Generator<XmlEvent> {
  const open: string[] = [];
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < xml.length) {
    const tag = xml.indexOf('<', at);
    const end = tag < 0 ? xml.length : tag;
    if (end > at) {
      if (open.length > 0) yield { text: decoded(xml.slice(at, end)) };
      else if (xml.slice(at, end).trim() !== '') throw damaged();
    }
    if (tag < 0) break;
    const next = xml[tag + 1];
    if (next === '?') at = endOf(xml, '?>', tag);
    else if (next === '!') {
      if (xml.startsWith('<!--', tag)) at = endOf(xml, '-->', tag + 4);
      else if (xml.startsWith('<![CDATA[', tag) && open.length > 0) {
        at = endOf(xml, ']]>', tag + 9);
        yield { text: xml.slice(tag + 9, at - 3) };
      } else throw damaged();
    } else if (next === '/') {
      at = endOf(xml, '>', tag);
      if (open.pop() !== xml.slice(tag + 2, at - 1).trimEnd()) throw damaged();
      yield 'close';
    } else {
      const { name, element, end: tagEnd, isEmpty } = openingTag(xml, tag + 1);
      at = tagEnd;
      yield { open: element };
      if (isEmpty) yield 'close';
      else if (open.push(name) > MAX_DEPTH) throw new UnreadableFile('TooLarge');
    }
  }
  if (open.length > 0) throw damaged();
}

function openingTag(xml: string, at: number) {
  const name = matchAt(TAG_NAME, xml, at)?.[0];
  if (name === undefined) throw damaged();
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  let end = at + name.length;
  for (let match = matchAt(ATTRIBUTE, xml, end); match; match = matchAt(ATTRIBUTE, xml, end)) {
    const value = decoded(match[2] ?? match[3] ?? '');
    attributes[match[1]!] = value;
    attributes[localName(match[1]!)] ??= value;
    end = ATTRIBUTE.lastIndex;
  }
  const close = matchAt(TAG_END, xml, end);
  if (!close) throw damaged();
  const element: XmlElement = { name: localName(name), attributes, children: [] };
  return { name, element, end: TAG_END.lastIndex, isEmpty: close[1] === '/' };
}

/** The whole document as a tree. */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const event of events(xml)) grow(open, event);
  const [document] = root.children;
  if (typeof document !== 'object' || root.children.length !== 1) throw damaged();
  return document;
}

/** The elements directly inside the first element of that name, one by one, so that large ones never stand whole in memory. */
export function* childrenOf(xml: string, parentName: string): Generator<XmlElement> {
  const holder: XmlElement = { name: '', attributes: {}, children: [] };
  let open: XmlElement[] | undefined;
  for (const event of events(xml)) {
    if (!open) {
      if (event !== 'close' && 'open' in event && event.open.name === parentName) open = [holder];
      continue;
    }
    if (event === 'close' && open.length === 1) return;
    grow(open, event);
    if (open.length > 1) continue;
    const [child] = holder.children;
    holder.children = [];
    if (typeof child === 'object') yield child;
  }
}

function grow(open: XmlElement[], event: XmlEvent): void {
  if (event === 'close') open.pop();
  else if ('text' in event) open.at(-1)!.children.push(event.text);
  else {
    open.at(-1)!.children.push(event.open);
    open.push(event.open);
  }
}

/** The first element of that name directly inside. */
export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child): child is XmlElement => typeof child === 'object' && child.name === name);
}

/** The elements directly inside, or those of one name. */
export function elementsIn(element: XmlElement | undefined, name?: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child === 'object' && (name === undefined || child.name === name),
  );
}

/** All words inside, at any depth. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw damaged();
  return at + mark.length;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (_all, hex?: string, decimal?: string, named?: string) => {
    if (named !== undefined) return NAMED[named]!;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '';
  });
}

function damaged(): UnreadableFile {
  return new UnreadableFile('Damaged');
}
