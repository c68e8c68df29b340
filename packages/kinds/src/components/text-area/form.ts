import { alias, condition, lengths, placeholder, question } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { TextArea } from '../../forms/formFields.ts';

export const form = {
  label: 'Long answer',
  help: 'Several lines of text.',
  menu: { group: 'forms', position: 4 },
  editedIn: 'panel',
  properties: { ...question, placeholder, ...lengths, alias, condition },
} satisfies FormOf<TextArea>;
