import { alias, condition, options, question } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { MultiChoice } from '../../forms/formFields.ts';

export const form = {
  label: 'Multiple choice',
  help: 'Any number of choices.',
  menu: null,
  editedIn: 'panel',
  properties: {
    ...question,
    options,
    minChoices: { label: 'Minimum choices' },
    maxChoices: { label: 'Maximum choices' },
    alias,
    condition,
  },
} satisfies FormOf<MultiChoice>;
