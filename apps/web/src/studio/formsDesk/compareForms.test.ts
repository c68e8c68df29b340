import type { Form, FormField } from '@portico/kinds/formFields';
import { expect, test } from 'vitest';
import { compareForms } from './compareForms.ts';

const question = (alias: string, more: object = {}): FormField =>
  ({ id: alias, type: 'TextField', alias, label: alias.toUpperCase(), ...more }) as FormField;
const formOf = (fields: FormField[], more: Partial<Form> = {}): Form => ({
  id: 'form',
  type: 'Form',
  formId: '5f9b1d4e-0000-4000-9000-000000000001',
  title: 'Parking',
  ...more,
  fields,
});
const differences = (before: Form, after: Form) =>
  compareForms(before, after)
    .filter(({ kind, isMoved }) => kind !== 'same' || isMoved)
    .map(({ key: _, ...difference }) => difference);
const kindsOf = (before: FormField[], after: FormField[]) =>
  compareForms(formOf(before), formOf(after))
    .slice(1)
    .map(({ label, kind, isMoved }) => `${label} ${kind}${isMoved ? ' moved' : ''}`);

test('added, removed and kept questions are in the order of the later version, removed ones where they were [FORM-040]', () => {
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((alias) => question(alias));
  expect(kindsOf([a!, b!, c!, d!], [a!, e!, d!])).toEqual(['A same', 'B removed', 'C removed', 'E added', 'D same']);
  expect(kindsOf([a!, b!], [b!])).toEqual(['A removed', 'B same']);
  expect(kindsOf([a!], [a!])).toEqual(['A same']);
});

test('only the questions that change places are moved, not those around them [FORM-040]', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((alias) => question(alias));
  expect(kindsOf([a!, b!, c!, d!], [d!, a!, b!, c!])).toEqual(['D same moved', 'A same', 'B same', 'C same']);
  // A question that is added or removed moves no other one.
  expect(kindsOf([a!, b!, c!], [d!, b!, c!])).toEqual(['A removed', 'D added', 'B same', 'C same']);
});

test('a renamed question, its limits, choices, help and the form’s own words are shown with both versions [FORM-040]', () => {
  const before = formOf(
    [
      question('plate', { maxLength: 10, pattern: { expression: '[A-Z]+', message: 'Letters' } }),
      {
        id: 'kind',
        type: 'DropDownList',
        alias: 'kind',
        label: 'Kind',
        options: [
          { value: 'a', label: 'Car' },
          { value: 'b', label: 'Bike' },
        ],
      },
      { id: 'proof', type: 'FileUpload', alias: 'proof', label: 'Proof', maxBytes: 5_000_000, formats: ['PDF'] },
    ],
    { description: 'For all.' },
  );
  const after = formOf(
    [
      question('plate', { label: 'License plate', maxLength: 12, isRequired: true, helpText: 'As on the car.' }),
      {
        id: 'kind',
        type: 'SingleChoice',
        alias: 'kind',
        label: 'Kind',
        options: [
          { value: 'a', label: 'Car' },
          { value: 'c', label: 'Truck' },
        ],
      },
      {
        id: 'proof',
        type: 'FileUpload',
        alias: 'proof',
        label: 'Proof',
        maxBytes: 10_000_000,
        formats: ['PDF', 'PNG'],
      },
    ],
    { title: 'Parking spots' },
  );
  expect(differences(before, after)).toEqual([
    {
      kind: 'changed',
      isMoved: false,
      label: 'Parking spots',
      facts: [
        { name: 'Title', before: ['Parking'], after: ['Parking spots'] },
        { name: 'Description', before: ['For all.'], after: [] },
      ],
    },
    {
      kind: 'changed',
      isMoved: false,
      label: 'License plate',
      facts: [
        { name: 'Question', before: ['PLATE'], after: ['License plate'] },
        { name: 'Help text', before: [], after: ['As on the car.'] },
        { name: 'Required', before: [], after: ['Yes'] },
        { name: 'Maximum characters', before: ['10'], after: ['12'] },
        { name: 'Pattern › Expression', before: ['[A-Z]+'], after: [] },
        { name: 'Pattern › Message when it doesn’t match', before: ['Letters'], after: [] },
      ],
    },
    {
      kind: 'changed',
      isMoved: false,
      label: 'Kind',
      facts: [
        { name: 'Kind', before: ['Drop-down list'], after: ['Single choice'] },
        { name: 'Choices', before: ['Car', 'Bike'], after: ['Car', 'Truck'] },
      ],
    },
    {
      kind: 'changed',
      isMoved: false,
      label: 'Proof',
      facts: [
        { name: 'Formats', before: ['PDF'], after: ['PDF', 'PNG'] },
        { name: 'Maximum megabytes per file', before: ['5'], after: ['10'] },
      ],
    },
  ]);
});

test('rules are in words; a rule stays the same when the question that it names is renamed [FORM-040]', () => {
  const condition = (value: string, operator = 'Is') => ({
    condition: {
      visibility: 'Show',
      match: 'Any',
      rules: [
        { field: 'lot', operator, value },
        { field: 'plate', operator: 'IsNot', value: '' },
      ],
    },
  });
  const form = (label: string, reason: object) =>
    formOf([question('lot', { label }), question('plate'), question('reason', reason)]);
  expect(differences(form('Lot', condition('B')), form('Lot', condition('C', 'ContainsIgnoreCase')))).toEqual([
    {
      kind: 'changed',
      isMoved: false,
      label: 'REASON',
      facts: [
        {
          name: 'When to show it',
          before: ['Shown only when… Any rule', '“Lot” is “B”', '“PLATE” is not “”'],
          after: ['Shown only when… Any rule', '“Lot” contains “C”, in any case of letters', '“PLATE” is not “”'],
        },
      ],
    },
  ]);
  expect(
    differences(form('Lot', condition('B')), form('Parking lot', condition('B'))).map(({ label }) => label),
  ).toEqual(['Parking lot']);
});

test('choices with the same words and other values differ by their values [FORM-040]', () => {
  const choice = (value: string): FormField => ({
    id: 'kind',
    type: 'SingleChoice',
    alias: 'kind',
    label: 'Kind',
    options: [{ value, label: 'Car' }],
  });
  expect(differences(formOf([choice('a')]), formOf([choice('b')]))[0]!.facts).toEqual([
    { name: 'Values of the choices', before: ['Car (a)'], after: ['Car (b)'] },
  ]);
});
