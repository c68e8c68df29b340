import { blockNames, type HtmlElement } from './htmlTree.ts';
import { styleOf } from './wordStyles.ts';

/** Whether a line ends before and after an element. */
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

/** The first characters in an element, at most so many, without reading the rest. */
export function startOfText(element: HtmlElement, most: number): string {
  let text = '';
  for (const child of element.children) {
    if (text.length >= most) break;
    const left = most - text.length;
    text += typeof child === 'string' ? child.slice(0, left) : startOfText(child, left);
  }
  return text;
}

export const hasWords = (element: HtmlElement): boolean =>
  element.children.some((child) => (typeof child === 'string' ? /\S/.test(child) : hasWords(child)));
