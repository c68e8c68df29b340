import { body } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { Quote } from './shape.ts';

export const form = {
  label: 'Quote',
  help: 'Someone’s words, set apart from the text.',
  menu: { group: 'text', position: 4 },
  editedIn: 'page',
  properties: { body, attribution: { label: 'Who said it' } },
} satisfies FormOf<Quote>;
