import type { FormOf } from '../../properties/form.ts';
import type { Divider } from './shape.ts';

export const form = {
  label: 'Divider',
  help: 'A line between two sections.',
  menu: { group: 'text', position: 7 },
  editedIn: 'panel',
  properties: {},
} satisfies FormOf<Divider>;
