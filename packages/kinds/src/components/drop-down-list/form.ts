import { alias, condition, options, question } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { DropDownList } from '../../forms/formFields.ts';

export const form = {
  label: 'Drop-down list',
  help: 'One of many choices.',
  menu: { group: 'forms', position: 5 },
  editedIn: 'panel',
  properties: { ...question, options, alias, condition },
} satisfies FormOf<DropDownList>;
