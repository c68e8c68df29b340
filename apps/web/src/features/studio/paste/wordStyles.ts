import type { HtmlElement } from './htmlTree.ts';
import { isUsableHref, type WordStyle } from './inlineWords.ts';

const boldNames = new Set(['b', 'strong']);
const italicNames = new Set(['i', 'em', 'cite', 'dfn', 'var']);
const strikeNames = new Set(['s', 'strike', 'del']);
const codeNames = new Set(['code', 'kbd', 'samp', 'tt']);

const MAX_STYLE = 4000;

/** One property of a style attribute, in lower case; undefined when it is not there. */
export function styleOf({ attributes }: HtmlElement, property: string): string | undefined {
  const { style } = attributes;
  if (!style || style.length > MAX_STYLE) return undefined;
  for (const declaration of style.split(';').toReversed()) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, colon).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase();
  }
  return undefined;
}

/** A search engine's detour, as Google Docs writes around every link. */
function withoutDetour(href: string): string {
  const url = URL.parse(href);
  if (url?.hostname !== 'www.google.com' || url.pathname !== '/url') return href;
  return url.searchParams.get('q') ?? href;
}

/**
 * The address of a link, or why its words come without one. A place on the page that it was copied from is left out
 * silently.
 */
export function pastedHref(href: string): { href?: string; isUnsafe?: true } {
  const text = href.trim();
  if (text === '' || text.startsWith('#')) return {};
  const address = withoutDetour(text);
  return isUsableHref(address) ? { href: address } : { isUnsafe: true };
}

const isOn = (value: string | undefined, on: (value: string) => boolean, before: boolean) =>
  value === undefined ? before : on(value);

/** How the words in an element look: its name first, then its style, which may take a mark away again. */
export function styleIn(element: HtmlElement, around: WordStyle): WordStyle {
  const { name } = element;
  const style = {
    ...around,
    bold: around.bold || boldNames.has(name),
    italic: around.italic || italicNames.has(name),
    strike: around.strike || strikeNames.has(name),
    code: around.code || codeNames.has(name),
  };
  if (!element.attributes['style']) return style;
  return {
    ...style,
    bold: isOn(styleOf(element, 'font-weight'), (value) => /^(?:bold|bolder|[6-9]\d\d)/.test(value), style.bold),
    italic: isOn(styleOf(element, 'font-style'), (value) => /^(?:italic|oblique)/.test(value), style.italic),
    strike:
      style.strike ||
      /line-through/.test(styleOf(element, 'text-decoration') ?? styleOf(element, 'text-decoration-line') ?? ''),
  };
}
