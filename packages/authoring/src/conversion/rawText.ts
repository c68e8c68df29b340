import { blockNames, type HtmlElement } from './htmlTree.ts';
import { styleOf } from './wordStyles.ts';

/** Whether an element has a line break before and after it. */
export const isBlock = (element: HtmlElement): boolean =>
  blockNames.has(element.name) && styleOf(element, 'display') !== 'inline';

/** All text in an element, with its line breaks. */
export function rawText(element: HtmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return child;
      if (child.name === 'br') return '\n';
      const inside = rawText(child);
      return child.name === 'div' && isBlock(child) && !inside.endsWith('\n') ? `${inside}\n` : inside;
    })
    .join('');
}

/** The first `max` characters in an element, without reading the rest. */
export function startOfText(element: HtmlElement, max: number): string {
  let text = '';
  for (const child of element.children) {
    if (text.length >= max) break;
    const left = max - text.length;
    text += typeof child === 'string' ? child.slice(0, left) : startOfText(child, left);
  }
  return text;
}

export const hasText = (element: HtmlElement): boolean =>
  element.children.some((child) => (typeof child === 'string' ? /\S/.test(child) : hasText(child)));
