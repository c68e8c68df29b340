import { description, title } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { Form } from './shape.ts';

export const form = {
  label: 'Form',
  help: 'Questions that readers answer.',
  menu: { group: 'forms', position: 1 },
  editedIn: 'panel',
  properties: { title, description, fields: { label: 'Questions and sections' }, formId: { isHidden: true } },
} satisfies FormOf<Form>;
