import { alias, condition, question } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { Checkbox } from '../../forms/formFields.ts';

export const form = {
  label: 'Checkbox',
  help: 'A statement to agree to.',
  menu: null,
  editedIn: 'panel',
  properties: {
    ...question,
    state: { label: 'Initially', options: { Unchecked: 'Not checked', Checked: 'Checked' } },
    alias,
    condition,
  },
} satisfies FormOf<Checkbox>;
