import type { FormField } from './formFields.ts';

/* What the fields of a form have in common, besides their schemas. */

type Question = Extract<FormField, { alias: string }>;
type Options = Extract<FormField, { type: 'DropDownList' }>['options'];

export const fieldWords = { label: 'read', helpText: 'read', alias: 'none', condition: 'none' } as const;
export const optionWords = { value: 'none', label: 'aside' } as const;

export const blankField = { label: '', alias: 'answer1' };
export const blankOptions = (): Options => [
  { value: 'option-1', label: '' },
  { value: 'option-2', label: '' },
];

export const exampleField: Pick<Question, 'alias' | 'label' | 'helpText' | 'isRequired'> = {
  alias: 'name',
  label: 'Name',
  helpText: 'As in the account.',
  isRequired: true,
};
export const exampleOptions: Options = [
  { value: 'b', label: 'Boston' },
  { value: 'd', label: 'Denver' },
];
