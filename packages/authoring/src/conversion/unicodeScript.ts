import type { HtmlElement } from './htmlTree.ts';
import { startOfText } from './rawText.ts';
import { styleOf } from './wordStyles.ts';

/** Longer text stays as it is. */
const MAX_LENGTH = 20;

/** Maps characters one to one; both strings have the same UTF-16 length. */
const pairs = (from: string, to: string): Map<string, string> =>
  new Map(from.split('').map((character, index) => [character, to.charAt(index)]));

const superscripts = pairs('0123456789+-=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ');
const subscripts = pairs('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎');

function charactersFor(element: HtmlElement): Map<string, string> | undefined {
  const align = styleOf(element, 'vertical-align');
  if (element.name === 'sup' || align === 'super') return superscripts;
  return element.name === 'sub' || align === 'sub' ? subscripts : undefined;
}

/**
 * Superscript or subscript digits as Unicode characters, because our texts have no such mark and "20 m2" or "106" would
 * mean something else. Undefined for other text.
 */
export function unicodeScript(element: HtmlElement): string | undefined {
  const script = charactersFor(element);
  if (!script) return undefined;
  const text = startOfText(element, MAX_LENGTH);
  const characters = [...text.trim().replaceAll('−', '-')];
  if (characters.length === 0 || text.length === MAX_LENGTH) return undefined;
  if (!characters.every((character) => script.has(character))) return undefined;
  return text.replace(text.trim(), characters.map((character) => script.get(character)).join(''));
}
