import { anyRuleText as words, anyRuleValue as values } from '@portico/testing/anyRuleCase';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Form, MAX_TEXT_AREA, ruleOperators, type Condition, type FormField, type RuleOperator } from './formFields.ts';
import { compareDecimals, conditionCycle, decimalOf, isDay, ruleHolds, shownFields } from './formRules.ts';
import { storedValues } from './formValidation.ts';
import type { FormValue, FormValues } from './forms.ts';

const holds = (value: FormValue | undefined, operator: RuleOperator, compared: string) =>
  ruleHolds({ operator, value: compared }, value);
const plain = ruleOperators.filter((operator) => !operator.endsWith('IgnoreCase'));
const ignoring = (operator: RuleOperator) => `${operator}IgnoreCase` as RuleOperator;

/** Letters that have two cases and no others. */
const latin = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'X', 'Y', 'Z', ' ', 'é') });

describe('rules', () => {
  test.each<[FormValue | undefined, RuleOperator, string, boolean]>([
    ['Yes', 'Is', 'Yes', true],
    ['yes', 'Is', 'Yes', false],
    ['yes', 'IsIgnoreCase', 'YES', true],
    ['Yes', 'IsNot', 'No', true],
    ['Yes', 'IsNot', 'Yes', false],
    ['yes', 'IsNot', 'Yes', true],
    ['yes', 'IsNotIgnoreCase', 'Yes', false],
    ['Travel to Boston', 'Contains', 'to Bo', true],
    ['Travel', 'Contains', 'travel', false],
    ['Travel', 'ContainsIgnoreCase', 'tRAV', true],
    ['Travel', 'NotContains', 'x', true],
    ['Travel', 'NotContainsIgnoreCase', 'TRAVEL', false],
    ['Travel', 'StartsWith', 'Tra', true],
    ['Travel', 'StartsWith', 'ravel', false],
    ['Travel', 'StartsWithIgnoreCase', 'tra', true],
    ['Travel', 'NotStartsWith', 'Tra', false],
    ['Travel', 'NotStartsWithIgnoreCase', 'ra', true],
    ['Travel', 'EndsWith', 'vel', true],
    ['Travel', 'EndsWith', 'Tra', false],
    ['Travel', 'EndsWithIgnoreCase', 'VEL', true],
    ['Travel', 'NotEndsWith', 'vel', false],
    ['Travel', 'NotEndsWithIgnoreCase', 'tra', true],
    ['10', 'GreaterThen', '9', true],
    ['10', 'LessThen', '9', false],
    ['9.50', 'Is', '9.5', true],
    ['1,000', 'Is', '1000', true],
    ['-1', 'LessThen', '0', true],
    ['9007199254740993', 'Is', '9007199254740992', false],
    ['10', 'GreaterThenIgnoreCase', '9', true],
    ['9', 'LessThenIgnoreCase', '10', true],
    ['2026-03-09', 'GreaterThen', '2026-03-08', true],
    ['2026-03-09', 'LessThen', '2026-03-08', false],
    ['2026-03-09T02:00:00+02:00', 'Is', '2026-03-09', true],
    ['2026-03-09T10:00:00Z', 'GreaterThen', '2026-03-09', true],
    ['2026-03-09T00:00:00.250Z', 'LessThen', '2026-03-09T00:00:00.300Z', true],
    ['banana', 'GreaterThen', 'apple', true],
    ['Zebra', 'GreaterThen', 'apple', false],
    ['Zebra', 'GreaterThenIgnoreCase', 'apple', true],
    ['10', 'LessThen', 'apple', true],
    ['', 'Is', '', true],
    [undefined, 'Is', '', true],
    ['  ', 'Is', '', true],
    [[], 'Is', '', true],
    ['x', 'IsNot', '', true],
    ['', 'GreaterThen', '', false],
    ['', 'LessThen', 'a', false],
    ['a', 'GreaterThen', '', false],
    [['mac', 'phone'], 'Is', 'phone', true],
    [['mac', 'phone'], 'Is', 'pc', false],
    [['mac', 'phone'], 'IsNot', 'phone', false],
    [['mac', 'phone'], 'NotContains', 'x', true],
    [['mac', 'phone'], 'NotContains', 'ho', false],
    [['1', '20'], 'GreaterThen', '10', true],
    [true, 'Is', 'true', true],
    [true, 'Is', 'Checked', true],
    [true, 'Is', 'checked', false],
    [true, 'IsIgnoreCase', 'CHECKED', true],
    [true, 'IsNot', 'Unchecked', true],
    [false, 'Is', 'false', true],
    [false, 'Is', 'Unchecked', true],
    [false, 'ContainsIgnoreCase', 'checked', false],
    [false, 'EndsWith', 'checked', false],
    [true, 'GreaterThen', 'false', false],
    [false, 'Is', '', false],
    ['STRASSE', 'IsIgnoreCase', 'straße', true],
    ['ΟΔΟΣ', 'IsIgnoreCase', 'οδος', true],
    ['e\u0301', 'Is', 'é', true],
  ])('%j %s %j: %s [FORM-004] [FORM-005] [FORM-006]', (value, operator, compared, expected) => {
    expect(holds(value, operator, compared)).toBe(expected);
  });

  test('a negated operator holds exactly when what it negates does not [FORM-004]', () => {
    fc.assert(
      fc.property(
        values,
        words,
        fc.constantFrom('Is', 'Contains', 'StartsWith', 'EndsWith'),
        fc.boolean(),
        (value, compared, name, ignoresCase) => {
          const negated = name === 'Is' ? 'IsNot' : `Not${name}`;
          const [positive, negative] = [name, negated].map(
            (operator) => (ignoresCase ? ignoring(operator as RuleOperator) : operator) as RuleOperator,
          );
          expect(holds(value, positive!, compared)).toBe(!holds(value, negative!, compared));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('texts are compared as people read them', () => {
    fc.assert(
      fc.property(latin, latin, latin, (before, compared, after) => {
        const text = `x${before}${compared}${after}x`;
        expect(holds(text, 'Contains', compared)).toBe(true);
        expect(holds(text, 'StartsWith', `x${before}`)).toBe(true);
        expect(holds(text, 'EndsWith', `${after}x`)).toBe(true);
        for (const operator of plain) {
          expect(holds(text.toUpperCase(), ignoring(operator), compared), operator).toBe(
            holds(text.toLowerCase(), operator, compared.toLowerCase()),
          );
          expect(holds(text, ignoring(operator), compared.toUpperCase()), operator).toBe(
            holds(text, ignoring(operator), compared.toLowerCase()),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  test('whole numbers are compared exactly, however long, and with or without separators [FORM-006]', () => {
    const number = fc.oneof(fc.bigInt(), fc.bigInt({ min: -1100n, max: 1100n }));
    fc.assert(
      fc.property(number, number, fc.boolean(), (left, right, isSeparated) => {
        const text = isSeparated ? left.toLocaleString('en-US') : `${left}.00`;
        expect(holds(text, 'Is', String(right))).toBe(left === right);
        expect(holds(text, 'GreaterThen', `${right}`)).toBe(left > right);
        expect(holds(text, 'LessThen', `0${right}`.replace('0-', '-0'))).toBe(left < right);
      }),
      { numRuns: 1000 },
    );
  });

  test('fractions are compared as numbers [FORM-006]', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(cents, cents, (left, right) => {
        expect(
          Math.sign(compareDecimals(decimalOf((left / 100).toFixed(2))!, decimalOf((right / 100).toFixed(3))!)),
        ).toBe(Math.sign(left - right));
      }),
    );
  });

  test('instants are compared by when they are, whatever zone they are written in [FORM-006]', () => {
    const date = fc.date({
      min: new Date('1000-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, date, fc.integer({ min: -14 * 60, max: 14 * 60 }), (left, right, offset) => {
        const written = new Date(left.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
          String(part).padStart(2, '0'),
        );
        const zoned = `${written}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
        expect(holds(zoned, 'Is', left.toISOString())).toBe(true);
        expect(holds(zoned, 'LessThen', right.toISOString())).toBe(left < right);
        expect(holds(left.toISOString().slice(0, 10), 'GreaterThen', right.toISOString().slice(0, 10))).toBe(
          left.toISOString().slice(0, 10) > right.toISOString().slice(0, 10),
        );
      }),
    );
  });

  test('a day that no calendar has is text', () => {
    for (const day of [
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '2026-00-10',
      '0099-01-01',
      '2026-1-1',
      '2026-01-01T',
      '2026-01-01T24:00:00Z',
      '2026-01-01T10:00',
    ])
      expect(isDay(day), day).toBe(false);
    expect(isDay('2024-02-29')).toBe(true);
    expect(holds('2026-02-30', 'Is', '2026-03-02')).toBe(false);
  });

  test('no value takes a rule down, and no long one takes time', () => {
    fc.assert(
      fc.property(values, words, fc.constantFrom(...ruleOperators), (value, compared, operator) => {
        expect(typeof holds(value, operator, compared)).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
    const began = performance.now();
    for (const sign of ['0', '9', ',', '.', ' ', '-', '1,111', 'ı', '\u0301']) {
      const long = sign.repeat(MAX_TEXT_AREA);
      for (const operator of ruleOperators) holds(`${long}x`, operator, long.slice(0, 1000));
      decimalOf(`1.${long}x`);
    }
    expect(performance.now() - began).toBeLessThan(3000);
  });
});

let nextId = 0;
const text = (alias: string, condition?: Condition): FormField => ({
  id: `f${nextId++}`,
  type: 'TextField',
  alias,
  label: alias,
  ...(condition && { condition }),
});
const check = (alias: string, condition?: Condition): FormField => ({
  id: `f${nextId++}`,
  type: 'Checkbox',
  alias,
  label: alias,
  ...(condition && { condition }),
});
const group = (title: string, condition?: Condition): FormField => ({
  id: `f${nextId++}`,
  type: 'TitleAndDescription',
  title,
  ...(condition && { condition }),
});
const when = (field: string, value: string, visibility: Condition['visibility'] = 'Show'): Condition => ({
  visibility,
  match: 'All',
  rules: [{ field, operator: 'Is', value }],
});
const formOf = (fields: FormField[]) => ({
  id: 'form',
  type: 'Form' as const,
  formId: '0f6a4c1e-64a3-4d5b-9d36-6e7b6f4f0c01',
  title: 'Form',
  fields,
});

/** Names of the fields and groups that are shown. */
function shownNames(fields: FormField[], entered: FormValues) {
  const shown = shownFields({ fields }, entered);
  return fields
    .filter(({ id }) => shown.has(id))
    .map((field) => ('alias' in field ? field.alias : 'title' in field ? field.title : '-'));
}

describe('conditions', () => {
  const rules = [
    { field: 'a', operator: 'Is' as const, value: '1' },
    { field: 'b', operator: 'Is' as const, value: '1' },
  ];
  test.each<[Condition['visibility'], Condition['match'], string, string, boolean]>([
    ['Show', 'All', '1', '1', true],
    ['Show', 'All', '1', '', false],
    ['Show', 'Any', '1', '', true],
    ['Show', 'Any', '', '', false],
    ['Hide', 'All', '1', '1', false],
    ['Hide', 'All', '1', '', true],
    ['Hide', 'Any', '1', '', false],
    ['Hide', 'Any', '', '', true],
  ])('%s when %s of its rules hold, with %j and %j: %s [FORM-003]', (visibility, match, a, b, expected) => {
    expect(shownNames([text('a'), text('b'), text('c', { visibility, match, rules })], { a, b }).includes('c')).toBe(
      expected,
    );
  });

  test('the condition of a group holds for all up to the next group, beside their own [FORM-003]', () => {
    const fields = [
      text('a'),
      group('one', when('a', 'x')),
      text('b'),
      check('c', when('b', 'y')),
      group('two'),
      text('d'),
    ];
    expect(shownNames(fields, { a: 'no', b: 'y' })).toEqual(['a', 'two', 'd']);
    expect(shownNames(fields, { a: 'x', b: 'no' })).toEqual(['a', 'one', 'b', 'two', 'd']);
    expect(shownNames(fields, { a: 'x', b: 'y' })).toEqual(['a', 'one', 'b', 'c', 'two', 'd']);
  });

  test('a hidden field counts as one with nothing in it, and shows again with what it held [FORM-003]', () => {
    const fields = [text('a'), text('b', when('a', 'x')), text('c', when('b', 'y')), text('d', when('b', ''))];
    expect(shownNames(fields, { a: 'x', b: 'y' })).toEqual(['a', 'b', 'c']);
    expect(shownNames(fields, { a: 'no', b: 'y' })).toEqual(['a', 'd']);
  });

  test('a check that nobody touched, and one that is hidden, is not checked', () => {
    const fields = [check('a'), check('b', when('a', 'Checked')), text('c', when('b', 'Unchecked'))];
    expect(shownNames(fields, {})).toEqual(['a', 'c']);
    expect(shownNames(fields, { b: true })).toEqual(['a', 'c']);
    expect(shownNames(fields, { a: true, b: true })).toEqual(['a', 'b']);
  });

  test('a rule about a field that the form does not have finds nothing in it', () => {
    expect(shownNames([text('a', when('constructor', '')), text('b', when('toString', 'x'))], {})).toEqual(['a']);
  });

  test('fields whose conditions wait for each other are found and named', () => {
    expect(conditionCycle({ fields: [text('a', when('b', '')), text('b', when('a', ''))] })).toEqual(['a', 'b']);
    expect(conditionCycle({ fields: [text('x'), text('a', when('a', ''))] })).toEqual(['a']);
    expect(
      conditionCycle({
        fields: [
          text('x', when('a', '')),
          group('one', when('b', '')),
          text('a'),
          group('two'),
          text('b', when('a', '')),
        ],
      }),
    ).toEqual(['a', 'b']);
    expect(conditionCycle({ fields: [group('one', when('a', '')), text('a')] })).toEqual(['a']);
    expect(
      conditionCycle({
        fields: [text('a'), group('one', when('a', '')), text('b', when('a', '')), text('c', when('b', ''))],
      }),
    ).toBeUndefined();
  });

  /** Forms with rules in any direction. */
  const anyForm = fc
    .array(
      fc.record({
        kind: fc.constantFrom('text', 'text', 'check', 'group'),
        condition: fc.option(
          fc.record({
            visibility: fc.constantFrom('Show' as const, 'Hide' as const),
            match: fc.constantFrom('All' as const, 'Any' as const),
            rules: fc.array(
              fc.record({
                field: fc.nat(11),
                operator: fc.constantFrom(...ruleOperators),
                value: fc.constantFrom('', 'a', '1', 'Checked'),
              }),
              { minLength: 1, maxLength: 3 },
            ),
          }),
          { nil: undefined },
        ),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((parts) =>
      parts.map(({ kind, condition }, position): FormField => {
        const own = condition && {
          ...condition,
          rules: condition.rules.map((rule) => ({ ...rule, field: `a${rule.field % parts.length}` })),
        };
        return kind === 'text'
          ? text(`a${position}`, own)
          : kind === 'check'
            ? check(`a${position}`, own)
            : group(`g${position}`, own);
      }),
    );
  const anyValues = fc.dictionary(
    fc.nat(11).map((n) => `a${n}`),
    fc.oneof(fc.constantFrom('', ' ', 'a ', 'A', '1', '01'), fc.boolean()),
  );

  test('of a form without a cycle, what is shown is the one answer that agrees with itself [FORM-003]', () => {
    fc.assert(
      fc.property(anyForm, anyValues, (fields, entered) => {
        const shown = shownFields({ fields }, entered);
        if (conditionCycle({ fields })) return;
        let ofGroup: Condition | undefined;
        for (const field of fields) {
          if (field.type === 'TitleAndDescription') ofGroup = field.condition;
          const met = [ofGroup, field.condition]
            .filter((condition) => condition !== undefined)
            .every((condition) => {
              const results = condition.rules.map((rule) => {
                const asked = fields.find((other) => 'alias' in other && other.alias === rule.field);
                const entry = asked && shown.has(asked.id) ? entered[rule.field] : undefined;
                return ruleHolds(
                  rule,
                  asked?.type === 'Checkbox'
                    ? entry === true
                    : typeof entry === 'string'
                      ? entry.trim()
                      : entry || undefined,
                );
              });
              return (
                (condition.match === 'All' ? results.every(Boolean) : results.some(Boolean)) ===
                (condition.visibility === 'Show')
              );
            });
          expect(shown.has(field.id)).toBe(met);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('an entry as it is stored shows the same fields as the one that was sent', () => {
    fc.assert(
      fc.property(anyForm, anyValues, (fields, entered) => {
        if (conditionCycle({ fields })) return;
        const kept = storedValues({ fields }, entered);
        expect(shownFields({ fields }, kept)).toEqual(shownFields({ fields }, entered));
        expect(storedValues({ fields }, kept)).toEqual(kept);
      }),
      { numRuns: 1000 },
    );
  });

  test('a form is rejected exactly when its conditions form a circle or refer to a missing field', () => {
    fc.assert(
      fc.property(anyForm, (fields) => {
        const aliases = new Set(fields.map((field) => ('alias' in field ? field.alias : '')));
        const isComplete = fields.every(
          (field) => field.condition?.rules.every((rule) => aliases.has(rule.field)) ?? true,
        );
        expect(Form.safeParse(formOf(fields)).success).toBe(isComplete && conditionCycle({ fields }) === undefined);
      }),
      { numRuns: 500 },
    );
  });

  test('the longest chain of conditions is walked', () => {
    const chain = Array.from({ length: 200 }, (_, n) => text(`a${n}`, n < 199 ? when(`a${n + 1}`, 'x') : undefined));
    const entered = Object.fromEntries(chain.map((_, n) => [`a${n}`, 'x']));
    expect(shownFields({ fields: chain }, entered).size).toBe(200);
    expect(shownFields({ fields: chain }, { ...entered, a199: '' }).size).toBe(1);
    expect(Form.safeParse(formOf(chain)).success).toBe(true);
  });
});
