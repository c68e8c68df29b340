import { ruleOperators } from '@portico/kinds/formConditions';
import type { FormValue } from '@portico/contracts/formValues';
import fc from 'fast-check';
import type { RuleCase } from './ruleCases.ts';

/** Texts that look like numbers or dates, empty texts, and letters with unusual case mappings. */
export const anyRuleText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', 'A', 'ß', 'ẞ', 'ς', 'Σ', 'İ', 'ı', '\u0301', '1', ',', '.', '-', ' ') }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-0',
    '007',
    '7',
    '1,250.50',
    '1250.5',
    '+3',
    '2026-03-09',
    '2026-02-30',
    '2026-03-09T00:00:00Z',
    '2026-03-09T02:00:00+02:00',
    'true',
    'Checked',
    'Unchecked',
  ),
);
export const anyRuleValue: fc.Arbitrary<FormValue | undefined> = fc.oneof(
  anyRuleText,
  fc.boolean(),
  fc.array(anyRuleText, { maxLength: 4 }),
  fc.constant(undefined),
);

const numbers = fc.oneof(
  fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map((number) => number.toLocaleString('en-US')),
  fc
    .tuple(fc.integer({ min: -1100, max: 1100 }), fc.integer({ min: 0, max: 4 }))
    .map(([number, digits]) => (number / 8).toFixed(digits)),
);
const instants = fc
  .date({ min: new Date('1000-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const dates = fc.oneof(
  instants,
  instants.map((instant) => instant.slice(0, 10)),
  instants.map((instant) => `${instant.slice(0, 19)}-09:30`),
);
/**
 * Letters without a counterpart in the other case, ligatures, combining marks in any order, other digits, and lone
 * surrogates.
 */
const oddLetters = fc.string({
  unit: fc.constantFrom(
    'i',
    'I',
    'İ',
    'ı',
    'ß',
    'ẞ',
    'SS',
    'ﬁ',
    'ǆ',
    'ǅ',
    'ŉ',
    'ΐ',
    'ΑΣ',
    'ς',
    'é',
    'e\u0301',
    'q\u0323\u0307',
    'q\u0307\u0323',
    'Å',
    '가',
    '\u1100\u1161',
    '٣',
    '𐐀',
    '𐐨',
    '\ud83d',
    '\u00a0',
    '\ufeff',
    '\r\n',
  ),
  maxLength: 6,
});
const texts = fc.oneof(anyRuleText, numbers, dates, oddLetters);

const own = { id: 'asked', alias: 'asked', label: 'Asked' };
const choices = fc.uniqueArray(
  texts.filter((text) => text !== ''),
  { minLength: 1, maxLength: 4 },
);
const optionsOf = (values: string[]) => values.map((value) => ({ value, label: value }));

interface FieldAndValue {
  field: RuleCase['field'];
  value: FormValue | undefined;
}

/** Every kind of field that has a value, with a possible value. */
const anyFieldAndValue: fc.Arbitrary<FieldAndValue> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        undefined,
        'Text' as const,
        'Number' as const,
        'Date' as const,
        'Email' as const,
        'Phone' as const,
      ),
      texts,
    )
    .map(([format, value]): FieldAndValue => ({
      field: { ...own, type: 'TextField', ...(format && { format }) },
      value,
    })),
  texts.map((value): FieldAndValue => ({ field: { ...own, type: 'TextArea' }, value })),
  fc
    .tuple(fc.constantFrom('DropDownList' as const, 'SingleChoice' as const), choices)
    .map(([type, values]): FieldAndValue => ({
      field: { ...own, type, options: optionsOf(values) },
      value: values[0],
    })),
  choices.chain((values) =>
    fc
      .subarray(values)
      .map((value): FieldAndValue => ({ field: { ...own, type: 'MultiChoice', options: optionsOf(values) }, value })),
  ),
  fc.boolean().map((value): FieldAndValue => ({ field: { ...own, type: 'Checkbox' }, value })),
  fc
    .array(fc.uuid(), { maxLength: 2 })
    .map((value): FieldAndValue => ({ field: { ...own, type: 'FileUpload' }, value })),
  fc.constant<FieldAndValue>({ field: { ...own, type: 'TextField' }, value: undefined }),
);

/**
 * Derives a value for the rule that is likely to match, which a random one hardly ever does: the field's value, a part
 * of it, or another notation.
 */
const variants: Array<(text: string) => string> = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.slice(0, Math.ceil(text.length / 2)),
  (text) => text.slice(Math.floor(text.length / 2)),
  (text) => text.slice(1, -1),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFC'),
  (text) => `${text}.0`,
  (text) => text.replaceAll(',', ''),
  (text) => `0${text}`,
];

/** Any case that a form rule has to handle. */
export const anyRuleCase: fc.Arbitrary<RuleCase> = anyFieldAndValue.chain(({ field, value }) => {
  const held = Array.isArray(value) ? (value.at(-1) ?? '') : String(value ?? '');
  const expected = fc.oneof(
    texts,
    fc.constantFrom('true', 'CHECKED', 'Unchecked', 'FALSE'),
    fc.constantFrom(...variants).map((alike) => alike(held)),
  );
  return fc.record({
    field: fc.constant(field),
    ...(value !== undefined && { value: fc.constant(value) }),
    expected,
    visibility: fc.constantFrom('Show' as const, 'Hide' as const),
    match: fc.constantFrom('All' as const, 'Any' as const),
    other: fc.record({ operator: fc.constantFrom(...ruleOperators), value: expected }),
  });
});
