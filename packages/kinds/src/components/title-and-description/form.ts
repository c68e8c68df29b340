import { condition, description, title } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { TitleAndDescription } from '../../forms/formFields.ts';

export const form = {
  label: 'Section title',
  help: 'Starts a group of questions.',
  menu: null,
  editedIn: 'panel',
  properties: { title, description, condition },
} satisfies FormOf<TitleAndDescription>;
