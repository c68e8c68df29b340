import { Parser } from 'htmlparser2';
import type { DroppedKind, Losses } from './dropped.ts';

/** An element of pasted HTML as plain data; it never becomes a DOM element. */
export interface HtmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: HtmlNode[];
}
export type HtmlNode = HtmlElement | string;

/** Maximum characters of HTML to read: enough for a long formatted report without its pictures. */
const MAX_CHARACTERS = 8_000_000;
const CHUNK_LENGTH = 16_384;
/** Maximum nesting depth. Deeper content joins the innermost element within the limit. */
const MAX_DEPTH = 60;
const MAX_NODES = 300_000;
/** Limits per element and in total, because the parser spends time on every attribute, even if nothing reads it. */
const MAX_ELEMENT_ATTRIBUTES = 2000;
const MAX_ATTRIBUTES = 400_000;
/** Bounds for parser time: the number of open elements it can have to search, and the same times characters. */
const MAX_OPEN = 20_000;
const MAX_WORK = 4_000_000_000;

/** Elements dropped with their content, and the name the editor lists them under. */
const skipped: Record<string, DroppedKind | undefined> = {
  script: 'script',
  noscript: undefined,
  style: undefined,
  title: undefined,
  template: undefined,
  xml: undefined,
  iframe: 'frame',
  frame: 'frame',
  frameset: 'frame',
  object: 'frame',
  embed: 'frame',
  applet: 'frame',
  audio: 'media',
  video: 'media',
  svg: 'drawing',
  math: 'drawing',
  canvas: 'drawing',
  button: 'form',
  select: 'form',
  textarea: 'form',
};

const isHidden = ({ hidden, style = '' }: Record<string, string>) =>
  hidden !== undefined || /(?:display\s*:\s*none|mso-hide\s*:\s*all)/i.test(style);

/** Elements with a line break before and after. */
export const blockNames = new Set(
  (
    'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/**
 * Builds the tree from parser events; the parser also closes void elements. Inside a skipped element, only the depth is
 * counted.
 */
class TreeBuilder {
  readonly root: HtmlElement = { name: 'body', attributes: {}, children: [] };
  /** Null for elements without their own node. */
  readonly #open: Array<HtmlElement | null> = [];
  #top: HtmlElement[] = [this.root];
  #skipDepth = 0;
  #nodes = 0;
  readonly #dropped: Losses;

  constructor(dropped: Losses) {
    this.#dropped = dropped;
  }

  get depth(): number {
    return this.#open.length + this.#skipDepth;
  }

  get isFull(): boolean {
    return this.#nodes >= MAX_NODES;
  }

  #add(node: HtmlNode): void {
    this.#nodes += 1;
    if (!this.isFull) this.#top.at(-1)?.children.push(node);
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth += 1;
      return;
    }
    if (Object.hasOwn(skipped, name) || isHidden(attributes)) {
      const what = Object.hasOwn(skipped, name) ? skipped[name] : undefined;
      if (what) this.#dropped.add(what, 1, `<${name}>`);
      this.#skipDepth = 1;
      return;
    }
    if (name === 'input' && !/^(?:hidden|checkbox|radio)$/i.test(attributes['type'] ?? ''))
      this.#dropped.add('form', 1, `<${name}>`);
    if (this.#top.length > MAX_DEPTH) {
      if (blockNames.has(name)) this.#add({ name: 'br', attributes: {}, children: [] });
      this.#open.push(null);
      return;
    }
    const element: HtmlElement = { name, attributes, children: [] };
    this.#add(element);
    this.#open.push(element);
    this.#top.push(element);
  }

  text(text: string): void {
    if (this.#skipDepth > 0) return;
    const siblings = this.#top.at(-1)?.children;
    const last = siblings?.at(-1);
    // Entities arrive as separate events, so join adjacent text into one node.
    if (siblings && typeof last === 'string') siblings[siblings.length - 1] = last + text;
    else this.#add(text);
  }

  close(): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth -= 1;
      return;
    }
    if (this.#open.pop()) this.#top.pop();
  }
}

/**
 * The elements of pasted HTML. Scripts, frames, forms and anything else a component can't hold are left out and
 * counted. Bounded: beyond a certain size, depth or amount of work it stops and reports that.
 */
export function htmlTree(html: string, dropped: Losses): HtmlElement {
  const builder = new TreeBuilder(dropped);
  let attributes = 0;
  let elementAttributes = 0;
  const parser = new Parser({
    onopentagname: () => {
      elementAttributes = 0;
    },
    onattribute: () => {
      attributes += 1;
      elementAttributes += 1;
    },
    onopentag: (name, found) => builder.open(name, found),
    ontext: (text) => builder.text(text),
    onclosetag: () => builder.close(),
  });
  const end = Math.min(html.length, MAX_CHARACTERS);
  let work = 0;
  let position = 0;
  const isBounded = () =>
    work < MAX_WORK &&
    attributes < MAX_ATTRIBUTES &&
    elementAttributes < MAX_ELEMENT_ATTRIBUTES &&
    builder.depth < MAX_OPEN &&
    !builder.isFull;
  for (; position < end && isBounded(); position += CHUNK_LENGTH) {
    parser.write(html.slice(position, Math.min(position + CHUNK_LENGTH, end)));
    work += builder.depth * CHUNK_LENGTH;
  }
  if (position < html.length || builder.isFull) dropped.add('tooMuch');
  else parser.end();
  return builder.root;
}
