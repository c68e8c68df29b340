import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionCycle, ruleOperators, type Condition } from '@portico/kinds/formConditions';
import { Form, type FormField } from '@portico/kinds/formFields';
import { ruleHolds, shownFields } from './formRules.ts';
import { storedValues } from './formValidation.ts';
import type { FormValues } from './formValues.ts';

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

/** Titles of the groups and aliases of the fields that are shown. */
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
  ])('%s when %s of the rules hold, with the values %j and %j: %s [FORM-003]', (visibility, match, a, b, expected) => {
    expect(shownNames([text('a'), text('b'), text('c', { visibility, match, rules })], { a, b }).includes('c')).toBe(
      expected,
    );
  });

  test('the condition of a group applies to every field up to the next group, in addition to its own [FORM-003]', () => {
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

  test('a hidden field counts as empty, and regains its value when it shows again [FORM-003]', () => {
    const fields = [text('a'), text('b', when('a', 'x')), text('c', when('b', 'y')), text('d', when('b', ''))];
    expect(shownNames(fields, { a: 'x', b: 'y' })).toEqual(['a', 'b', 'c']);
    expect(shownNames(fields, { a: 'no', b: 'y' })).toEqual(['a', 'd']);
  });

  test('an untouched checkbox and a hidden one count as unchecked', () => {
    const fields = [check('a'), check('b', when('a', 'Checked')), text('c', when('b', 'Unchecked'))];
    expect(shownNames(fields, {})).toEqual(['a', 'c']);
    expect(shownNames(fields, { b: true })).toEqual(['a', 'c']);
    expect(shownNames(fields, { a: true, b: true })).toEqual(['a', 'b']);
  });

  test('in a rule, a field that the form does not have counts as empty', () => {
    expect(shownNames([text('a', when('constructor', '')), text('b', when('toString', 'x'))], {})).toEqual(['a']);
  });

  test('a cycle of conditions is found, and its fields are named', () => {
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

  test('in a form without a cycle, a field is shown exactly when its conditions hold [FORM-003]', () => {
    fc.assert(
      fc.property(anyForm, anyValues, (fields, entered) => {
        const shown = shownFields({ fields }, entered);
        if (conditionCycle({ fields })) return;
        let groupCondition: Condition | undefined;
        for (const field of fields) {
          if (field.type === 'TitleAndDescription') groupCondition = field.condition;
          const met = [groupCondition, field.condition]
            .filter((condition) => condition !== undefined)
            .every((condition) => {
              const results = condition.rules.map((rule) => {
                const referenced = fields.find((other) => 'alias' in other && other.alias === rule.field);
                const entry = referenced && shown.has(referenced.id) ? entered[rule.field] : undefined;
                return ruleHolds(
                  rule,
                  referenced?.type === 'Checkbox'
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

  test('a stored entry shows the same fields as the submitted one', () => {
    fc.assert(
      fc.property(anyForm, anyValues, (fields, entered) => {
        if (conditionCycle({ fields })) return;
        const stored = storedValues({ fields }, entered);
        expect(shownFields({ fields }, stored)).toEqual(shownFields({ fields }, entered));
        expect(storedValues({ fields }, stored)).toEqual(stored);
      }),
      { numRuns: 1000 },
    );
  });

  test('a form is rejected exactly when its conditions form a cycle or refer to a missing field', () => {
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

  test('a chain of conditions through 200 fields is evaluated', () => {
    const chain = Array.from({ length: 200 }, (_, n) => text(`a${n}`, n < 199 ? when(`a${n + 1}`, 'x') : undefined));
    const entered = Object.fromEntries(chain.map((_, n) => [`a${n}`, 'x']));
    expect(shownFields({ fields: chain }, entered).size).toBe(200);
    expect(shownFields({ fields: chain }, { ...entered, a199: '' }).size).toBe(1);
    expect(Form.safeParse(formOf(chain)).success).toBe(true);
  });
});
