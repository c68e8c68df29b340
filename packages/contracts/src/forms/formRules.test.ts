import { anyRuleText as words, anyRuleValue as values } from '@portico/testing/anyRuleCase';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ruleOperators, type RuleOperator } from '@portico/kinds/formConditions';
import { MAX_TEXT_AREA } from '@portico/kinds/formFields';
import { ruleHolds } from './formRules.ts';
import { compareDecimals, decimalOf, isDay } from '@portico/kinds/formTexts';
import type { FormValue } from './formValues.ts';

const holds = (value: FormValue | undefined, operator: RuleOperator, compared: string) =>
  ruleHolds({ operator, value: compared }, value);
const plain = ruleOperators.filter((operator) => !operator.endsWith('IgnoreCase'));
const ignoring = (operator: RuleOperator) => `${operator}IgnoreCase` as RuleOperator;

/** Letters whose upper and lower case map to each other one to one. */
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

  test('a negated operator holds exactly when its counterpart does not [FORM-004]', () => {
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

  test('text comparison finds parts of a text and can ignore case', () => {
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

  test('integers of any length are compared exactly, with or without separators [FORM-006]', () => {
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

  test('instants in different time zones are compared by the time they denote [FORM-006]', () => {
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

  test('a date that does not exist is treated as text', () => {
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

  test('rules never throw, and long values take no exponential time', () => {
    fc.assert(
      fc.property(values, words, fc.constantFrom(...ruleOperators), (value, compared, operator) => {
        expect(typeof holds(value, operator, compared)).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
    for (const sign of ['0', '9', ',', '.', ' ', '-', '1,111', 'ı', '\u0301']) {
      const long = sign.repeat(MAX_TEXT_AREA);
      for (const operator of ruleOperators) holds(`${long}x`, operator, long.slice(0, 1000));
      decimalOf(`1.${long}x`);
    }
  });
});
