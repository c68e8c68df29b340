import { DAY_MS } from '@portico/contracts/durations';
/** Built-in formats, which workbooks use without defining them. Source: ECMA-376 part 1, 18.8.30. */
const BUILT_IN: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '$#,##0',
  43: '#,##0.00',
  44: '$#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '0.0E+0',
};
const MAX_DECIMALS = 15;
/** The limit of the file format. */
const MAX_CODE_LENGTH = 255;

/** Formats a number from a workbook as people read it. */
export type CellFormat = (value: number) => string;

/**
 * Selects by the format's number and, for custom formats, its code. Dates become `yyyy-MM-dd`; a value with an unusual
 * code stays a plain number.
 */
export function cellFormat(id: number, code: string | undefined, isFrom1904: boolean): CellFormat {
  const [section = ''] = (code ?? BUILT_IN[id] ?? '').slice(0, MAX_CODE_LENGTH).split(';');
  const currency = /[$€£¥]/.exec(section.replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, '$1'))?.[0] ?? '';
  const bare = section.replaceAll(/"[^"]*(?:"|$)|\\.|_.|\*.|\[[^\]]*(?:\]|$)|am\/pm|a\/p/gi, '');
  const unit = /\[([hms])\1*\]/i.exec(section.replaceAll(/"[^"]*(?:"|$)|\\./g, ''))?.[1];
  if (unit !== undefined) return (value) => duration(value, unit.toLowerCase(), bare);
  if (/^general$/i.test(bare.trim()) || bare === '' || bare === '@') return plainNumber;
  if (/[ymdhs]/i.test(bare))
    return (value) =>
      instant(value, {
        hasDay: /[yd]|m(?![^a-z]*s)/i.test(bare.replaceAll(/h[^a-z]*m+/gi, 'h')),
        hasTime: /[hs]/i.test(bare),
        isFrom1904,
      });
  if (/e[+-]/i.test(bare)) return (value) => value.toExponential(decimalsOf(bare)).toUpperCase();
  if (!/[0#?]/.test(bare) || bare.includes('/')) return plainNumber;
  const number = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: requiredDecimals(bare),
    maximumFractionDigits: decimalsOf(bare),
    useGrouping: /[0#?],[0#?]/.test(bare),
  });
  const isPercent = bare.includes('%');
  return (value) =>
    `${value < 0 ? '-' : ''}${currency}${number.format(Math.abs(isPercent ? value * 100 : value))}${isPercent ? '%' : ''}`;
}

function plainNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

const decimalsOf = (code: string): number => Math.min(/\.([0#?]+)/.exec(code)?.[1]?.length ?? 0, MAX_DECIMALS);
const requiredDecimals = (code: string): number => Math.min(/\.(0+)/.exec(code)?.[1]?.length ?? 0, MAX_DECIMALS);

/** A number of days as hours, minutes or seconds, which the format has in brackets, with the smaller units it has. */
function duration(days: number, unit: string, rest: string): string {
  const total = Math.round((days * DAY_MS) / 1000);
  if (!(total >= 0)) return plainNumber(days);
  const padded = (count: number) => String(count).padStart(2, '0');
  if (unit === 's') return String(total);
  const seconds = /s/i.test(rest) ? [padded(total % 60)] : [];
  const minutes = Math.floor(total / 60);
  if (unit === 'm') return [String(minutes), ...seconds].join(':');
  return [String(Math.floor(minutes / 60)), ...(/m/i.test(rest) ? [padded(minutes % 60)] : []), ...seconds].join(':');
}

/** A serial date: days since the end of 1899, as if 1900 had a February 29, or since 1904. */
function instant(
  value: number,
  { hasDay, hasTime, isFrom1904 }: { hasDay: boolean; hasTime: boolean; isFrom1904: boolean },
): string {
  const days = isFrom1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const date = new Date(Date.UTC(1899, 11, 30) + Math.round((days * DAY_MS) / 1000) * 1000);
  if (value < 0 || Number.isNaN(date.getTime())) return plainNumber(value);
  const text = date.toISOString();
  const time = text.slice(11, text.slice(17, 19) === '00' ? 16 : 19);
  return [...(hasDay || !hasTime ? [text.slice(0, 10)] : []), ...(hasTime ? [time] : [])].join(' ');
}
