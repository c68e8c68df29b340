import { alias, condition, options, question } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { SingleChoice } from '../../forms/formFields.ts';

export const form = {
  label: 'Single choice',
  help: 'One of a few choices, all visible.',
  menu: null,
  editedIn: 'panel',
  properties: { ...question, options, alias, condition },
} satisfies FormOf<SingleChoice>;
