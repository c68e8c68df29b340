import type { HtmlElement } from './htmlTree.ts';
import { startOfText } from './rawText.ts';
import { styleOf } from './wordStyles.ts';

/** Longer words are read as they are. */
const MAX_LENGTH = 20;

/** Both have the same length in UTF-16. */
const pairs = (signs: string, shown: string): Map<string, string> =>
  new Map(signs.split('').map((sign, place) => [sign, shown.charAt(place)]));

const raised = pairs('0123456789+-=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ');
const lowered = pairs('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎');

function signsFor(element: HtmlElement): Map<string, string> | undefined {
  const align = styleOf(element, 'vertical-align');
  if (element.name === 'sup' || align === 'super') return raised;
  return element.name === 'sub' || align === 'sub' ? lowered : undefined;
}

/**
 * Digits above or below the line, as the characters that Unicode has for them: there is no such mark in our texts, and
 * "20 m2" or "106" would say something else. Undefined for other words.
 */
export function raisedDigits(element: HtmlElement): string | undefined {
  const signs = signsFor(element);
  if (!signs) return undefined;
  const words = startOfText(element, MAX_LENGTH);
  const characters = [...words.trim().replaceAll('−', '-')];
  if (characters.length === 0 || words.length === MAX_LENGTH) return undefined;
  if (!characters.every((sign) => signs.has(sign))) return undefined;
  return words.replace(words.trim(), characters.map((sign) => signs.get(sign)).join(''));
}
