import { cleanText } from '@portico/kinds/typedText';
import type { HtmlElement } from './htmlTree.ts';
import { type TextStyle } from './inlineText.ts';
import { isUsableHref } from './textNodes.ts';

const boldNames = new Set(['b', 'strong']);
const italicNames = new Set(['i', 'em', 'cite', 'dfn', 'var']);
const strikeNames = new Set(['s', 'strike', 'del']);
const codeNames = new Set(['code', 'kbd', 'samp', 'tt']);

const MAX_STYLE_LENGTH = 4000;

/** One property of a style attribute in lower case; undefined if it is not set. */
export function styleOf({ attributes }: HtmlElement, property: string): string | undefined {
  const { style } = attributes;
  if (!style || style.length > MAX_STYLE_LENGTH) return undefined;
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

/** Unwraps the redirect through google.com that Google Docs adds to every link. */
function unwrapRedirect(href: string): string {
  const url = URL.parse(href);
  if (url?.hostname !== 'www.google.com' || url.pathname !== '/url') return href;
  return url.searchParams.get('q') ?? href;
}

/** The address of a link, or whether it was removed as unsafe. */
export interface LinkAddress {
  href?: string;
  isUnsafe?: true;
}

/** The address of a link of another page. A fragment of that page is dropped silently. */
export function pastedHref(href: string): LinkAddress {
  const text = cleanText(href);
  if (text === '' || text.startsWith('#')) return {};
  const address = unwrapRedirect(text);
  return isUsableHref(address) ? { href: address } : { isUnsafe: true };
}

const isOn = (value: string | undefined, on: (value: string) => boolean, before: boolean) =>
  value === undefined ? before : on(value);

/** The text style in an element: first from its name, then from its style, which can turn a mark off again. */
export function styleIn(element: HtmlElement, around: TextStyle): TextStyle {
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
