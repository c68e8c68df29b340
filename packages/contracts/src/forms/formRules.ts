import { byAlias, conditionsOf, type Condition, type Rule, type RuleOperator } from '@portico/kinds/formConditions';
import type { Form, FormField } from '@portico/kinds/formFields';
import type { FormValue, FormValues } from './formValues.ts';
import { cleanCode, hasVisibleText, cleanText } from '@portico/kinds/typedText';
import { compareDecimals, compareTexts, dateOf, decimalOf, foldCase, normalizeText } from '@portico/kinds/formTexts';

// The browser and the server share this evaluator, so nothing here depends on locale, time zone or the current time.

/**
 * The value of an alias. Uses own properties only: an alias can be a name that every object inherits, such as
 * `constructor`.
 */
export const valueAt = (values: FormValues, alias: string): FormValue | undefined =>
  Object.hasOwn(values, alias) ? values[alias] : undefined;

/**
 * The text of a field as it was meant. Numbers, dates, addresses and codes are often pasted with characters that nobody
 * sees; in other texts each character may matter.
 */
export function normalizeTyped(field: Extract<FormField, { type: 'TextField' | 'TextArea' }>, text: string): string {
  if (field.type === 'TextArea') return normalizeText(text);
  if (field.format !== undefined && field.format !== 'Text') return cleanCode(text);
  return field.pattern ? cleanText(text) : normalizeText(text);
}

/**
 * A value as entries store it and rules compare it: text is trimmed, numbers lose separators but no decimals, and
 * choices are unique and in the order of the form.
 */
export function normalizeValue(field: FormField, value: FormValue): FormValue {
  if (Array.isArray(value)) {
    return field.type === 'MultiChoice'
      ? field.options.flatMap((option) => (value.includes(option.value) ? [option.value] : []))
      : [...new Set(value)];
  }
  if (typeof value !== 'string' || (field.type !== 'TextField' && field.type !== 'TextArea')) return value;
  const text = normalizeTyped(field, value);
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

/** True for text of which nothing can be seen, no choices, or an unchecked box. */
export const isEmptyValue = (value: FormValue | undefined) =>
  value === undefined ||
  (typeof value === 'string' ? !hasVisibleText(value) : Array.isArray(value) ? value.length === 0 : !value);

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
 * A checkbox only has a state: Contains, StartsWith and EndsWith mean the same as Is, and nothing is greater or less.
 */
function checkFits(isChecked: boolean, comparison: Comparison, ignoresCase: boolean, expected: string): boolean {
  if (comparison === 'GreaterThen' || comparison === 'LessThen') return false;
  const names = isChecked ? ['true', 'Checked'] : ['false', 'Unchecked'];
  return names.some((name) => (ignoresCase ? foldCase(name) === foldCase(expected) : name === expected));
}

/**
 * Whether a value satisfies a rule. Is, GreaterThen and LessThen compare numbers when both sides are numbers, dates
 * when both are dates (a day is its midnight in UTC), and text otherwise; the other operators always compare text. Of
 * several values, one has to match; a negated operator holds when none does. An empty field is the empty text; a
 * checkbox is true or Checked, false or Unchecked. Sources: spec §3, READINGS, decisions/0067.
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

/**
 * Ids of the parts that are shown with these values. In the rules of other fields, a hidden or missing field counts as
 * empty, even if something was typed into it earlier. Terminates even for a form with a cycle.
 */
export function shownFields({ fields }: Pick<Form, 'fields'>, values: FormValues): Set<string> {
  const conditions = conditionsOf(fields);
  const fieldsByAlias = byAlias(fields);
  // In a cycle, a field that is still being evaluated counts as hidden.
  const answers = new Map<FormField, boolean>();

  const valueOf = (alias: string): FormValue | undefined => {
    const field = fieldsByAlias.get(alias);
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
