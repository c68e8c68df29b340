import { DAY_MS } from '@portico/contracts/durations';
import { format, getFormatFromId, tokenize, type Token } from 'numfmt';

/** The limit of the file format. */
const MAX_CODE_LENGTH = 255;
/** Excel calculates with and shows no more. */
const SIGNIFICANT_DIGITS = 15;
/** From here on the format General shows a power of ten, which hides account numbers. */
const FIRST_SHORTENED_INTEGER = 1e11;
/** The days between the beginnings of the two date systems. */
const DAYS_TO_1904 = 1462;

/** What a cell shows, and the words by which search finds it. */
export interface CellText {
  shown: string;
  words: string;
}

/** Shows the values of cells with one format. */
export interface CellFormat {
  number(value: number): CellText;
  text(value: string): CellText;
  /** A date or time in ISO 8601, as strict workbooks have. */
  isoDate(value: string): CellText;
}

/**
 * Selects by the format's number and, for custom formats, its code. Numbers are shown as Excel with United States
 * settings shows them; a date with a day is always `yyyy-MM-dd`, a time of day `HH:mm`. A code that Excel would not
 * accept counts as General. Source: ECMA-376 part 1, 18.8.30 and 18.8.31; decisions/0276.
 */
export function cellFormat(id: number, code: string | undefined, isFrom1904: boolean): CellFormat {
  const original = (code ?? getFormatFromId(id) ?? '').slice(0, MAX_CODE_LENGTH) || 'General';
  const sections = sectionsOf(original);
  const ours = sections.map(ourSection).join(';') || 'General';
  const hasCalendar = sections.some(isCalendar);
  const hasNames = sections.some((section) => isDay(section) && section.some(isName));
  const isGeneral = sections.every((section) => section.some(({ type }) => type === 'GENERAL'));
  const textSection = sections.length === 4 ? sections[3] : sections.find(hasText);
  const changesText = textSection !== undefined && !isOnlyText(textSection);
  const options = { dateSpanLarge: isFrom1904 };
  const formatted = (pattern: string, value: number) =>
    safely(pattern, hasCalendar && isFrom1904 ? value + DAYS_TO_1904 : value, options);

  function number(stored: number): CellText {
    const value = Number(stored.toPrecision(SIGNIFICANT_DIGITS));
    const shown = formatted(ours, value);
    if (hasNames) return { shown, words: `${shown} ${formatted(original, value)}` };
    const isShortened = isGeneral && Number.isInteger(value) && Math.abs(value) >= FIRST_SHORTENED_INTEGER;
    return { shown, words: isShortened ? `${shown} ${value}` : shown };
  }
  return {
    number,
    text(value) {
      const shown = changesText ? safely(ours, value, options) : value;
      return { shown, words: shown };
    },
    isoDate(value) {
      const serial = serialOf(value);
      if (serial === undefined) return { shown: value, words: value };
      if (sections.some((section) => section.some(({ type }) => type === 'DATETIME' || type === 'DURATION')))
        return number(isFrom1904 && serial >= 1 ? serial - DAYS_TO_1904 : serial);
      const parts = [...(serial >= 1 ? ['yyyy-mm-dd'] : []), ...(serial % 1 === 0 ? [] : ['hh:mm'])];
      const shown = safely(parts.join(' '), serial, options);
      return { shown, words: shown };
    },
  };
}

function safely(pattern: string, value: number | string, options: { dateSpanLarge: boolean }): string {
  try {
    const shown = format(pattern, value, options);
    return typeof value === 'number' ? shown.replaceAll(/\s+/g, ' ').trim() : shown;
  } catch {
    return typeof value === 'number' ? format('General', value) : value;
  }
}

function sectionsOf(code: string): Token[][] {
  const sections: Token[][] = [[]];
  try {
    for (const token of tokenize(code)) {
      if (token.type === 'BREAK') sections.push([]);
      else sections.at(-1)!.push(token);
    }
    return sections;
  } catch {
    return [];
  }
}

const isDateTime = ({ type }: Token): boolean => type === 'DATETIME';
const isName = (token: Token): boolean => isDateTime(token) && /^(?:m{3,}|d{3,})$/i.test(token.raw);

/** Whether each `m` of the section is a month; next to hours or seconds it is minutes. */
function months(section: Token[]): Token[] {
  const parts = section.filter((token) => isDateTime(token) || token.type === 'DURATION');
  return parts.filter(
    ({ raw }, index) =>
      /^m+$/i.test(raw) &&
      (raw.length > 2 || !(/^\[?h/i.test(parts[index - 1]?.raw ?? '') || /^\[?s/i.test(parts[index + 1]?.raw ?? ''))),
  );
}

/** Whether the section shows a day of a month. */
const isDay = (section: Token[]): boolean =>
  months(section).length > 0 && section.some((token) => isDateTime(token) && /^dd?$/i.test(token.raw));

const isCalendar = (section: Token[]): boolean =>
  months(section).length > 0 || section.some((token) => isDateTime(token) && /^[ydeb]/i.test(token.raw));

const hasText = (section: Token[]): boolean => section.some(({ type }) => type === 'TEXT');
const isOnlyText = (section: Token[]): boolean =>
  hasText(section) && section.every(({ type }) => ['TEXT', 'SKIP', 'FILL', 'COLOR', 'CONDITION'].includes(type));

/** The section with days and times of day in ISO 8601, and with numbers as in the United States. */
function ourSection(section: Token[]): string {
  const has = (pattern: RegExp) => section.some((token) => isDateTime(token) && pattern.test(token.raw));
  const isDuration = section.some(({ type }) => type === 'DURATION');
  const conditions = section.filter(({ type }) => type === 'CONDITION').map(({ raw }) => raw);
  if (!isDuration && (isDay(section) || has(/^h/i))) {
    const at = section.findIndex((token) => isDateTime(token) && /^s/i.test(token.raw));
    const [, fraction = ''] =
      /^(\.0+)/.exec(
        section
          .slice(at + 1)
          .map(({ raw }) => raw)
          .join(''),
      ) ?? [];
    const seconds = at < 0 ? '' : `:ss${fraction}`;
    const time = has(/^[hs]/i) ? [`hh:mm${seconds}`] : [];
    return [...conditions, [...(isCalendar(section) ? ['yyyy-mm-dd'] : []), ...time].join(' ')].join('');
  }
  const hasDate = section.some(isDateTime);
  return section.map(({ type, raw }) => (type === 'LOCALE' && !hasDate ? withoutLocale(raw) : raw)).join('');
}

/** `[$€-407]` has the euro sign and the names of months in German, but no decimal comma. */
function withoutLocale(raw: string): string {
  const [, sign = ''] = /^\[\$([^\]-]*)/.exec(raw) ?? [];
  return sign === '' ? '' : `[$${sign}]`;
}

/** The serial number of a day and time in the date system of 1900; below 1 for a time without a day. */
function serialOf(iso: string): number | undefined {
  const [, day, time] = /^(?:(\d{4}-\d\d-\d\d)(?:T|$))?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?Z?$/.exec(iso.trim()) ?? [];
  const start = Date.UTC(1899, 11, 30);
  const at = Date.parse(`${day ?? '1899-12-30'}T${time ?? '00:00'}Z`);
  if ((day ?? time) === undefined || Number.isNaN(at)) return undefined;
  const serial = (at - start) / DAY_MS;
  // Before March 1, 1900, the numbers are smaller by one, because Excel counts a February 29 of that year.
  return day !== undefined && serial < 61 ? serial - 1 : serial;
}
