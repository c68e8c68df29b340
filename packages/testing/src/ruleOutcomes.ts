import type { Condition, RuleOperator } from '@portico/kinds/formConditions';
import type { Form, FormField } from '@portico/kinds/formFields';
import type { FormValues } from '@portico/contracts/formValues';
import { anId } from './builders.ts';

interface RuleTable {
  /** Values of the field, by a descriptive name. */
  held: FormValues;
  /** The value of the rule, and the names of the field values for which the rule holds. */
  rules: Record<RuleOperator, [expected: string, holdsWith: string[]]>;
}

/** For each kind of field, the outcome of a rule with each operator, worked out by hand from decisions/0067. */
export const ruleOutcomes: Record<'text' | 'number' | 'day' | 'several' | 'check', RuleTable> = {
  text: {
    held: { exact: 'Boston', small: 'boston', longer: 'New Boston', empty: '' },
    rules: {
      Is: ['Boston', ['exact']],
      IsIgnoreCase: ['BOSTON', ['exact', 'small']],
      IsNot: ['Boston', ['small', 'longer', 'empty']],
      IsNotIgnoreCase: ['BOSTON', ['longer', 'empty']],
      GreaterThen: ['Boston', ['small', 'longer']],
      GreaterThenIgnoreCase: ['BOSTON', ['longer']],
      LessThen: ['New Boston', ['exact']],
      LessThenIgnoreCase: ['new boston', ['exact', 'small']],
      Contains: ['Bos', ['exact', 'longer']],
      ContainsIgnoreCase: ['BOS', ['exact', 'small', 'longer']],
      StartsWith: ['Bos', ['exact']],
      StartsWithIgnoreCase: ['BOS', ['exact', 'small']],
      EndsWith: ['Boston', ['exact', 'longer']],
      EndsWithIgnoreCase: ['STON', ['exact', 'small', 'longer']],
      NotContains: ['Bos', ['small', 'empty']],
      NotContainsIgnoreCase: ['BOS', ['empty']],
      NotStartsWith: ['Bos', ['small', 'longer', 'empty']],
      NotStartsWithIgnoreCase: ['BOS', ['longer', 'empty']],
      NotEndsWith: ['Boston', ['small', 'empty']],
      NotEndsWithIgnoreCase: ['STON', ['empty']],
    },
  },
  number: {
    // Compared as text, the first would be less than the second.
    held: { thousands: '1,250.50', nine: '9', below: '-3', empty: '' },
    rules: {
      Is: ['1250.5', ['thousands']],
      IsIgnoreCase: ['+9.0', ['nine']],
      IsNot: ['9', ['thousands', 'below', 'empty']],
      IsNotIgnoreCase: ['-3.00', ['thousands', 'nine', 'empty']],
      GreaterThen: ['9', ['thousands']],
      GreaterThenIgnoreCase: ['-3', ['thousands', 'nine']],
      LessThen: ['1,000', ['nine', 'below']],
      LessThenIgnoreCase: ['-2.5', ['below']],
      Contains: ['250', ['thousands']],
      ContainsIgnoreCase: ['9', ['nine']],
      StartsWith: ['-', ['below']],
      StartsWithIgnoreCase: ['125', ['thousands']],
      EndsWith: ['.50', ['thousands']],
      EndsWithIgnoreCase: ['3', ['below']],
      NotContains: ['9', ['thousands', 'below', 'empty']],
      NotContainsIgnoreCase: ['3', ['thousands', 'nine', 'empty']],
      NotStartsWith: ['-', ['thousands', 'nine', 'empty']],
      NotStartsWithIgnoreCase: ['9', ['thousands', 'below', 'empty']],
      NotEndsWith: ['0', ['nine', 'below', 'empty']],
      NotEndsWithIgnoreCase: ['9', ['thousands', 'below', 'empty']],
    },
  },
  day: {
    held: { march: '2026-03-09', november: '2026-11-02', empty: '' },
    rules: {
      Is: ['2026-03-09T00:00:00Z', ['march']],
      IsIgnoreCase: ['2026-11-02', ['november']],
      IsNot: ['2026-03-09', ['november', 'empty']],
      IsNotIgnoreCase: ['2026-11-02', ['march', 'empty']],
      GreaterThen: ['2026-03-08T23:00:00-02:00', ['november']],
      GreaterThenIgnoreCase: ['2026-03-08', ['march', 'november']],
      LessThen: ['2026-11-02', ['march']],
      LessThenIgnoreCase: ['2026-03-09', []],
      Contains: ['-11-', ['november']],
      ContainsIgnoreCase: ['2026', ['march', 'november']],
      StartsWith: ['2026-03', ['march']],
      StartsWithIgnoreCase: ['2026-11', ['november']],
      EndsWith: ['-09', ['march']],
      EndsWithIgnoreCase: ['02', ['november']],
      NotContains: ['-11-', ['march', 'empty']],
      NotContainsIgnoreCase: ['2026', ['empty']],
      NotStartsWith: ['2026-03', ['november', 'empty']],
      NotStartsWithIgnoreCase: ['2026', ['empty']],
      NotEndsWith: ['-09', ['november', 'empty']],
      NotEndsWithIgnoreCase: ['02', ['march', 'empty']],
    },
  },
  several: {
    held: { both: ['Hotel', 'meals'], one: ['meals'], empty: [] },
    rules: {
      Is: ['Hotel', ['both']],
      IsIgnoreCase: ['HOTEL', ['both']],
      IsNot: ['meals', ['empty']],
      IsNotIgnoreCase: ['hotel', ['one', 'empty']],
      GreaterThen: ['a', ['both', 'one']],
      GreaterThenIgnoreCase: ['I', ['both', 'one']],
      LessThen: ['a', ['both']],
      LessThenIgnoreCase: ['I', ['both']],
      Contains: ['ote', ['both']],
      ContainsIgnoreCase: ['EAL', ['both', 'one']],
      StartsWith: ['Ho', ['both']],
      StartsWithIgnoreCase: ['HO', ['both']],
      EndsWith: ['tel', ['both']],
      EndsWithIgnoreCase: ['TEL', ['both']],
      NotContains: ['eal', ['empty']],
      NotContainsIgnoreCase: ['OTE', ['one', 'empty']],
      NotStartsWith: ['Ho', ['one', 'empty']],
      NotStartsWithIgnoreCase: ['ME', ['empty']],
      NotEndsWith: ['tel', ['one', 'empty']],
      NotEndsWithIgnoreCase: ['LS', ['empty']],
    },
  },
  check: {
    held: { checked: true, not: false },
    rules: {
      Is: ['Checked', ['checked']],
      IsIgnoreCase: ['UNCHECKED', ['not']],
      IsNot: ['true', ['not']],
      IsNotIgnoreCase: ['FALSE', ['checked']],
      GreaterThen: ['false', []],
      GreaterThenIgnoreCase: ['FALSE', []],
      LessThen: ['true', []],
      LessThenIgnoreCase: ['TRUE', []],
      Contains: ['Checked', ['checked']],
      ContainsIgnoreCase: ['CHECKED', ['checked']],
      StartsWith: ['true', ['checked']],
      StartsWithIgnoreCase: ['FALSE', ['not']],
      EndsWith: ['Unchecked', ['not']],
      EndsWithIgnoreCase: ['CHECKED', ['checked']],
      NotContains: ['Checked', ['not']],
      NotContainsIgnoreCase: ['unchecked', ['checked']],
      NotStartsWith: ['true', ['not']],
      NotStartsWithIgnoreCase: ['TRUE', ['not']],
      NotEndsWith: ['false', ['checked']],
      NotEndsWithIgnoreCase: ['checked', ['not']],
    },
  },
};

export type AskedKind = keyof typeof ruleOutcomes;
export const askedKinds = Object.keys(ruleOutcomes) as AskedKind[];

const own = { id: 'asked', alias: 'asked', label: 'Asked' };
const asked: Record<AskedKind, FormField> = {
  text: { ...own, type: 'TextField' },
  number: { ...own, type: 'TextField', format: 'Number' },
  day: { ...own, type: 'TextField', format: 'Date' },
  several: {
    ...own,
    type: 'MultiChoice',
    options: [
      { value: 'Hotel', label: 'Hotel' },
      { value: 'meals', label: 'Meals' },
    ],
  },
  check: { ...own, type: 'Checkbox' },
};

/**
 * A form with the field that the rules check and, for each operator, a required question named after it, which a rule
 * with that operator shows or hides.
 */
export function aRuleForm(kind: AskedKind, visibility: Condition['visibility']): Form {
  const { rules } = ruleOutcomes[kind];
  const questions = (Object.keys(rules) as RuleOperator[]).map((operator): FormField => ({
    id: operator,
    type: 'TextField',
    alias: operator,
    label: operator,
    isRequired: true,
    condition: { visibility, match: 'All', rules: [{ field: 'asked', operator, value: rules[operator][0] }] },
  }));
  return { id: 'form', type: 'Form', formId: anId(), title: 'Rules', fields: [asked[kind], ...questions] };
}

/** The questions of that form that are shown while the field has the value with this name, in form order. */
export function shownQuestions(kind: AskedKind, visibility: Condition['visibility'], held: string): RuleOperator[] {
  const { rules } = ruleOutcomes[kind];
  return (Object.keys(rules) as RuleOperator[]).filter(
    (operator) => rules[operator][1].includes(held) === (visibility === 'Show'),
  );
}
