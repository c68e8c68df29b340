import type { FormOf } from '../../properties/form.ts';
import type { Columns } from './shape.ts';

export const form = {
  label: 'Columns',
  help: 'Two to four columns side by side.',
  menu: { group: 'layout', position: 1 },
  editedIn: 'panel',
  properties: {
    columns: {
      label: 'Number of columns',
      help: 'The content of a removed column moves to the last one.',
      control: 'columns',
    },
  },
} satisfies FormOf<Columns>;
