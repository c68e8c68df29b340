import { body } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { BodyText } from './shape.ts';

export const form = {
  label: 'Text',
  help: 'Paragraphs with formatting and links.',
  menu: { group: 'text', position: 1 },
  editedIn: 'page',
  properties: { body },
} satisfies FormOf<BodyText>;
