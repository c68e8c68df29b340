import { cleanCode } from '../base/typedText.ts';

// The browser and the server share these parsers, so nothing here depends on locale, time zone or the current time.

const DECIMAL = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/;

/**
 * A number as people write it ("1,250.50", "-3"), without separators, plus sign and redundant zeros; undefined for
 * anything else. Exact at any length.
 */
export function decimalOf(text: string): string | undefined {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(cleanCode(text)) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  // A loop, because a regular expression for trailing zeros takes quadratic time.
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end--;
  const amount = end > 0 ? `${digits}.${fraction.slice(0, end)}` : digits;
  return sign === '-' && amount !== '0' ? `-${amount}` : amount;
}

/** Comparator for sorting: negative, 0 or positive. Both arguments must come from `decimalOf`. */
export function compareDecimals(left: string, right: string): number {
  const isNegative = left.startsWith('-');
  if (isNegative !== right.startsWith('-')) return isNegative ? -1 : 1;
  const [leftWhole = '', leftFraction = ''] = left.replace('-', '').split('.');
  const [rightWhole = '', rightFraction = ''] = right.replace('-', '').split('.');
  const bySize =
    leftWhole.length - rightWhole.length ||
    compareTexts(leftWhole, rightWhole) ||
    compareTexts(leftFraction, rightFraction);
  return isNegative ? 0 - bySize : bySize;
}

export const compareTexts = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

const DATE = /^([1-9]\d{3})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d\d):(\d\d)))?$/;

/**
 * Milliseconds since 1970 for a day (`yyyy-MM-dd`, its midnight in UTC) or for an instant with a time zone; undefined
 * for anything else.
 */
export function dateOf(text: string): number | undefined {
  const parts = DATE.exec(text.trim());
  if (!parts) return undefined;
  const at = (position: number) => Number(parts[position] ?? 0);
  const [month, day, hour, minute, second] = [at(2), at(3), at(4), at(5), at(6)];
  const midnight = Date.UTC(at(1), month - 1, day);
  const isOnCalendar = new Date(midnight).toISOString().slice(0, 10) === text.trim().slice(0, 10);
  if (!isOnCalendar || hour > 23 || minute > 59 || second > 59 || at(9) > 23 || at(10) > 59) return undefined;
  const offsetMinutes = (at(9) * 60 + at(10)) * (parts[8] === '-' ? -1 : 1);
  return (
    midnight + ((hour * 60 + minute - offsetMinutes) * 60 + second) * 1000 + Number((parts[7] ?? '').padEnd(3, '0'))
  );
}

/** Whether a text is an existing calendar date, `yyyy-MM-dd`. */
export const isDay = (text: string) => text.length === 10 && dateOf(text) !== undefined;

/** Folds case. Converts to upper case last, because a final sigma has two lowercase forms. */
export const foldCase = (text: string) => text.toLowerCase().toUpperCase();

/** Trims the text; line breaks become `\n`. */
export const normalizeText = (text: string) => text.replaceAll('\r\n', '\n').trim();
