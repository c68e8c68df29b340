import { elementsIn, textOf, type XmlElement } from './xml.ts';

/** Numbers of a chart, which people see as bars and points. */
const NUMBERS = new Set(['val', 'yVal', 'bubbleSize', 'numDim']);

/**
 * The words of a chart (titles, labels, names of categories and series) or of the data of SmartArt, each once. Source:
 * ECMA-376 part 1, 21.2 and 21.4; MS-ODRAWXML 2.24 for newer charts.
 */
export function drawingLines(root: XmlElement): string[] {
  return [...new Set(linesIn(root, false).map((line) => line.replaceAll(/\s+/g, ' ').trim()))].filter(
    (line) => line !== '',
  );
}

/** `isName` is true in the name of a series or category, which may be a number such as a year. */
function linesIn(element: XmlElement, isName: boolean): string[] {
  const { name } = element;
  if (NUMBERS.has(name) || name === 'Fallback') return [];
  if (name === 'p') return [paragraphText(element)];
  const children = elementsIn(element);
  const isValue = name === 'v' || (name === 'pt' && children.length === 0);
  if (isValue) {
    const value = textOf(element);
    return isName || Number.isNaN(Number(value)) ? [value] : [];
  }
  return children.flatMap((child) => linesIn(child, isName || name === 'cat' || name === 'tx'));
}

function paragraphText(element: XmlElement): string {
  return elementsIn(element)
    .map((child) => (child.name === 't' ? textOf(child) : child.name === 'br' ? ' ' : paragraphText(child)))
    .join('');
}
