import type { Condition, Form, FormField, Rule, RuleOperator } from './formFields.ts';
import type { FormValue, FormValues } from './forms.ts';

// The browser and the server share this evaluator, so nothing here depends on locale, time zone or time.

/** The value of an alias. Aliases may be names that every object inherits, such as `constructor`. */
export const valueAt = (values: FormValues, alias: string): FormValue | undefined =>
  Object.hasOwn(values, alias) ? values[alias] : undefined;

const DECIMAL = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/;

/**
 * A number as people write it ("1,250.50", "-3"), without separators, plus sign and redundant zeros; undefined for
 * anything else. Exact at any length.
 */
export function decimalOf(text: string): string | undefined {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  // A loop, because a pattern for trailing zeros takes quadratic time.
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end--;
  const amount = end > 0 ? `${digits}.${fraction.slice(0, end)}` : digits;
  return sign === '-' && amount !== '0' ? `-${amount}` : amount;
}

/** Negative, 0 or positive, as for sorting. Both arguments come from `decimalOf`. */
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

const compareTexts = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

const DATE = /^([1-9]\d{3})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d\d):(\d\d)))?$/;

/**
 * Milliseconds since 1970 of a day (`yyyy-MM-dd`, its midnight in UTC) or an instant with its zone; undefined for
 * anything else.
 */
function dateOf(text: string): number | undefined {
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

/** Whether a text is a day of the calendar, `yyyy-MM-dd`. */
export const isDay = (text: string) => text.length === 10 && dateOf(text) !== undefined;

/** Removes case. Upper case comes last, because a final sigma has two lowercase forms. */
const foldCase = (text: string) => text.toLowerCase().toUpperCase();

/** Trims the text; line breaks become `\n`. */
export const normalizeText = (text: string) => text.replaceAll('\r\n', '\n').trim();

/**
 * A value as entries store it and rules see it: trimmed texts, numbers without separators but with all typed decimals,
 * choices in the order of the form and without duplicates.
 */
export function normalizeValue(field: FormField, value: FormValue): FormValue {
  if (Array.isArray(value)) {
    return field.type === 'MultiChoice'
      ? field.options.flatMap((option) => (value.includes(option.value) ? [option.value] : []))
      : [...new Set(value)];
  }
  if (typeof value !== 'string' || (field.type !== 'TextField' && field.type !== 'TextArea')) return value;
  const text = normalizeText(value);
  const number = field.type === 'TextField' && field.format === 'Number' ? decimalOf(text) : undefined;
  return number === undefined ? text : `${number.split('.', 1)[0]}${/\.\d+$/.exec(text)?.[0] ?? ''}`;
}

type Comparison = 'Is' | 'GreaterThen' | 'LessThen' | 'Contains' | 'StartsWith' | 'EndsWith';

/** What an operator compares, and how. A negated operator holds exactly when its counterpart doesn't. */
function readOperator(operator: RuleOperator): { comparison: Comparison; isNegated: boolean; ignoresCase: boolean } {
  const bare = operator.replace('IgnoreCase', '');
  const comparison = bare === 'IsNot' ? 'Is' : bare.replace(/^Not/, '');
  return { comparison: comparison as Comparison, isNegated: comparison !== bare, ignoresCase: bare !== operator };
}

/** No text but whitespace, nothing chosen, or not checked. */
export const isEmptyValue = (value: FormValue | undefined) =>
  value === undefined ||
  (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) ? value.length === 0 : !value);

function textFits(text: string, comparison: Comparison, ignoresCase: boolean, expected: string): boolean {
  const prepare = (raw: string) => (ignoresCase ? foldCase(raw) : raw).normalize('NFC');
  const [left, right] = [prepare(text), prepare(expected)];
  switch (comparison) {
    case 'Contains':
      return left.includes(right);
    case 'StartsWith':
      return left.startsWith(right);
    case 'EndsWith':
      return left.endsWith(right);
    default: {
      const decimals = [decimalOf(text), decimalOf(expected)] as const;
      const dates = [dateOf(text), dateOf(expected)] as const;
      const order =
        decimals[0] !== undefined && decimals[1] !== undefined
          ? compareDecimals(decimals[0], decimals[1])
          : dates[0] !== undefined && dates[1] !== undefined
            ? dates[0] - dates[1]
            : compareTexts(left, right);
      if (comparison === 'Is') return order === 0;
      // An empty value is neither greater nor less than anything.
      if (left === '' || right === '') return false;
      return comparison === 'GreaterThen' ? order > 0 : order < 0;
    }
  }
}

/**
 * A checkbox has only a state: Contains, StartsWith and EndsWith mean the same as Is, and nothing is greater or less.
 */
function checkFits(isChecked: boolean, comparison: Comparison, ignoresCase: boolean, expected: string): boolean {
  if (comparison === 'GreaterThen' || comparison === 'LessThen') return false;
  const names = isChecked ? ['true', 'Checked'] : ['false', 'Unchecked'];
  return names.some((name) => (ignoresCase ? foldCase(name) === foldCase(expected) : name === expected));
}

/**
 * Whether a value fits a rule. Is, GreaterThen and LessThen compare numbers when both sides are numbers, dates when
 * both are dates (a day is its midnight in UTC), and text otherwise; the others always compare text. With several
 * values, one has to fit; a negated operator holds when none does. An empty field is the empty text; a checkbox is true
 * or Checked, false or Unchecked. Sources: spec §3, READINGS, decisions/0067.
 */
export function ruleHolds(
  { operator, value: expected }: Pick<Rule, 'operator' | 'value'>,
  value: FormValue | undefined,
): boolean {
  const { comparison, isNegated, ignoresCase } = readOperator(operator);
  const texts =
    Array.isArray(value) && value.length > 0 ? value : [typeof value === 'string' && !isEmptyValue(value) ? value : ''];
  const fits =
    typeof value === 'boolean'
      ? checkFits(value, comparison, ignoresCase, expected)
      : texts.some((text) => textFits(text, comparison, ignoresCase, expected));
  return fits !== isNegated;
}

type Parts = readonly FormField[];

/** The conditions of each part: its own, and that of its group's TitleAndDescription. */
function conditionsOf(fields: Parts): Map<FormField, Condition[]> {
  let ofGroup: Condition | undefined;
  return new Map(
    fields.map((field) => {
      if (field.type === 'TitleAndDescription') ofGroup = field.condition;
      const own = field.type === 'TitleAndDescription' ? undefined : field.condition;
      return [field, [ofGroup, own].filter((condition) => condition !== undefined)];
    }),
  );
}

const byAlias = (fields: Parts) =>
  new Map(fields.flatMap((field) => ('alias' in field ? [[field.alias, field] as const] : [])));

/**
 * Ids of the parts that show with these values. For the rules of other fields, a hidden or missing field counts as
 * empty, whatever was typed into it before. Terminates even for a form with a cycle.
 */
export function shownFields({ fields }: Pick<Form, 'fields'>, values: FormValues): Set<string> {
  const conditions = conditionsOf(fields);
  const named = byAlias(fields);
  // In a cycle, a field that is still being evaluated counts as hidden.
  const answers = new Map<FormField, boolean>();

  const valueOf = (alias: string): FormValue | undefined => {
    const field = named.get(alias);
    if (!field) return undefined;
    const value = isShown(field) ? valueAt(values, alias) : undefined;
    if (field.type === 'Checkbox') return value === true;
    return value === undefined || isEmptyValue(value) ? undefined : normalizeValue(field, value);
  };
  const holds = ({ visibility, match, rules }: Condition) => {
    const isMet =
      match === 'All'
        ? rules.every((rule) => ruleHolds(rule, valueOf(rule.field)))
        : rules.some((rule) => ruleHolds(rule, valueOf(rule.field)));
    return isMet === (visibility === 'Show');
  };
  const isShown = (field: FormField): boolean => {
    const known = answers.get(field);
    if (known !== undefined) return known;
    answers.set(field, false);
    const answer = (conditions.get(field) ?? []).every(holds);
    answers.set(field, answer);
    return answer;
  };
  return new Set(fields.filter(isShown).map(({ id }) => id));
}

/** Aliases of fields whose conditions depend on each other, in order; undefined when there is no cycle. */
export function conditionCycle({ fields }: Pick<Form, 'fields'>): string[] | undefined {
  const conditions = conditionsOf(fields);
  const named = byAlias(fields);
  const done = new Set<string>();
  const path: string[] = [];

  const follow = (alias: string): string[] | undefined => {
    const field = named.get(alias);
    if (!field || done.has(alias)) return undefined;
    if (path.includes(alias)) return path.slice(path.indexOf(alias));
    path.push(alias);
    for (const { rules } of conditions.get(field) ?? []) {
      for (const rule of rules) {
        const cycle = follow(rule.field);
        if (cycle) return cycle;
      }
    }
    path.pop();
    done.add(alias);
    return undefined;
  };
  for (const alias of named.keys()) {
    const cycle = follow(alias);
    if (cycle) return cycle;
  }
  return undefined;
}
