import { describe, expect, test } from 'vitest';
import { RuleOperator, type Rule } from '@portico/contracts/formFields';
import { getOwnEntry, submitEntry, type FormValues } from '@portico/contracts/forms';
import { aForm } from '../../testing/aForm.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

/* What the server makes of each operator, asked by sending entries: a question that is shown and has no answer is refused, one that is hidden is not kept. */

const shared = sharedPortal();

/** By field: what is sent in it, and per operator the value of the rule and under which of these the rule holds, by hand. */
const tables = {
  text: {
    sent: { exact: 'Boston', small: 'boston', longer: 'New Boston', empty: '' },
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
    // As texts, the first would be less than the second.
    sent: { thousands: '1,250.50', nine: '9', below: '-3', empty: '' },
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
    sent: { march: '2026-03-09', november: '2026-11-02', empty: '' },
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
    sent: { both: ['Hotel', 'meals'], one: ['meals'], empty: [] },
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
    sent: { checked: true, not: false },
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
} satisfies Record<string, { sent: FormValues; rules: Record<RuleOperator, [string, string[]]> }>;

const asked: Record<keyof typeof tables, Parameters<typeof aForm>[0]> = {
  text: { fields: [{ type: 'TextField', alias: 'asked', label: 'Asked' }] },
  number: { fields: [{ type: 'TextField', alias: 'asked', label: 'Asked', format: 'Number' }] },
  day: { fields: [{ type: 'TextField', alias: 'asked', label: 'Asked', format: 'Date' }] },
  several: { fields: [{ type: 'MultiChoice', alias: 'asked', label: 'Asked', options: [{ value: 'Hotel', label: 'Hotel' }, { value: 'meals', label: 'Meals' }] }] },
  check: { fields: [{ type: 'Checkbox', alias: 'asked', label: 'Asked' }] },
};

describe.each(['Show', 'Hide'] as const)('every operator on the server, in conditions that %s', (visibility) => {
  test.each(Object.keys(tables) as Array<keyof typeof tables>)('about a field of kind %s [FORM-003, FORM-004, FORM-005, FORM-006]', async (kind) => {
    const { sent, rules } = tables[kind] as { sent: FormValues; rules: Record<RuleOperator, [string, string[]]> };
    const operators = Object.keys(rules) as RuleOperator[];
    expect(operators.toSorted()).toEqual(RuleOperator.options.toSorted());
    const ruleOf = (operator: RuleOperator): Rule => ({ field: 'asked', operator, value: rules[operator][0] });
    // A question an operator, required where it is shown.
    const form = aForm({
      fields: [
        ...asked[kind]?.fields ?? [],
        ...operators.map((operator) => ({ type: 'TextField' as const, alias: operator, label: operator, isRequired: true, condition: { visibility, match: 'All' as const, rules: [ruleOf(operator)] } })),
      ],
    });
    await shared().make.resource({ components: [form] });
    const params = { formId: form.formId };
    for (const [name, value] of Object.entries(sent)) {
      const shown = operators.filter((operator) => rules[operator][1].includes(name) === (visibility === 'Show'));
      const bare = await shared().as('ana').fail(submitEntry, { params, body: { values: { asked: value } } });
      expect(bare.issues?.map(({ path }) => path), name).toEqual(shown.map((operator) => `values.${operator}`));
      const all = Object.fromEntries(operators.map((operator) => [operator, 'An answer']));
      const { entryId } = await shared().as('ana').call(submitEntry, { params, body: { values: { ...all, asked: value } } });
      const { values } = await shared().as('ana').call(getOwnEntry, { params: { entryId } });
      expect(Object.keys(values).filter((alias) => alias !== 'asked').toSorted(), name).toEqual(shown.toSorted());
    }
  });
});
