import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FormField, MAX_TEXT_AREA } from '@portico/kinds/formFields';
import { decimalOf } from '@portico/kinds/formTexts';
import { entryIssues, initialValues, storedValues, textLength, valueIssue, type ValueField } from './formValidation.ts';
import type { FormValue, FormValues } from './formValues.ts';

const noPattern = () => {
  throw new Error('no pattern should be matched');
};
const own = { id: 'f', alias: 'a', label: 'Field' };
const options = [
  { value: 'mac', label: 'Mac' },
  { value: 'pc', label: 'PC' },
  { value: 'both', label: 'Both' },
];
const issueOf = (field: object, value: FormValue | undefined) =>
  valueIssue({ ...own, ...field } as ValueField, value, noPattern);
const text = { type: 'TextField' as const };

describe('an entered value', () => {
  test.each<[string, object, (FormValue | undefined)[], [FormValue | undefined, string][]]>([
    [
      'a required text',
      { ...text, isRequired: true },
      ['x', ' x '],
      [
        [undefined, 'Fill this in.'],
        ['', 'Fill this in.'],
        ['  \n', 'Fill this in.'],
        ['\u200b\u00ad', 'Fill this in.'],
        [['x'], 'Enter text.'],
      ],
    ],
    [
      'an optional text',
      text,
      [undefined, '', '  ', 'x', 'x'.repeat(1000)],
      [
        ['x'.repeat(1001), 'Enter at most 1,000 characters.'],
        [true, 'Enter text.'],
      ],
    ],
    [
      'lengths',
      { ...text, minLength: 3, maxLength: 5 },
      ['', 'abc', ' abc ', 'abcde', '👍👍👍👍👍'],
      [
        ['ab', 'Enter at least 3 characters.'],
        ['abcdef', 'Enter at most 5 characters.'],
        ['👍👍', 'Enter at least 3 characters.'],
      ],
    ],
    ['one character', { ...text, maxLength: 1 }, ['x'], [['xx', 'Enter at most 1 character.']]],
    [
      'a long text',
      { type: 'TextArea' },
      ['a\r\nb', '👍'.repeat(MAX_TEXT_AREA)],
      [['x'.repeat(MAX_TEXT_AREA + 1), 'Enter at most 20,000 characters.']],
    ],
    [
      'line breaks',
      { type: 'TextArea', maxLength: 3 },
      ['a\r\nb', 'a\nb'],
      [['a\r\nbc', 'Enter at most 3 characters.']],
    ],
    [
      'a number',
      { ...text, format: 'Number' },
      ['0', '-3', '+3', '1,250.50', '1250.50', ' 7 ', '9'.repeat(50), '\u200b1,250.50\u00a0', '\u22123', '12\u00ad50'],
      ['x', '1.', '.5', '1,2', '12,34', '1e3', '0x10', 'Infinity', 'NaN', '１', '1 2'].map((value) => [
        value,
        'Enter a number, like 1250.50.',
      ]),
    ],
    [
      'a number within limits',
      { ...text, format: 'Number', min: '0', max: '1000' },
      ['0', '1,000', '1000.00', '0.01'],
      [
        ['-0.01', 'Enter 0 or more.'],
        ['1000.01', 'Enter 1000 or less.'],
      ],
    ],
    [
      'a date',
      { ...text, format: 'Date' },
      ['2026-03-09', '2024-02-29'],
      ['2026-02-30', '3/9/2026', '2026-3-9', '2026-03-09T00:00:00Z', 'x'].map((value) => [value, 'Enter a date.']),
    ],
    [
      'a date within limits',
      { ...text, format: 'Date', min: '2026-03-09', max: '2026-03-31' },
      ['2026-03-09', '2026-03-31'],
      [
        ['2026-03-08', 'Enter a date no earlier than March 9, 2026.'],
        ['2026-04-01', 'Enter a date no later than March 31, 2026.'],
      ],
    ],
    [
      'an email address',
      { ...text, format: 'Email' },
      [
        'ana@example.com',
        'a.b+c@mail.example.co.uk',
        'josé@exämple.de',
        'r&d@example.com',
        "o'brien&sons@example.com",
        '\u00a0ana@exam\u00adple.com\u200b',
      ],
      [
        'ana',
        'ana@',
        '@example.com',
        'ana@example',
        'ana@example.',
        'ana@@example.com',
        'a na@example.com',
        'ana@example..com',
        'ana@example.com\nbcc: x@example.com',
        `${'a'.repeat(65)}@example.com`,
        `ana@${'a'.repeat(250)}.com`,
      ].map((value) => [value, 'Enter an email address, like name@example.com.']),
    ],
    [
      'a phone number',
      { ...text, format: 'Phone' },
      [
        '555-010-0123',
        '+1 (555) 010-0123',
        '+44 20 7946 0958',
        '555.010.0123 x12',
        '5550100123 ext. 4',
        '\u202a+1\u00a0(617)\u202f555\u20110100\u202c',
        '617–555–0100',
      ],
      ['x', '555', '555-010-0123-4567-89012', 'call 5550100123', '555-010-0123 x', '５５５０１００１２３'].map(
        (value) => [value, 'Enter a phone number, like 617-555-0100.'],
      ),
    ],
    [
      'a list',
      { type: 'DropDownList', options },
      ['', 'mac'],
      [
        ['Mac', 'Choose one from the list.'],
        [['mac'], 'Choose one from the list.'],
        ['constructor', 'Choose one from the list.'],
      ],
    ],
    [
      'a required choice',
      { type: 'SingleChoice', options, isRequired: true },
      ['pc'],
      [
        [undefined, 'Choose one.'],
        ['', 'Choose one.'],
        ['x', 'Choose one from the list.'],
      ],
    ],
    [
      'several choices',
      { type: 'MultiChoice', options, minChoices: 2, maxChoices: 2 },
      [undefined, [], ['mac', 'pc'], ['mac', 'pc', 'mac']],
      [
        [['mac', 'mac'], 'Choose at least 2.'],
        [['mac', 'pc', 'both'], 'Choose at most 2.'],
        [['mac', 'x'], 'Choose only from the list.'],
        ['mac', 'Choose only from the list.'],
      ],
    ],
    [
      'required choices',
      { type: 'MultiChoice', options, isRequired: true },
      [['mac']],
      [
        [[], 'Choose at least one.'],
        [undefined, 'Choose at least one.'],
      ],
    ],
    ['a box', { type: 'Checkbox' }, [true, false, undefined], [['yes', 'Check this box or leave it unchecked.']]],
    [
      'a box that has to be checked',
      { type: 'Checkbox', isRequired: true },
      [true],
      [
        [false, 'Check this box to continue.'],
        [undefined, 'Check this box to continue.'],
      ],
    ],
    [
      'files',
      { type: 'FileUpload', maxFiles: 2, isRequired: true },
      [['1'], ['1', '2', '1']],
      [
        [[], 'Add a file.'],
        [['1', '2', '3'], 'Add at most 2 files.'],
        ['1', 'Add a file.'],
      ],
    ],
    [
      'as many files as a form may have',
      { type: 'FileUpload' },
      [Array.from({ length: 10 }, (_, n) => `${n}`)],
      [[Array.from({ length: 11 }, (_, n) => `${n}`), 'Add at most 10 files.']],
    ],
  ])('%s [FORM-001] [FORM-002]', (_, field, accepted, rejected) => {
    expect(FormField.safeParse({ ...own, ...field }).error).toBeUndefined();
    for (const value of accepted) expect(issueOf(field, value), JSON.stringify(value)).toBeUndefined();
    for (const [value, message] of rejected) expect(issueOf(field, value), JSON.stringify(value)).toBe(message);
  });

  test('a pattern must match the trimmed text, has its own message and is checked last', () => {
    const field = {
      ...own,
      ...text,
      minLength: 2,
      pattern: { expression: '[A-Z]{2}', message: 'Enter the two letters of a state.' },
    };
    const matched: string[] = [];
    const matchPattern = (_: string, entered: string) => {
      matched.push(entered);
      return entered === 'IL';
    };
    expect(valueIssue(field, ' IL ', matchPattern)).toBeUndefined();
    expect(valueIssue(field, 'Il', matchPattern)).toBe('Enter the two letters of a state.');
    expect(valueIssue(field, '', matchPattern)).toBeUndefined();
    expect(valueIssue(field, 'I', matchPattern)).toBe('Enter at least 2 characters.');
    expect(matched).toEqual(['IL', 'Il']);
  });

  test('checking a format takes no exponential time for any text [D7]', () => {
    const fields = (['Number', 'Date', 'Email', 'Phone'] as const).map((format): ValueField => ({
      ...own,
      ...text,
      format,
      maxLength: 20_000,
    }));
    // A pattern with exponential backtracking would take hours.
    for (const sign of ['1', ' ', '.', '-', '(', 'a', '@', '1,111', 'a.', 'a@a.', 'x', ' x1', '+']) {
      for (const field of fields) {
        for (const end of ['!', '@', 'x', '.'])
          valueIssue(field, `${sign.repeat(20_000 / sign.length)}${end}`, noPattern);
        valueIssue(field, `a@${sign.repeat(20_000 / sign.length)}`, noPattern);
      }
    }
  });

  test('the length of a text is counted in characters, not bytes', () => {
    expect([textLength('👍'), textLength('a\r\nb'), textLength(' é '), textLength('')]).toEqual([1, 3, 1, 0]);
  });
});

const form = {
  fields: [
    { id: '1', type: 'TextField', alias: 'amount', label: 'Amount', format: 'Number', isRequired: true },
    {
      id: '2',
      type: 'TextArea',
      alias: 'why',
      label: 'Why so much',
      isRequired: true,
      condition: {
        visibility: 'Show',
        match: 'All',
        rules: [{ field: 'amount', operator: 'GreaterThen', value: '1000' }],
      },
    },
    { id: '3', type: 'MultiChoice', alias: 'machines', label: 'Machines', options },
    { id: '4', type: 'Checkbox', alias: 'agreed', label: 'Agreed', state: 'Checked' },
    { id: '5', type: 'FileUpload', alias: 'receipts', label: 'Receipts' },
    { id: '6', type: 'Divider' },
  ] satisfies FormField[],
};

describe('entries', () => {
  const issues = (values: FormValues) =>
    entryIssues(form, values, noPattern).map(({ path, message }) => `${path}: ${message}`);

  test('issues name fields by alias, in form order, and skip hidden fields [FORM-001]', () => {
    expect(issues({ why: '', machines: ['x'] })).toEqual([
      'values.amount: Fill this in.',
      'values.machines: Choose only from the list.',
    ]);
    expect(issues({ amount: '1,000', why: 'x'.repeat(30_000) })).toEqual([]);
    expect(issues({ amount: '1,000.01' })).toEqual(['values.why: Fill this in.']);
  });

  test('stored values are normalized, without hidden, empty and unknown values [FORM-003]', () => {
    expect(
      storedValues(form, {
        amount: ' +01,250.50 ',
        why: ' a\r\nb ',
        machines: ['pc', 'mac', 'pc'],
        receipts: ['r', 'r'],
        agreed: true,
        owner: 'x',
        constructor: 'x',
      }),
    ).toEqual({ amount: '1250.50', why: 'a\nb', machines: ['mac', 'pc'], receipts: ['r'], agreed: true });
    expect(storedValues(form, { amount: '7', why: 'stored in the browser', machines: [], receipts: [] })).toEqual({
      amount: '7',
      agreed: false,
    });
  });

  test('a new entry has only the checkboxes that start checked', () => {
    expect(initialValues(form)).toEqual({ agreed: true });
    expect(Object.keys(storedValues({ fields: [{ ...own, ...text, alias: 'constructor' }] }, {}))).toEqual([]);
  });

  test('normalizing a number of any length keeps its value', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(999), (whole, fraction) => {
        const written = `${whole.toLocaleString('en-US')}.${String(fraction).padStart(3, '0')}`;
        const stored = decimalOf(written);
        expect(decimalOf(`${whole}.${String(fraction).padStart(3, '0')}00`)).toBe(stored);
        expect(decimalOf(stored!)).toBe(stored);
        expect(stored).toMatch(/^(0|-?([1-9]\d*(\.\d*[1-9])?|0\.\d*[1-9]))$/);
      }),
    );
  });

  test('the stored values of a valid entry are valid, and storing them again changes nothing', () => {
    const entered = fc.record(
      {
        amount: fc.oneof(fc.integer({ min: 0, max: 3000 }).map(String), fc.string()),
        why: fc.string(),
        machines: fc.array(fc.constantFrom('mac', 'pc', 'both', 'x')),
        agreed: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(entered, (values) => {
        if (issues(values).length > 0) return;
        const stored = storedValues(form, values);
        expect(issues(stored)).toEqual([]);
        expect(storedValues(form, stored)).toEqual(stored);
      }),
      { numRuns: 1000 },
    );
  });
});

test('values pasted with characters that nobody sees are stored as they were meant [FORM-030]', () => {
  const fields = (['Number', 'Date', 'Email', 'Phone', 'Text'] as const).map((format): ValueField => ({
    ...text,
    id: format,
    alias: format,
    label: format,
    format,
  }));
  const code: ValueField = {
    ...text,
    id: 'c',
    alias: 'code',
    label: 'Code',
    pattern: { expression: 'AB-[0-9]+', message: 'Like AB-12.' },
  };
  const values = {
    Number: '\ufeff1,250.50\u200b',
    Date: '2026\u201103\u201109\u00a0',
    Email: 'r&d@exam\u00adple.com',
    Phone: '617\u2011555\u20110100',
    Text: 'a\u200db',
    code: '\u200bAB-12\u200b',
  };
  const matches = (expression: string, typed: string) => new RegExp(`^(?:${expression})$`, 'u').test(typed);
  expect(entryIssues({ fields: [...fields, code] }, values, matches)).toEqual([]);
  expect(storedValues({ fields: [...fields, code] }, values)).toEqual({
    Number: '1250.50',
    Date: '2026-03-09',
    Email: 'r&d@example.com',
    Phone: '617-555-0100',
    Text: 'a\u200db',
    code: 'AB-12',
  });
});
